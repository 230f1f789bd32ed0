"""Tests of reading: following, live updates, search, the back button, and reading without a server or scripts."""

import contextlib
import re
import time

from selenium.webdriver.common.keys import Keys

from cases import BrowserTest
from pictures import picture


class LiveTests(BrowserTest):
    def test_following_and_a_post_that_appears_live(self):
        browser, author = self.browser, self.world.person("bob")
        author.post(picture(self.world.folder), "An old one")
        person = self.new_person()
        browser.open(f"/@{author.name}")
        self.assertEqual(browser.text(".follow button"), "Follow")
        browser.submit(".follow button")
        self.assertEqual(browser.text(".follow button"), "Following")
        self.assertEqual([user["username"] for user in person.run("following")["users"]], [author.name])

        browser.open("/")
        self.assertIn("An old one", browser.text(".post .caption"))
        browser.script("scrollTo(0, 120)")
        place = browser.script("return scrollY")
        author.post(picture(self.world.folder), "A new one")
        browser.wait("the new post", lambda: any(link.is_displayed() for link in browser.all(".news")))
        self.assertEqual(browser.text(".news"), "1 new post")
        self.assertEqual(browser.script("return scrollY"), place, "The page moved.")
        self.assertEqual(len(browser.all(".post[data-post]")), 1)
        self.check_layout()
        browser.submit(".news")
        self.assertIn("A new one", browser.text(".post .caption"))
        self.assertFalse(any(link.is_displayed() for link in browser.all(".news")))
        order = browser.script("""
            return [...document.querySelectorAll(".post[data-post],.left-off")].map(item => item.className);
        """)
        self.assertEqual(order, ["post", "left-off", "post"], "The read position is not marked.")

    def test_activity(self):
        browser, person, other = self.browser, self.new_person(), self.world.person("bob")
        post = person.post(picture(self.world.folder), "Mine")
        other.run("like", post)
        other.run("comment", post, "First")
        other.run("comment", post, "Second")
        other.run("comment", post, "Third")
        other.run("follow", person.name)
        browser.open("/")
        briefs = [brief.text for brief in browser.all(".post .brief")]
        self.assertEqual(briefs, [f"{other.name} Second", f"{other.name} Third"])
        dot = ".tabs .dot" if browser.look.is_phone else ".pages .dot"
        self.assertIn("new", browser.find(dot).get_attribute("textContent"))

        browser.click(".tabs a:nth-child(4)" if browser.look.is_phone else ".pages a:nth-child(3)")
        browser.wait("the activity", lambda: browser.path == "/activity" and browser.all(".event"))
        words = browser.text(".news-list")
        for sentence in ("likes your photo", "wrote “Third”", "follows you"):
            self.assertIn(sentence, words)
        self.assertEqual(len(browser.all(".event.unread")), 5)
        self.assertEqual(browser.violations(), [])
        self.check_layout()
        browser.submit(".event .follow button")
        self.assertEqual([user["username"] for user in person.run("following")["users"]], [other.name])
        self.assertFalse(browser.all(".event.unread"), "Activity stays unread.")
        self.assertFalse(browser.all(dot))

        browser.open(f"/post/{post}/likes")
        self.assertIn(other.name, browser.text(".people"))

    def test_a_comment_that_appears_live(self):
        browser, person = self.browser, self.new_person()
        other = self.world.person("bob")
        post = person.post(picture(self.world.folder))
        browser.open(f"/post/{post}")
        browser.find("#comment").send_keys("Half a sen")
        other.run("like", post)
        browser.wait("the like", lambda: browser.text(".heart .count") == "1")
        other.run("comment", post, "Hello from a terminal")
        browser.wait("the comment", lambda: browser.all(".comment[id]"))
        self.assertIn("Hello from a terminal", browser.text(".comment-list"))
        self.assertEqual(browser.find("#comment").get_attribute("value"), "Half a sen")
        self.assertEqual(browser.script("return document.activeElement.id"), "comment", "The focus moved.")


