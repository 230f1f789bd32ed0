"""Tests of posting, and of everything shown below a photo."""

from selenium.webdriver.common.keys import Keys

from cases import BrowserTest
from pictures import picture

BLOCKED = r"net::ERR_(BLOCKED_BY_CLIENT|FAILED)"


class PostingTests(BrowserTest):
    def test_posting_two_photos(self):
        browser, person = self.browser, self.new_person()
        browser.open("/new")
        browser.choose(".photos-input", picture(self.world.folder), picture(self.world.folder, 160, 200))
        browser.fill(".alt-field textarea", "A field in June")
        browser.click(".strip-photo:nth-of-type(2) button")
        browser.wait("the second photo", lambda: "2 of 2" in browser.text(".alt-field label"))
        browser.fill(".alt-field textarea", "The same field in July")
        browser.fill("#caption", "Twice the same field #field")
        browser.fill("#place", "Lisse")
        browser.submit(".composer .main.full")
        self.assertTrue(browser.path.startswith("/#post-"), browser.path)
        browser.settle()
        self.assertIn("Twice the same field", browser.text(".post .caption"))
        self.assertIn("Lisse", browser.text(".post .where"))
        alts = browser.script("return [...document.querySelectorAll('.post .row img')].map(image => image.alt)")
        self.assertEqual(alts, ["A field in June", "The same field in July"])
        sizes = browser.script("return [...document.querySelectorAll('.post .row img')].map(image => [image.width > 0, image.naturalWidth > 0][0])")
        self.assertEqual(sizes, [True, True])
        self.assertTrue(browser.script("return document.activeElement.matches('.post')"), "The post has no focus.")
        self.check_layout()

        browser.click(".post .step:last-child")
        browser.wait("the second photo", lambda: browser.text(".step-count") == "2 of 2")
        self.assertEqual(browser.script("return localStorage[`draft:${document.body.dataset.viewer}:new`] ?? null"), None)

    def test_reordering_chosen_photos(self):
        browser = self.browser
        self.new_person()
        browser.open("/new")
        browser.choose(".photos-input", picture(self.world.folder), picture(self.world.folder, 160, 200))
        browser.fill(".alt-field textarea", "The first one")
        browser.script("""
            const keys = {key: "ArrowRight", altKey: true, bubbles: true};
            document.querySelector(".strip-photo button").dispatchEvent(new KeyboardEvent("keydown", keys));
        """)
        browser.wait("the second place", lambda: "2 of 2" in browser.text(".alt-field label"))
        self.assertEqual(browser.find(".alt-field textarea").get_attribute("value"), "The first one")
        browser.click(".strip-photo:nth-of-type(1) button")
        browser.wait("the first place", lambda: "1 of 2" in browser.text(".alt-field label"))
        self.assertEqual(browser.find(".alt-field textarea").get_attribute("value"), "")

    def test_dropping_files(self):
        browser, person = self.browser, self.new_person()
        post = person.post(picture(self.world.folder))
        drop = """
            const [from, name, type] = arguments, data = new DataTransfer();
            data.items.add(new File(["a"], name, {type}));
            if (from) document.querySelector(from).dispatchEvent(new DragEvent("dragstart", {bubbles: true}));
            document.body.dispatchEvent(new DragEvent("drop", {bubbles: true, cancelable: true, dataTransfer: data}));
            if (from) document.querySelector(from)?.dispatchEvent(new DragEvent("dragend", {bubbles: true}));
        """
        browser.open(f"/post/{post}")
        browser.script(drop, ".print img", "own.png", "image/png")
        browser.settle()
        self.assertEqual(browser.path, f"/post/{post}", "A photo of the page opened the composer.")
        browser.script(drop, None, "notes.txt", "text/plain")
        browser.wait_for_text("Files that are not pictures were left out.", ".toast")
        self.assertEqual(browser.path, "/new")
        browser.script(drop, None, "photo.png", "image/png")
        browser.wait("the photo", lambda: len(browser.all(".strip-photo")) == 1)

    def test_saving_the_second_photo(self):
        browser, person = self.browser, self.new_person()
        post = person.post(picture(self.world.folder), "Two", picture(self.world.folder, 160, 200))
        browser.open(f"/post/{post}")
        blobs = browser.script("return [...document.querySelectorAll('.row img')].map(image => image.src.split('/').at(-2))")
        saved = lambda: browser.script("""
            return [...document.querySelectorAll('.save,.menu a[href*="/photo/"]')].map(link => new URL(link.href).pathname);
        """)
        self.assertEqual(saved(), [f"/photo/{blobs[0]}/copy", f"/photo/{blobs[0]}/original"])
        browser.click(".post .step:last-child")
        browser.wait("the links of the second photo", lambda: all(f"/photo/{blobs[1]}/" in link for link in saved()))
        self.assertEqual([link.split("/")[-1] for link in saved()], ["copy", "original"])

    def test_a_long_screenshot_at_full_size(self):
        browser, person = self.browser, self.new_person()
        post = person.post(picture(self.world.folder, 1080, 5400))
        browser.open(f"/post/{post}")
        browser.click(".full-size")
        width = lambda: browser.script("""
            const image = document.querySelector(".viewer img");
            return image.complete && image.naturalWidth ? image.getBoundingClientRect().width : 0;
        """)
        # It has its own width, or that of the screen, and scrolls.
        browser.wait("the picture at its own width", lambda: width() >= min(1080, browser.look.width - 20))
        self.assertTrue(browser.script("""
            const dialog = document.querySelector(".viewer");
            return dialog.scrollHeight > 2 * dialog.clientHeight;
        """))
        browser.press(Keys.ESCAPE)
        browser.wait("the closed dialog", lambda: not browser.all("dialog"))

    def test_a_refused_upload_keeps_the_words(self):
        browser = self.browser
        self.new_person()
        damaged = self.world.path("damaged.jpg")
        damaged.write_text("This is not a picture.")
        browser.open("/new")
        browser.choose(".photos-input", damaged)
        browser.fill(".alt-field textarea", "A description")
        browser.fill("#caption", "Words that must stay")
        self.expect(r"/new .*4\d\d")
        browser.click(".composer .main.full")
        browser.wait_for_text("Nothing was posted.", ".composer-faults")
        self.assertIn("Your text is still here.", browser.text(".composer-faults"))
        self.assertEqual(browser.find("#caption").get_attribute("value"), "Words that must stay")
        self.assertEqual(browser.find(".alt-field textarea").get_attribute("value"), "A description")
        self.assertEqual(browser.violations(), [])

        # The texts also survive a reload, but the files do not.
        browser.open("/new")
        browser.wait_for_text("Your draft is still here.", ".composer-draft")
        self.assertEqual(browser.find("#caption").get_attribute("value"), "Words that must stay")
        browser.find("#caption").send_keys("!")
        browser.open("/new")
        browser.choose(".photos-input", picture(self.world.folder))
        description = lambda: browser.find(".alt-field textarea").get_attribute("value")
        self.assertEqual(description(), "A description")
        browser.click(".take-out")
        browser.choose(".photos-input", picture(self.world.folder))
        self.assertEqual(description(), "", "A photo has the description of another one.")
        browser.submit(".composer .main.full")
        browser.wait_for_text("Words that must stay", ".post .caption")

    def test_damaged_photos_are_marked(self):
        browser = self.browser
        self.new_person()
        damaged = [self.world.path(name) for name in ("first.jpg", "last.jpg")]
        for path in damaged:
            path.write_text("This is not a picture.")
        browser.open("/new")
        browser.choose(".photos-input", damaged[0], picture(self.world.folder), damaged[1])
        words = lambda: [state.text for state in browser.all(".strip-photo>span")]
        browser.wait("the marks", lambda: words() == ["Damaged", "Not described", "Damaged"])
        browser.fill(".alt-field textarea", "Seen")
        self.expect(r"/new .*4\d\d")
        browser.click(".composer .main.full")
        browser.wait_for_text("Nothing was posted.", ".composer-faults")
        for path in damaged:
            self.assertIn(path.name, browser.text(".composer-faults"))
        self.assertEqual(browser.violations(), [])
        browser.click(".strip-photo:nth-of-type(3) .take-out,.strip-photo:nth-of-type(3) button")
        browser.click(".take-out")
        browser.click(".strip-photo:nth-of-type(1) button")
        browser.click(".take-out")
        browser.wait("the good photo", lambda: words() == ["Not described"])
        browser.fill("#date", "07122012")
        browser.submit(".composer .main.full")
        browser.wait("the post", lambda: browser.path.startswith("/#post-"))
        self.assertIn("2012", browser.text(".day-head"))

    def test_pressing_twice_posts_once(self):
        browser = self.browser
        self.new_person()
        browser.open("/new")
        browser.choose(".photos-input", picture(self.world.folder))
        browser.fill("#caption", "Once")
        browser.requests()
        with browser.next_page():
            browser.script("""
                const keys = {key: "Enter", ctrlKey: true, bubbles: true};
                for (let press = 0; press < 2; press++)
                    document.querySelector("#caption").dispatchEvent(new KeyboardEvent("keydown", keys));
            """)
        browser.wait_for_text("Once", ".post .caption")
        self.assertEqual(browser.requests().count(browser.url + "/new"), 1)

    def test_editing_and_deleting_a_post(self):
        browser, person = self.browser, self.new_person()
        post = person.post(picture(self.world.folder), "Before", "--alt", "Old")
        browser.open(f"/post/{post}/edit")
        browser.fill("#caption", "After")
        browser.fill("#alt-1", "New")
        browser.fill("#place", "Delft")
        browser.submit(".label .main.full")
        self.assertEqual(browser.path, f"/post/{post}")
        self.assertEqual(browser.text(".caption"), "After")
        self.assertIn("Delft", browser.text(".where"))
        self.assertEqual(browser.find(".print img").get_attribute("alt"), "New")

        browser.click(".label .menu-button")
        browser.script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
        browser.click("[data-do=copy-link]")
        browser.wait_for_text(f"{browser.url}/post/{post}", ".toast")
        browser.click(".toast button")

        browser.click(".label .menu-button")
        browser.click(".menu .destructive")
        browser.wait_for_text("Delete this post?", "dialog")
        self.assertEqual(browser.violations(), [])
        browser.submit("dialog .fatal")
        self.assertEqual(browser.path, "/")
        self.assertTrue(browser.find(".nothing"))


