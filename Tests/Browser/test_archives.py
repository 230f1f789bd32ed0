"""Tests of importing and downloading archives in the settings."""

import json
import zipfile

from cases import BrowserTest
from pictures import picture


class ArchiveTests(BrowserTest):
    def instagram(self):
        """Writes an archive like one of Instagram, with a picture and a broken one."""
        path = self.world.path("instagram.zip")
        place = {"photo_metadata": {"exif_data": [{"latitude": 52.5, "longitude": 13.25}]}}
        first = {"uri": "media/a.png", "creation_timestamp": 1600000000, "title": "Caf\u00c3\u00a9"}
        posts = [
            {"media": [first | {"media_metadata": place}]},
            {"media": [{"uri": "media/b.png", "creation_timestamp": 1600000001}]},
        ]
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("your_instagram_activity/media/posts_1.json", json.dumps(posts))
            archive.write(picture(self.world.folder), "media/a.png")
            archive.writestr("media/b.png", "broken <b>")
        return path

    def large_archive(self):
        """Writes an archive whose import takes several seconds."""
        path = self.world.path("large.zip")
        posts = [
            {"media": [{"uri": f"media/{number}.png", "creation_timestamp": 1500000000 + number}]}
            for number in range(self.COUNT)
        ]
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("your_instagram_activity/media/posts_1.json", json.dumps(posts))
            for number in range(self.COUNT):
                archive.write(picture(self.world.folder), f"media/{number}.png")
        return path

    COUNT = 1000

    def upload(self, path, with_places=False):
        browser = self.browser
        browser.open("/settings")
        browser.choose("#archive", path)
        if with_places:
            browser.click("input[name=places]")
        browser.submit('form[action="/settings/import"] .button')
        self.assertEqual(browser.path, "/settings/import")
        # The script shows the outcome as soon as it is known.
        browser.wait("the outcome", lambda: not browser.all(".import.running"))

    def check_page(self):
        browser = self.browser
        browser.settle()
        self.assertEqual(browser.violations(), [])
        self.check_layout()
        self.assertIsNone(browser.overflow(320), f"{browser.path} scrolls sideways at 320 pixels.")

    def test_importing_an_archive(self):
        browser, person = self.browser, self.new_person("archive")
        archive = self.instagram()
        self.upload(archive, with_places=True)
        self.assertIn("Imported 1 post with 1 picture.", browser.text(".setting-body [role=status]"))
        self.assertIn("neither a picture nor a video", browser.text(".findings"))
        self.check_page()
        browser.open("/")
        browser.wait_for_text("Café")
        self.assertEqual(browser.broken_photos(), [])

        # Importing the same archive again imports nothing, and a file of another kind is rejected.
        self.upload(archive)
        self.assertEqual(
            [row.text.split() for row in browser.all(".report tbody tr")[:2]],
            [["Imported", "0", "0"], ["Already", "here", "1", "1"]],
        )
        notes = self.world.path("notes.zip")
        notes.write_text("text")
        self.upload(notes)
        self.assertIn("cannot be read", browser.text(".setting-body [role=alert]"))
        self.check_page()
        posts = person.run("feed")["posts"]
        self.assertEqual([post["place"]["coordinate"]["latitude"] for post in posts], [52.5])

    def test_the_progress_is_live(self):
        browser = self.browser
        self.new_person("archive")
        browser.open("/settings")
        browser.choose("#archive", self.large_archive())
        browser.submit('form[action="/settings/import"] .button')
        browser.open("/settings")
        browser.wait("the progress", lambda: browser.all(".import.running progress"))
        first = browser.text(".import.running p")
        browser.wait("a change", lambda: browser.text(".import.running p") != first)
        browser.script("self.region = document.querySelector('.outcome[role=status]')")
        self.assertEqual(browser.all("#archive"), [])
        self.check_page()
        # Nothing was pressed, the form is back, and the outcome is in the region that was there before, which screen
        # readers therefore announce.
        browser.wait("the end", lambda: browser.all(".import:not(.running) #archive"))
        self.assertIn(f"Imported {self.COUNT:,} posts", browser.script("return region.isConnected && region.textContent"))
        browser.open("/settings")
        self.assertIn("Show the last import", browser.text(".import"))
        browser.open("/settings/import")
        self.assertIn(f"Imported {self.COUNT:,} posts", browser.text(".setting-body [role=status]"))

    def test_downloading_everything(self):
        browser, person = self.browser, self.new_person("archive")
        post = person.post(picture(self.world.folder), "Two #suns")
        folder = self.world.path("downloads")
        folder.mkdir()
        browser.command("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))
        browser.open("/settings")
        self.check_page()
        browser.click('form[action="/settings/export"] .button')
        browser.wait("the download", lambda: list(folder.glob("*.zip")))
        archive = next(folder.glob("*.zip"))
        self.assertRegex(archive.name, rf"timeline-{person.name}-[0-9-]{{10}}[.]zip")
        with zipfile.ZipFile(archive) as content:
            self.assertIsNone(content.testzip())
            names = content.namelist()
        self.assertIn(f"site/post/{post}.html", names)
        self.assertIn("manifest.json", names)
        # The same archive can be imported where it came from, and changes nothing.
        self.upload(archive)
        self.assertIn("0 imported", browser.text(".setting-body [role=status]"))
        self.assertIn("0 rejected", browser.text(".setting-body [role=status]"))