class FindingTests(BrowserTest):
    def test_searching_while_typing(self):
        browser = self.browser
        self.log_in(self.world.existing("hansolo"))
        browser.open("/search")
        browser.find("#query").send_keys("night")
        browser.wait("results", lambda: browser.all(".results .hit"))
        browser.wait("the address", lambda: browser.path == "/search?q=night")
        self.assertIn("night", browser.text(".results").lower())
        self.assertEqual(browser.violations(), [])
        browser.find("#query").send_keys("zzzz")
        browser.wait_for_text("No results for", ".results")
        browser.find("#query").send_keys(Keys.BACKSPACE * 4)
        browser.wait("results", lambda: browser.all(".results .hit"))
        browser.submit(".results .hit a")
        self.assertTrue(browser.path.startswith("/post/"), browser.path)
        browser.driver.back()
        browser.wait("the results", lambda: browser.path == "/search?q=night" and browser.all(".results .hit"))

    def test_a_wide_page_shows_a_place_in_full(self):
        browser = self.browser
        person = self.new_person()
        place = "Prestvannet, Tromsø, Troms, Norway"
        person.post(picture(self.world.folder), "Far away", "--place", place)
        browser.open("/")
        self.assertIn(place, browser.text(".post .where"))
        shown = browser.script("""
            const where = document.querySelector(".where"), place = where.lastElementChild;
            const [box, inner] = [where.getBoundingClientRect(), place.getBoundingClientRect()];
            return [inner.right <= box.right + 1, inner.bottom <= box.bottom + 1, place.scrollWidth <= place.clientWidth || !place.clientWidth];
        """)
        if not browser.look.is_phone:
            self.assertEqual(shown, [True, True, True])
        self.check_layout()

    def test_finding_people(self):
        browser, other = self.browser, self.world.person("zoe")
        self.new_person()
        browser.open("/")
        browser.submit(".nothing .plain")
        self.assertEqual(browser.path, "/explore/people")
        browser.fill("#q", other.name.upper())
        browser.submit(".people-form button")
        self.assertEqual([name.text for name in browser.all(".person b")], [other.name])
        browser.submit(".person .follow button")
        self.assertEqual(browser.text(".person .follow button"), "Following")
        self.assertEqual(browser.find("#q").get_attribute("value"), other.name.upper())
        self.assertEqual(browser.violations(), [])
        self.check_layout()

    def test_finding_photos_near_a_place(self):
        browser = self.browser
        self.log_in(self.world.existing("hansolo"))
        browser.open("/explore/near")
        name = browser.text(".tile b")
        browser.submit(".tile a")
        self.assertEqual(browser.find("#position").get_attribute("value"), name)
        self.assertTrue(browser.find(".square"))
        self.expect(r"/explore/near.*422")
        browser.fill("#position", "Atlantis")
        browser.submit(".near-form .main.button")
        self.assertIn("Atlantis", browser.text("#position-fault"))
        self.assertEqual(browser.script("return document.activeElement.id"), "position")
        self.assertEqual(browser.violations(), [])
        self.check_layout()

    def test_searching_after_the_session_has_ended(self):
        browser = self.browser
        self.log_in(self.world.existing("hansolo"))
        browser.open("/search")
        browser.driver.delete_all_cookies()
        browser.find("#query").send_keys("night")
        browser.wait("the login page", lambda: browser.path == "/login?next=%2Fsearch")

    def test_back_to_the_same_pixel(self):
        browser = self.browser
        self.log_in(self.world.existing("leia"))
        browser.open("/")
        posts = lambda: len(browser.all(".post[data-post]"))
        while posts() <= 20:
            browser.script("scrollTo(0, document.body.scrollHeight)")
            browser.wait("older posts", lambda: posts() > 20)
        browser.script("document.querySelectorAll('.post .time')[22].scrollIntoView({block: 'center'})")
        browser.settle()
        browser.script("scrollBy(0, 7)")
        place = """
            const link = document.querySelectorAll('.post .time')[22];
            return link && [scrollY, link.getBoundingClientRect().top, link.href];
        """
        before = browser.script(place)
        with browser.next_page():
            browser.script("document.querySelectorAll('.post .time')[22].click()")
        self.assertTrue(browser.path.startswith("/post/"), browser.path)
        browser.script("scrollTo(0, 40)")
        browser.driver.back()
        browser.wait("the feed", lambda: browser.path == "/" and browser.script("return document.readyState === 'complete'"))
        browser.wait("the place", lambda: browser.script(place))
        browser.settle()
        self.assertEqual(browser.script(place), before)

        # The profile, another list, does not replace the stored place of the feed.
        with browser.next_page():
            browser.script("document.querySelectorAll('.post .time')[22].closest('.post').querySelector('.name').click()")
        profile = browser.path
        self.assertTrue(profile.startswith("/@"), profile)
        with browser.next_page():
            browser.script("document.querySelector('.cell a').click()")
        self.assertTrue(browser.path.startswith("/post/"), browser.path)
        for path in (profile, "/"):
            browser.driver.back()
            browser.wait(path, lambda: browser.path == path and browser.script("return document.readyState === 'complete'"))
            browser.settle()
        browser.wait("the place", lambda: browser.script(place))
        self.assertEqual(browser.script(place), before)

    def test_the_number_of_comments_after_going_back(self):
        browser, person = self.browser, self.new_person()
        person.post(picture(self.world.folder))
        browser.open("/")
        with browser.next_page():
            browser.click(".open-comments")
        browser.fill(".comment-form textarea", "First")
        browser.click(".comment-form button")
        browser.wait_for_text("1", ".comment-count")
        browser.driver.back()
        browser.wait("the feed", lambda: browser.path == "/")
        browser.wait_for_text("1", ".open-comments .count")
        self.assertEqual(browser.find(".open-comments").get_attribute("aria-label"), "Comments, 1 comment")

    def test_the_arrow_and_escape_go_back_to_the_same_pixel(self):
        browser, person = self.browser, self.world.existing("leia")
        self.log_in(person)
        browser.open("/")
        browser.script("document.querySelectorAll('.post .time')[6].scrollIntoView({block: 'center'})")
        browser.settle()
        browser.script("scrollBy(0, 7)")
        place = "return [scrollY, document.querySelectorAll('.post .time')[6]?.getBoundingClientRect().top]"
        before = browser.script(place)
        with browser.next_page():
            browser.script("document.querySelectorAll('.post .time')[6].click()")
        post = browser.path
        # Places on this page and the page before a form was sent are passed over.
        browser.script("location.hash = 'comments'")
        with browser.next_page():
            browser.script("document.querySelector('.likers').click()")
        self.go_back()
        browser.wait("the post", lambda: browser.path == f"{post}#comments")
        self.go_back()
        browser.wait("the feed", lambda: browser.path == "/" and browser.script("return document.readyState === 'complete'"))
        browser.settle()
        self.assertEqual(browser.script(place), before)

        browser.open("/@hansolo")
        for _ in range(2):
            browser.submit(".follow button")
            self.assertEqual(browser.path, "/@hansolo")
        self.go_back()
        browser.wait("the feed", lambda: browser.path == "/")

    def test_the_arrow_without_a_page_before(self):
        browser = self.browser
        self.log_in(self.world.existing("leia"))
        browser.driver.get("about:blank")
        browser.command("Page.resetNavigationHistory")
        browser.open("/@hansolo/followers")
        self.go_back()
        browser.wait("the profile", lambda: browser.path == "/@hansolo")

    def go_back(self):
        """Goes back with the arrow in a phone's bar or, where it is not shown, with Esc."""
        browser = self.browser
        with browser.next_page():
            browser.find(".back").click() if browser.look.is_phone else browser.press(Keys.ESCAPE)

    def test_older_posts_load_and_the_feed_ends(self):
        browser = self.browser
        self.log_in(self.world.existing("leia"))
        browser.open("/")
        def at_end():
            browser.script("scrollTo(0, document.body.scrollHeight)")
            return "That is everything." in browser.script("return document.querySelector('.end')?.textContent ?? ''")
        browser.wait("the end", at_end)
        identifiers = browser.script("return [...document.querySelectorAll('.post[data-post]')].map(post => post.id)")
        self.assertEqual(len(identifiers), len(set(identifiers)))
        self.assertGreater(len(identifiers), 20)
        days = browser.script("return [...document.querySelectorAll('.day')].map(day => day.dataset.day)")
        self.assertEqual(days, sorted(set(days), key=int, reverse=True), "A day occurs twice.")
        self.check_layout()