class LikingTests(BrowserTest):
    def test_liking(self):
        browser, person = self.browser, self.new_person()
        post = person.post(picture(self.world.folder))
        browser.open("/")
        count = lambda: browser.text(".heart .count")
        liked = lambda: browser.find(".heart").get_attribute("aria-pressed") == "true"
        saved = lambda: person.run("show", post)["post"]["likedByViewer"]
        if browser.look.is_phone:
            browser.tap_twice(".post .print")
            browser.wait("the like", liked)
            browser.tap_twice(".post .print")
            self.assertEqual(browser.path, "/")
        else:
            browser.press("l")
            browser.wait("the like", liked)
        browser.wait("the saved like", saved)
        self.assertTrue(liked(), "A second double tap removed the like.")
        self.assertEqual(count(), "1")
        self.assertEqual(browser.find(".heart").get_attribute("aria-label"), "Like, 1 like")
        browser.open("/")
        self.assertEqual((count(), liked()), ("1", True))
        browser.click(".heart")
        self.assertEqual((count(), liked()), ("0", False), "The page did not show the change at once.")
        browser.wait("the removed like", lambda: not saved())

    def test_a_like_that_is_not_saved(self):
        browser, person = self.browser, self.new_person()
        person.post(picture(self.world.folder))
        browser.open("/")
        self.expect(BLOCKED)
        browser.command("Network.enable")
        browser.command("Network.setBlockedURLs", urls=["*/like"])
        browser.click(".heart")
        browser.wait_for_text("Your like was not saved.", ".toast")
        self.assertEqual(browser.text(".heart .count"), "0")
        self.assertEqual(browser.find(".heart").get_attribute("aria-pressed"), "false")
        browser.command("Network.setBlockedURLs", urls=[])
        browser.click(".toast button")
        browser.wait("the like", lambda: browser.text(".heart .count") == "1")

    def test_bookmarks(self):
        browser, person = self.browser, self.new_person()
        post = person.post(picture(self.world.folder))
        marked = lambda: browser.find(".bookmark").get_attribute("aria-pressed") == "true"
        saved = lambda: [post["id"] for post in person.run("bookmarks")["posts"]] == [post]
        browser.open("/")
        browser.click(".bookmark")
        self.assertTrue(marked(), "The page did not show the change at once.")
        browser.wait("the saved bookmark", saved)
        self.assertEqual(browser.text(".heart .count"), "0", "The bookmark is a like.")
        browser.open(f"/@{person.name}")
        browser.click(".profile .menu-button")
        browser.submit(".menu-row[href='/bookmarks']")
        self.assertEqual(len(browser.all(".square")), 1)
        # The page before shows what has changed on the page of the post.
        browser.open("/")
        browser.submit(".post .time")
        browser.click(".bookmark")
        browser.wait("the removed bookmark", lambda: not saved())
        browser.driver.back()
        browser.wait("the feed", lambda: browser.path == "/")
        browser.wait("the removed bookmark", lambda: not marked())
        self.expect(BLOCKED)
        browser.command("Network.enable")
        browser.command("Network.setBlockedURLs", urls=["*/bookmark"])
        browser.click(".bookmark")
        browser.wait_for_text("Your bookmark was not saved.", ".toast")
        self.assertFalse(marked())
        browser.command("Network.setBlockedURLs", urls=[])
        browser.click(".toast button")
        browser.wait("the saved bookmark", saved)
        self.assertTrue(marked())

    def test_the_likers_follow_the_heart(self):
        browser, person = self.browser, self.new_person()
        post = person.post(picture(self.world.folder))
        browser.open(f"/post/{post}")
        browser.click(".heart")
        sentence = ".likers>span:last-child"
        browser.wait_for_text("You like this", sentence)
        other = self.world.person("ben")
        other.run("like", post)
        browser.wait_for_text(f"You and {other.name} like this", sentence)
        browser.click(".heart")
        browser.wait_for_text(f"{other.name} likes this", sentence)

    def test_a_late_response_does_not_bring_back_the_likers(self):
        browser, person = self.browser, self.new_person()
        post = person.post(picture(self.world.folder))
        browser.open(f"/post/{post}")
        # Holds the first page that the script requests.
        browser.script("""
            const request = self.fetch;
            self.fetch = (url, options) => {
                const response = request(url, options);
                if (self.release || options.headers?.Accept !== "text/html") return response;
                return new Promise(done => { self.release = () => done(response); });
            };
        """)
        liked = lambda: person.run("show", post)["post"]["likedByViewer"]
        browser.click(".heart")
        browser.wait("the request", lambda: browser.script("return !!self.release"))
        self.assertTrue(liked())
        browser.click(".heart")
        browser.wait("the removed like", lambda: not liked())
        browser.script("self.release()")
        browser.settle()
        browser.wait("the page without likers", lambda: not browser.all(".likers"))

    def test_keys(self):
        if self.browser.look.is_phone:
            self.skipTest("A phone has no keys.")
        browser, person = self.browser, self.new_person()
        for _ in range(3):
            person.post(picture(self.world.folder))
        browser.open("/")
        focused = lambda: browser.script("return [...document.querySelectorAll('.post')].indexOf(document.activeElement)")
        browser.press("j")
        browser.wait("the first or second post", lambda: focused() >= 0)
        start = focused()
        browser.press("j")
        browser.wait("the next post", lambda: focused() == start + 1)
        browser.press("k")
        browser.wait("the previous post", lambda: focused() == start)
        browser.press("?")
        browser.wait_for_text("Keyboard shortcuts", "dialog")
        browser.press(Keys.ESCAPE)
        browser.wait("the closed dialog", lambda: not browser.all("dialog"))
        browser.press("f")
        browser.find(".viewer img")
        browser.press(Keys.ESCAPE)
        with browser.next_page():
            browser.press("o")
        self.assertTrue(browser.path.startswith("/post/"), browser.path)
        with browser.next_page():
            browser.press("ge")
        self.assertEqual(browser.path, "/explore")

    def test_keys_that_open_pages_and_fields(self):
        if self.browser.look.is_phone:
            self.skipTest("A phone has no keys.")
        browser, person = self.browser, self.new_person()
        post = person.post(picture(self.world.folder))
        focused = lambda: browser.script("return document.activeElement.name ?? ''")
        browser.open("/")
        browser.press("/")
        browser.wait("the search field", lambda: focused() == "q")
        browser.open(f"/post/{post}")
        browser.press("c")
        browser.wait("the comment field", lambda: focused() == "text")
        browser.open(f"/post/{post}")
        with browser.next_page():
            browser.press("gh")
        self.assertEqual(browser.path, "/")
        with browser.next_page():
            browser.press("n")
        self.assertEqual(browser.path, "/new")

    def test_escape_leaves_only_pages_without_open_parts(self):
        if self.browser.look.is_phone:
            self.skipTest("A phone has no keys.")
        browser, person = self.browser, self.new_person()
        post = person.post(picture(self.world.folder))
        browser.open(f"/post/{post}")
        browser.click(".label .menu-button")
        is_open = lambda: browser.script("return !!document.querySelector(':popover-open')")
        browser.wait("the menu", is_open)
        browser.press(Keys.ESCAPE)
        browser.wait("the closed menu", lambda: not is_open())
        browser.settle()
        self.assertEqual(browser.path, f"/post/{post}")
        with browser.next_page():
            browser.press(Keys.ESCAPE)
        self.assertEqual(browser.path, "/")

        browser.open("/new")
        browser.choose(".photos-input", picture(self.world.folder))
        browser.script("document.activeElement.blur()")
        browser.press(Keys.ESCAPE)
        browser.settle()
        self.assertEqual(browser.path, "/new")
        self.assertTrue(browser.all(".strip-photo"), "Escape dropped the chosen photo.")


