"""Tests of signing up, logging in and out, and editing a profile."""

from cases import BrowserTest
from pictures import picture


class AccountTests(BrowserTest):
    def test_signing_up(self):
        taken = self.world.person("grace")
        browser, name = self.browser, f"new_{self.browser.look.width}_{self.browser.look.theme}"
        browser.open("/")
        self.assertTrue(browser.path.startswith("/login"), browser.path)
        browser.submit(".other-door a")

        self.expect(r"/signup .*\b4\d\d\b")
        browser.fill("#username", taken.name)
        browser.fill("#email", f"{name}@timeline.example")
        browser.fill("#password", "any sentence will do")
        browser.submit(".door-form .main.button")
        self.assertIn("taken", browser.text(".fault"))
        self.assertEqual(browser.find("#email").get_attribute("value"), f"{name}@timeline.example")

        browser.fill("#username", name)
        browser.fill("#password", "any sentence will do")
        browser.submit(".door-form .main.button")
        self.assertEqual(browser.path, "/")
        self.assertEqual(browser.text(".nothing .title"), "Nothing hangs here yet")
        self.check_layout()

    def test_a_wrong_password(self):
        person, browser = self.world.person("wrong"), self.browser
        self.expect(r"/login .*\b4\d\d\b")
        browser.open("/settings")
        browser.fill("#email", person.email)
        browser.fill("#password", "not the password")
        browser.submit(".door-form .main.button")
        self.assertIn("password", browser.text(".fault"))
        self.assertEqual(browser.find("#email").get_attribute("value"), person.email)
        self.assertEqual(browser.find("#password").get_attribute("value"), "")
        self.assertEqual(browser.violations(), [])

        browser.fill("#password", person.password)
        browser.submit(".door-form .main.button")
        self.assertEqual(browser.path, "/settings", "The login forgot the page.")

    def test_logging_out(self):
        browser, person = self.browser, self.new_person()
        # Chromium reports that the response clears the cache.
        self.expect("Clear-Site-Data")
        browser.open(f"/@{person.name}")
        browser.click(".profile .menu-button")
        browser.submit(".menu-form button")
        self.assertEqual(browser.path, "/login")
        browser.driver.back()
        browser.wait("the login page", lambda: browser.path.startswith("/login"))
        browser.open("/settings")
        self.assertTrue(browser.path.startswith("/login"), "The session did not end.")

    def test_the_password_shows(self):
        browser = self.browser
        browser.open("/login")
        browser.fill("#password", "abc")
        browser.click(".show")
        self.assertEqual(browser.find("#password").get_attribute("type"), "text")
        browser.click(".show")
        self.assertEqual(browser.find("#password").get_attribute("type"), "password")

    def test_editing_the_profile(self):
        browser, person = self.browser, self.new_person()
        browser.open("/settings/profile")
        browser.fill("#name", "Ada Lovelace")
        browser.fill("#bio", "Numbers, mostly.\nSince 1815.")
        browser.choose("#photo", picture(self.world.folder))
        self.check_layout()
        browser.submit(".fields .main.button")
        self.assertEqual(browser.path, f"/@{person.name}")
        self.assertEqual(browser.text(".bio"), "Numbers, mostly.\nSince 1815.")
        browser.settle()
        self.assertTrue(browser.script("return document.querySelector('.profile img').naturalWidth > 0"))

        self.expect(r"/settings/profile .*4\d\d")
        browser.open("/settings/profile")
        browser.fill("#username", "not a username")
        browser.fill("#bio", "These words stay.")
        browser.submit(".fields .main.button")
        self.assertTrue(browser.find(".fault"))
        self.assertEqual(browser.find("#bio").get_attribute("value"), "These words stay.")

    def test_choosing_the_theme(self):
        browser, other = self.browser, {"light": "dark", "dark": "light"}[self.browser.look.theme]
        self.new_person()
        browser.open("/settings")
        with_theme = "return getComputedStyle(document.body).backgroundColor"
        before = browser.script(with_theme)
        browser.script("document.querySelector(arguments[0]).click()", f".choice [value={other}]")
        browser.wait("the other theme", lambda: browser.script(with_theme) != before)
        browser.wait_for_text("Saved.", ".toast")
        browser.wait("the cookie", lambda: any(c["value"] == other for c in browser.driver.get_cookies()))
        browser.open("/")
        self.assertNotEqual(browser.script(with_theme), before)