class OfflineTests(BrowserTest):
    def test_without_a_server(self):
        browser = self.browser
        with self.own_server("hansolo"):
            browser.settle()
            first = browser.text(".post .name")
            browser.wait("the stored page", self.has_copy)
            self.stop_server()
            browser.open("/")
            self.assertEqual(browser.text(".post .name"), first)
            self.assertRegex(browser.text(".toast"), r"The server is not responding. This page is from \d{1,2}:\d\d.")
            browser.settle()
            self.assertTrue(browser.script("return document.querySelector('.post .print img').naturalWidth > 0"))
            browser.open("/explore")
            self.assertIn("not responding", browser.text("main"))
            # The page shows who is logged in.
            self.assertFalse(browser.all("a[href='/signup']"))
            browser.find(".tabs" if browser.look.is_phone else ".you")
            self.check_layout()
            browser.open("/")
            self.start_server()
            browser.wait("the message to leave", lambda: not browser.all(".toast"))

    def test_a_dead_server_is_noticed(self):
        browser = self.browser
        with self.own_server("hansolo"):
            browser.wait("the stored page", self.has_copy)
            self.check_reports()
            self.expect(r"net::ERR_", r"Failed to load resource")
            self.server.suspend(True)
            try:
                start = time.monotonic()
                browser.open("/explore")
                self.assertIn("not responding", browser.text("main"))
                self.assertLess(time.monotonic() - start, 6)
            finally:
                self.server.suspend(False)
            browser.wait("the page", lambda: "not responding" not in browser.text("main"))
            # An open page also learns of it.
            browser.open("/")
            browser.settle()
            self.stop_server()
            browser.wait("the message", lambda: browser.all(".toast"), 10)
            self.assertIn("not responding", browser.text(".toast"))
            self.start_server()
            browser.wait("the message to leave", lambda: not browser.all(".toast"))

    def test_the_place_survives_an_outage(self):
        browser = self.browser
        with self.own_server("leia"):
            posts = lambda: len(browser.all(".post[data-post]"))
            while posts() <= 20:
                browser.script("scrollTo(0, document.body.scrollHeight)")
                browser.wait("older posts", lambda: posts() > 20)
            browser.script("document.querySelectorAll('.post .time')[22].scrollIntoView({block: 'center'})")
            browser.settle()
            browser.wait("the stored page", self.has_copy)
            place = """
                const link = document.querySelectorAll('.post .time')[22];
                return link && [scrollY, link.getBoundingClientRect().top, link.href];
            """
            before = browser.script(place)
            with browser.next_page():
                browser.script("document.querySelectorAll('.post .time')[22].click()")
            self.stop_server()
            browser.open("/explore")
            self.assertIn("not responding", browser.text("main"))
            self.assertIsNotNone(browser.script("return localStorage.getItem('viewer')"))
            browser.driver.back()
            browser.wait("the post", lambda: browser.path.startswith("/post/"))
            browser.driver.back()
            browser.wait("the feed", lambda: browser.path == "/" and browser.script("return document.readyState === 'complete'"))
            browser.wait("the place", lambda: browser.script(place))
            browser.settle()
            self.assertEqual(browser.script(place), before)
            # The offline page opens the page at its address when the server is back.
            browser.open("/explore")
            self.assertIn("not responding", browser.text("main"))
            self.start_server()
            browser.wait("the page", lambda: "not responding" not in browser.text("main"))
            self.assertEqual(browser.path, "/explore")

    def test_photos_load_when_storage_is_full(self):
        browser, person = self.browser, self.new_person()
        browser.wait("the service worker", lambda: browser.script("return !!navigator.serviceWorker.controller"))
        person.post(picture(self.world.folder))
        browser.command("Storage.overrideQuotaForOrigin", origin=browser.url, quotaSize=1)
        try:
            browser.open("/")
            browser.settle()
            self.assertTrue(browser.script("return document.querySelector('.post .print img').naturalWidth > 0"))
        finally:
            browser.command("Storage.overrideQuotaForOrigin", origin=browser.url)

    @contextlib.contextmanager
    def own_server(self, username):
        """Opens the home page of a server that only this test uses, and lets the service worker take over."""
        browser = self.browser
        self.server = self.world.serve()
        url, browser.url = browser.url, self.server.url
        try:
            self.log_in(self.world.existing(username))
            browser.wait("the service worker", lambda: browser.script("return !!navigator.serviceWorker.controller"))
            browser.open("/")
            yield
        finally:
            browser.driver.get("about:blank")
            browser.command("Storage.clearDataForOrigin", origin=browser.url, storageTypes="all")
            browser.url = url
            self.server.stop()

    def stop_server(self):
        self.check_reports()
        self.server.stop()
        self.expect(r"net::ERR_CONNECTION_REFUSED", r"net::ERR_INCOMPLETE_CHUNKED", r"Failed to load resource", r"ERR_FAILED")

    def start_server(self):
        self.server = self.world.serve(self.server.port)

    def has_copy(self):
        """Whether the service worker has stored the home page."""
        return self.browser.driver.execute_async_script("""
            const done = arguments[0];
            caches.match("/", {cacheName: "pages"}).then(copy => done(!!copy));
        """)


