"""The base of all tests: a browser in one look, and the checks after each test."""

import contextlib
import re
import unittest


class BrowserTest(unittest.TestCase):
    """A test in one look. Afterwards, the console must be empty, and no request may have gone to another server."""

    #: Whether the test also runs in the two looks that only check pages.
    in_all_looks = False

    def __init__(self, name, world, browser):
        super().__init__(name)
        self.world = world
        self.browser = browser
        self.expected = []

    def __str__(self):
        return f"{self._testMethodName.removeprefix('test_').replace('_', ' ')} ({self.browser.look})"

    def setUp(self):
        self.browser.forget()

    def run(self, result=None):
        with contextlib.suppress(FileNotFoundError):
            self.picture_of_failure.unlink()
        return super().run(result)

    @property
    def picture_of_failure(self):
        return self.browser.failures / f"{self._testMethodName}-{self.browser.look}.png"

    def tearDown(self):
        self.check_reports()

    def check_reports(self):
        """Checks that the console is empty and that no request went to another server."""
        messages = [
            message
            for message in self.browser.console()
            if not any(re.search(pattern, message) for pattern in self.expected)
        ]
        self.assertEqual(messages, [], "The console is not empty.")
        self.assertEqual(self.browser.strangers(), [], "A request left the server.")

    def expect(self, *patterns):
        """Allows console messages that match the patterns, because the console reports every failed request."""
        self.expected += patterns

    def log_in(self, person):
        """Logs a person in through the login page."""
        browser = self.browser
        browser.open("/login")
        browser.fill("#email", person.email)
        browser.fill("#password", person.password)
        browser.submit(".door-form .main.button")
        self.assertTrue(browser.all("body[data-viewer]"), "The login failed.")

    def new_person(self, name="ada"):
        """Signs up a new person and logs them in."""
        person = self.world.person(name)
        self.log_in(person)
        return person

    def check_layout(self):
        """Checks that nothing moves while the page loads, and that the page does not scroll sideways."""
        self.assertEqual(self.browser.shifts(), [], f"The layout of {self.browser.path} shifts.")
        self.assertIsNone(self.browser.overflow(), f"{self.browser.path} scrolls sideways.")
