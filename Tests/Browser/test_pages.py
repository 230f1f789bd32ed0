"""Tests that every page in every look is accessible, still, complete, as wide as the viewport and from one server."""

from cases import BrowserTest

GUEST_PAGES = ("/login", "/signup", "/offline", "/invitation", "/join")
PAGES = (
    "/", "/new", "/explore", "/explore/everyone", "/explore/near", "/explore/near?position=69.65,18.96&radius=100km",
    "/explore/people", "/explore/people?q=zzzz", "/explore/tags", "/tag/aurora", "/search", "/search?q=night", "/search?q=zzzz", "/activity", "/settings", "/bookmarks", "/likes",
    "/settings/profile", "/settings/invite", "/settings/sync", "/settings/follow", "/settings/import", "/settings/delete", "/@leia", "/@hansolo", "/@leia/followers",
    "/@leia/following",
)
FAULTS = ("/nowhere", "/@nobody.at.all", "/post/00000000")


class PageTests(BrowserTest):
    in_all_looks = True

    def test_pages_of_guests(self):
        self.check(GUEST_PAGES)

    def test_pages(self):
        person = self.world.existing("hansolo")
        person.log_in()
        self.log_in(person)
        posts = person.run("feed", "--limit", "40")["posts"]
        post = max(posts, key=lambda post: post["commentCount"])["id"]
        own = person.run("feed", "--of", "hansolo")["posts"][0]["id"]
        self.check([*PAGES, f"/post/{post}", f"/post/{post}/likes", f"/post/{own}", f"/post/{own}/edit", f"/post/{own}/delete"])

    def test_what_a_phone_needs(self):
        browser, isPhone = self.browser, self.browser.look.is_phone
        shown = lambda selector: any(element.is_displayed() for element in browser.all(selector))
        for path, other in (("/login", "/signup"), ("/signup", "/login")):
            browser.open(path)
            self.assertFalse(browser.all(f".bar a[href='{path}']"))
            self.assertEqual(shown(f".bar a[href='{other}']"), isPhone)
        self.log_in(self.world.existing("hansolo"))
        browser.open("/explore/tags")
        row = browser.script("""
            const chip = document.querySelector(".chips>[aria-current]").getBoundingClientRect();
            return [chip.left >= 0, chip.right <= document.documentElement.clientWidth];
        """)
        self.assertEqual(row, [True, True], "The current chip is out of sight.")
        browser.open("/new")
        self.assertEqual(shown(".drop-title"), not isPhone)
        browser.open("/settings")
        self.assertEqual(shown(".shortcuts"), not isPhone)

    def test_pages_of_faults(self):
        self.log_in(self.world.existing("hansolo"))
        self.expect(r"\b404 \(")
        self.check(FAULTS)

    def check(self, paths):
        for path in paths:
            with self.subTest(path):
                self.check_page(path)

    def check_page(self, path):
        browser = self.browser
        browser.open(path)
        browser.settle()
        browser.scroll_through(3)
        self.assertEqual(browser.violations(), [], f"axe-core finds violations at {path}.")
        self.check_layout()
        if browser.look.is_phone:
            self.assertIsNone(browser.overflow(320), f"{path} scrolls sideways at 320 pixels.")
        self.assertEqual(len(browser.all("h1")), 1, f"{path} needs one main heading.")
        answers = [f"{browser.status(address)} {address}" for address in browser.broken_photos()]
        self.assertEqual(answers, [], f"Photos are missing at {path}.")
        self.assertEqual(browser.script("return document.querySelectorAll('[style],body script:not([src])').length"), 0)
