"""Tests of signing up, logging in and out, and editing a profile."""

import zxingcpp

from cases import BrowserTest
from pictures import picture, shades


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
        browser.fill("#url", "https:no-address")
        browser.click(".door-form .main.button")
        browser.wait("both faults", lambda: len(browser.all(".fault")) == 2)
        self.assertIn("taken", browser.text("#username-fault"))
        self.assertIn("web address", browser.text("#url-fault"))
        self.assertEqual(browser.script("return document.activeElement.id"), "username")
        self.assertEqual(browser.find("#email").get_attribute("value"), f"{name}@timeline.example")
        self.assertEqual(browser.find("#password").get_attribute("value"), "any sentence will do")
        self.assertEqual(browser.violations(), [])

        browser.fill("#username", name)
        browser.fill("#url", "")
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

    def test_going_back_to_the_page_of_another_user(self):
        browser, first, second = self.browser, self.new_person(), self.world.person("ben")
        post = first.post(picture(self.world.folder), "By the first")
        second.run("follow", first.name)
        second.post(picture(self.world.folder), "By the second")
        captions = lambda: [caption.text for caption in browser.all(".post .caption")]
        browser.open("/")
        self.assertEqual(captions(), ["By the first"])
        browser.click(".heart")
        browser.wait("the saved like", lambda: first.run("show", post)["post"]["likedByViewer"])
        entry = browser.script("return navigation.currentEntry.key")

        self.expect("Clear-Site-Data")
        browser.open(f"/@{first.name}")
        browser.click(".profile .menu-button")
        browser.submit(".menu-form button")
        self.log_in(second)
        browser.open("/")
        browser.script("navigation.traverseTo(arguments[0])", entry)
        browser.wait("the entry", lambda: browser.script("return navigation.currentEntry.key") == entry)
        browser.wait("their own feed", lambda: captions() == ["By the second", "By the first"])
        hearts = [heart.get_attribute("aria-pressed") for heart in browser.all(".heart")]
        self.assertEqual(hearts, ["false", "false"], "The page shows the likes of the other user.")

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

    def test_inviting_a_friend(self):
        browser = self.browser
        self.new_person()
        browser.open("/settings")
        self.assertIn("You have no copy of your identity", browser.text(".note"))
        browser.submit("a[href='/settings/invite']")
        browser.fill("#address", "http://192.168.1.20:8080")
        browser.submit(".fields .main.button")
        link = browser.find("#invitation").get_attribute("data-link")
        self.assertTrue(link.startswith("timeline://follow/1/"))
        self.assertEqual(browser.text("#invitation"), f"timeline follow '{link}'")
        self.assertEqual(browser.violations(), [])
        self.check_layout()
        if browser.look.is_phone:
            self.assertIsNone(browser.overflow(320))
        width, height, pixels = shades(browser.find(".qr").screenshot_as_png)
        codes = zxingcpp.read_barcodes(memoryview(pixels).cast("B", shape=[height, width]))
        # The code opens the page of the server, with the link in the part of its address that browsers keep.
        page = f"http://192.168.1.20:8080/invitation#{link.removeprefix('timeline://follow/')}"
        self.assertEqual([code.text for code in codes], [page])
        self.assertEqual(browser.text("#page"), page)

        self.expect(r"/settings/invite .*4\d\d")
        browser.fill("#address", "ssh://host")
        browser.submit(".fields .button")
        self.assertTrue(browser.find(".fault"))

    def test_accepting_an_invitation(self):
        browser, friend = self.browser, self.world.person("friend")
        link = friend.run("invite")["link"]
        payload = link.removeprefix("timeline://follow/")
        browser.open(f"/invitation#{payload}")
        self.assertEqual(browser.text("#invitation"), link)
        self.assertTrue(browser.find("#accept").get_attribute("href").endswith(f"/settings/follow#{payload}"))
        self.assertEqual(browser.violations(), [])
        self.check_layout()
        person = self.world.person("guest")
        # The link survives a login.
        browser.open(f"/settings/follow#{payload}")
        browser.fill("#email", person.email)
        browser.fill("#password", person.password)
        browser.submit(".door-form .main.button")
        self.assertEqual(browser.path, "/settings/follow")
        self.assertEqual(browser.find("#link").get_attribute("value"), link)
        browser.submit(".fields .main.button")
        self.assertEqual(browser.path, "/settings/sync")
        self.assertIn("You follow them now.", browser.text(".toast"))
        self.assertIn(friend.name, browser.text("main"))
        self.assertEqual([user["username"] for user in person.run("following")["users"]], [friend.name])
        self.assertIsNone(browser.script("return sessionStorage.getItem('invitation')"))

    def test_an_invitation_survives_a_sign_up(self):
        browser, friend = self.browser, self.world.person("inviter")
        link = friend.run("invite")["link"]
        browser.open(f"/settings/follow#{link.removeprefix('timeline://follow/')}")
        browser.submit(".other-door a")
        name = f"invited_{browser.look.width}_{browser.look.theme}"
        browser.fill("#username", name)
        browser.fill("#email", f"{name}@timeline.example")
        browser.fill("#password", "any sentence will do")
        browser.submit(".door-form .main.button")
        self.assertEqual(browser.path, "/settings/follow")
        self.assertEqual(browser.find("#link").get_attribute("value"), link)

    def test_syncing_and_devices(self):
        browser, person = self.browser, self.new_person()
        person.post(picture(self.world.folder), "To be carried")
        folder = self.world.path("shared")
        folder.mkdir()
        person.run("sync", folder, "--shared")
        person.post(picture(self.world.folder), "To be carried, too")
        browser.open("/settings")
        browser.submit("a[href='/settings/sync']")
        browser.submit(".sync-now button")
        browser.wait_for_text("Sent 1 post", ".outcome")
        self.assertIn(folder.name, browser.text(".outcome"))
        self.assertEqual(browser.violations(), [])
        self.check_layout()

        self.expect(r"/settings/devices/pair .*401")
        for password in ("not this one", person.password):
            browser.fill("#name", "Phone")
            browser.fill("#password-pair", password)
            browser.submit("form[action='/settings/devices/pair'] .button")
        self.assertRegex(browser.text(".pairing-code"), r"^\w{4}-\w{4}-\w{4}-\w$")
        self.assertTrue(browser.find("a[download]").get_attribute("href").startswith("data:"))
        self.assertEqual(browser.violations(), [])
        browser.open("/settings/sync")
        self.assertIn("Phone", browser.text(".devices"))
        browser.click(".device:last-child details:last-of-type summary")
        browser.fill(".device:last-child [type=password]", person.password)
        browser.submit(".device:last-child .fatal")
        self.assertIn("Revoked on", browser.text(".device:last-child"))
        self.assertIn("The device was revoked.", browser.text(".toast"))

    def test_muting_on_a_profile(self):
        browser = self.browser
        self.new_person()
        browser.open("/@hansolo")
        browser.click(".menu-button")
        browser.submit("form[action='/@hansolo/mute'] button")
        browser.wait_for_text("You muted this user.", ".toast")
        self.assertEqual(browser.path, "/@hansolo")
        browser.open("/settings")
        self.assertIn("hansolo", browser.text("main"))
        browser.submit("form[action='/@hansolo/unmute'] button")
        self.assertFalse(browser.all("form[action='/@hansolo/unmute']"))

    def test_changing_the_password_and_leaving(self):
        browser, person = self.browser, self.new_person()
        self.expect("Clear-Site-Data", r"/settings/password .*401")
        browser.open("/settings")
        new = "another sentence will do"
        for old, answer in (("not this one", ".fault"), (person.password, ".toast")):
            browser.fill("#password", old)
            browser.fill("#new-password", new)
            browser.submit("form[action='/settings/password'] .button")
            self.assertIn("password", browser.text(answer))
        self.assertEqual(browser.path, "/settings")
        browser.open("/settings/delete")
        browser.fill("[type=password]", new)
        browser.submit(".fatal")
        self.assertEqual(browser.text(".note"), "Your account was deleted.")
        self.assertEqual(browser.violations(), [])

    def test_choosing_the_theme(self):
        browser, other = self.browser, {"light": "dark", "dark": "light"}[self.browser.look.theme]
        self.new_person()
        browser.open("/settings")
        self.assertFalse(browser.script("return !!document.querySelector('.insecure').offsetParent"))
        with_theme = "return getComputedStyle(document.body).backgroundColor"
        before = browser.script(with_theme)
        browser.script("document.querySelector(arguments[0]).click()", f".choice [value={other}]")
        browser.wait("the other theme", lambda: browser.script(with_theme) != before)
        browser.wait_for_text("Saved.", ".toast")
        browser.wait("the cookie", lambda: any(c["value"] == other for c in browser.driver.get_cookies()))
        browser.open("/")
        self.assertNotEqual(browser.script(with_theme), before)