class CommentTests(BrowserTest):
    def test_commenting(self):
        browser, person = self.browser, self.new_person()
        post = person.post(picture(self.world.folder))
        browser.open(f"/post/{post}")
        self.assertEqual(browser.text(".comments-title"), "No comments yet.")
        self.assertFalse(browser.find(".comment-form .button").is_enabled())
        browser.fill("#comment", "First")
        browser.click(".comment-form .button")
        browser.wait("the comment", lambda: browser.all(".comment[id]"))
        self.assertEqual(browser.text(".comments-title"), "1 comment")
        self.assertEqual(browser.find("#comment").get_attribute("value"), "")
        saved = person.run("show", post)["comments"]
        self.assertEqual([comment["text"] for comment in saved], ["First"])

        browser.script("document.querySelector('.bin').focus()")
        browser.click(".bin")
        browser.click("dialog .fatal")
        browser.wait("the deletion", lambda: browser.text(".comments-title") == "No comments yet.")
        self.assertEqual(person.run("show", post)["comments"], [])

    def test_a_comment_that_is_not_sent(self):
        browser, person = self.browser, self.new_person()
        post = person.post(picture(self.world.folder))
        browser.open(f"/post/{post}")
        self.expect(BLOCKED)
        browser.command("Network.enable")
        browser.command("Network.setBlockedURLs", urls=["*/comments"])
        browser.fill("#comment", "Not lost")
        browser.click(".comment-form .button")
        browser.wait_for_text("Not sent.", ".comment.unsent")
        self.assertIn("Not lost", browser.text(".comment.unsent"))
        browser.command("Network.setBlockedURLs", urls=[])
        browser.click(".comment .retry")
        browser.wait("the comment", lambda: browser.all(".comment[id]"))
        browser.open(f"/post/{post}")
        self.assertEqual(browser.find("#comment").get_attribute("value"), "", "A sent comment came back.")

    def test_a_comment_survives_a_reload_while_it_is_sent(self):
        browser, person = self.browser, self.new_person()
        post = person.post(picture(self.world.folder))
        browser.open(f"/post/{post}")
        browser.script("self.fetch = () => new Promise(() => {})")
        browser.fill("#comment", "Not lost")
        browser.click(".comment-form .button")
        browser.wait_for_text("Sending…", ".comment.sending")
        browser.open(f"/post/{post}")
        self.assertEqual(browser.find("#comment").get_attribute("value"), "Not lost")