class ScriptlessTests(BrowserTest):
    def test_without_script(self):
        browser, author = self.browser, self.world.person("bob")
        author.post(picture(self.world.folder), "By bob")
        browser.command("Emulation.setScriptExecutionDisabled", value=True)
        name = f"plain_{browser.look.width}_{browser.look.theme}"
        browser.open("/signup")
        browser.fill("#username", name)
        browser.fill("#email", f"{name}@timeline.example")
        browser.fill("#password", "any sentence will do")
        self.go(".door-form .main.button", "/")

        browser.open("/new")
        self.assertIsNone(browser.overflow())
        browser.choose(".photos-input", picture(self.world.folder))
        browser.fill("#alt-1", "Without script")
        browser.fill("#caption", "Posted by a form")
        self.go(".composer .main.full", r"/#post-.*")
        self.assertEqual(browser.find(".print img").get_attribute("alt"), "Without script")

        self.go(".heart", "/")
        self.assertEqual(browser.find(".heart").get_attribute("aria-pressed"), "true")
        self.go(".heart", "/")
        self.assertEqual(browser.find(".heart").get_attribute("aria-pressed"), "false")
        self.go(".bookmark", "/")
        self.assertEqual(browser.find(".bookmark").get_attribute("aria-pressed"), "true")
        self.go(".bookmark", "/")
        self.assertEqual(browser.find(".bookmark").get_attribute("aria-pressed"), "false")

        self.go(".post .time", r"/post/.*")
        browser.fill("#comment", "Sent by a form")
        self.go(".comment-form .button", r"/post/.*#comment-.*")
        self.assertIn("Sent by a form", browser.text(".comment-list"))

        browser.open(f"/@{author.name}")
        self.go(".follow button", f"/@{author.name}")
        self.assertEqual(browser.text(".follow button"), "Following")
        browser.open("/search?q=form")
        self.assertIn("Posted by a", browser.text(".results"))

        self.expect("Clear-Site-Data")
        browser.open(f"/@{name}")
        browser.click(".profile .menu-button")
        self.go(".menu-form button", "/login")

    def go(self, selector, pattern):
        """Clicks and waits for the page that the server returns."""
        browser = self.browser
        browser.submit(selector)
        browser.wait(pattern, lambda: re.fullmatch(pattern, browser.path))
