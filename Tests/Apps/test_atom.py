"""newsboat reads the feed of a person, whose address is in the person's page."""

import datetime
import os
import shutil
import sqlite3
import unittest
import urllib.parse
import xml.etree.ElementTree as xml

import requests

import photos
from cases import AppsTest, run
from pages import Page

ATOM = "{http://www.w3.org/2005/Atom}"


class Atom(AppsTest):
    @classmethod
    def setUpClass(cls):
        cls.ada = cls.world.person("ada")
        cls.ada.run("profile", "edit", "--name", "Ada & <Co>")
        cls.posts = [
            cls.ada.post(photos.jpeg(cls.world.folder), caption)
            for caption in ("First", "Second with <b>markup</b> & more", "Third ünï ✓\nTwo lines #sky")
        ]

    def address(self):
        """Returns the address of the feed, as a reader finds it in the page of the person."""
        url = f"{self.world.public.url}/@{self.ada.name}"
        links = [
            link
            for link in Page(requests.get(url).text).links
            if link.get("rel") == "alternate" and link.get("type") == "application/atom+xml"
        ]
        self.assertEqual(len(links), 1)
        self.assertTrue(links[0].get("title"))
        return urllib.parse.urljoin(url, links[0]["href"])

    @unittest.skipUnless(shutil.which("newsboat"), "The Debian package newsboat is not installed.")
    def test_newsboat(self):
        home = self.world.path("newsboat")
        home.mkdir()
        (home / "urls").write_text(self.address() + "\n")
        (home / "config").write_text("error-log error.log\n")
        command = ["newsboat", "-u", home / "urls", "-c", home / "cache.db", "-C", home / "config"]
        environment = {"HOME": str(home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
        for _ in range(2):  # The second time, the server may answer that nothing has changed.
            result = run([*command, "-x", "reload"], environment, home)
            self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertIn("3", run([*command, "-x", "print-unread"], environment, home).stdout)
        with sqlite3.connect(home / "cache.db") as cache:
            items = cache.execute(
                "SELECT title, author, url, content, pubDate FROM rss_item ORDER BY pubDate, guid"
            ).fetchall()
            title = cache.execute("SELECT title FROM rss_feed").fetchone()[0]
        self.assertIn("Ada & <Co>", title.replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">"))
        self.assertEqual({item[2] for item in items}, {f"{self.world.public.url}/post/{post}" for post in self.posts})
        texts = " ".join(f"{item[0]} {item[3]}" for item in items)
        for word in ("First", "Second with", "Third ünï ✓", "<img"):
            self.assertIn(word, texts)
        self.assertFalse((home / "error.log").exists() and (home / "error.log").read_text())

    def test_document(self):
        address = self.address()
        self.assertEqual(address, f"{self.world.public.url}/@{self.ada.name}.atom")
        response = requests.get(address)
        self.assertEqual(response.status_code, 200)
        self.assertTrue(response.headers["Content-Type"].startswith("application/atom+xml"))
        feed = xml.fromstring(response.content)
        self.assertEqual(feed.tag, f"{ATOM}feed")
        self.assertIn("Ada & <Co>", feed.findtext(f"{ATOM}title"))
        self.assertTrue(feed.findtext(f"{ATOM}id"))
        own = [link.get("href") for link in feed.findall(f"{ATOM}link") if link.get("rel") == "self"]
        self.assertEqual(own, [address])
        entries = feed.findall(f"{ATOM}entry")
        self.assertEqual(len(entries), 3)
        names = [entry.findtext(f"{ATOM}id") for entry in entries]
        self.assertEqual(len(set(names)), 3)
        for entry, post in zip(entries, reversed(self.posts)):
            self.assertIn(post, entry.findtext(f"{ATOM}id"))
            self.assertTrue(entry.findtext(f"{ATOM}title").strip())
            link = next(
                link.get("href") for link in entry.findall(f"{ATOM}link") if link.get("rel") in (None, "alternate")
            )
            self.assertEqual(link, f"{self.world.public.url}/post/{post}")
            datetime.datetime.fromisoformat(entry.findtext(f"{ATOM}updated"))
            content = entry.find(f"{ATOM}content")
            self.assertEqual(content.get("type"), "html")
            source = next(part.split('"')[0] for part in content.text.split('src="')[1:])
            self.fetch_picture(urllib.parse.urljoin(address, source.replace("&amp;", "&")))
            self.assertNotIn("<b>markup", content.text)

    def test_unchanged(self):
        """A reader that has the feed is told that nothing has changed; after a post, it gets the new one."""
        response = requests.get(self.address())
        self.assertIn("ETag", response.headers)
        again = requests.get(self.address(), headers={"If-None-Match": response.headers["ETag"]})
        self.assertEqual((again.status_code, again.content), (304, b""))

    def test_who_may_read(self):
        """Whoever may see the profile: on a server without guests, nobody without a session of the pages."""
        answer = requests.get(f"{self.url}/@{self.ada.name}.atom", allow_redirects=False)
        self.assertIn(answer.status_code, (302, 303, 401, 403, 404))
        self.assertNotIn("First", answer.text)
        self.assertEqual(requests.get(f"{self.world.public.url}/@nobody-of-this-name.atom").status_code, 404)
        self.assertEqual(requests.get(f"{self.world.public.url}/@{self.ada.name.upper()}.atom").status_code, 200)
