"""The commands of toot, as its users type them."""

import json
import os
import re

import photos
from cases import AppsTest, run
from pages import Visitor
from world import PASSWORD


class Toot(AppsTest):
    """A person with toot in their terminal."""

    def setUp(self):
        super().setUp()
        self.ada, self.eve = self.person("ada"), self.person("eve")
        self.home = self.world.path("home")
        self.home.mkdir()
        self.host = self.url.removeprefix("http://")
        self.names = set()

    @property
    def environment(self):
        # A terminal so high that toot never prompts for the next page.
        return {
            "HOME": str(self.home),
            "PATH": os.environ["PATH"],
            "LANG": "C.UTF-8",
            "COLUMNS": "100",
            "LINES": "9000",
        }

    def toot(self, *arguments, input="", fails=False):
        """Runs a command of toot, and returns its output."""
        result = run([self.world.bin / "toot", "--no-color", *arguments], self.environment, input=input)
        self.names.add(" ".join(arguments[:2]) if arguments[0] in ("tags", "timelines") else arguments[0])
        output = result.stdout + result.stderr
        self.assertNotIn("Traceback", output, f"toot {' '.join(map(str, arguments))}")
        self.assertEqual(result.returncode != 0, fails, f"toot {' '.join(map(str, arguments))}: {output}")
        return output

    def json(self, *arguments, **options):
        return json.loads(self.toot(arguments[0], "--json", *arguments[1:], **options))

    def log_in(self):
        self.toot("login_cli", "-i", self.url, "--email", self.ada.email, "--password", PASSWORD)

    def test_logins(self):
        output = self.toot("login_cli", "-i", self.url, "--email", self.ada.email, "--password", PASSWORD)
        self.assertIn("Successfully logged in", output)
        self.assertIn(f"{self.ada.name}@{self.host}", self.toot("auth"))
        self.assertIn(
            "Login failed",
            self.toot("login_cli", "-i", self.url, "--email", self.ada.email, "--password", "wrong", fails=True),
        )
        self.toot("logout", f"{self.ada.name}@{self.host}")
        self.assertNotIn(f"{self.ada.name}@", self.toot("auth"))
        self.toot("whoami", fails=True)

    def test_browser_login(self):
        """`toot login` prints an address, and reads the code that its page shows."""
        config = self.home / ".config/toot/config.json"
        # The first run registers the app and shows the address; it ends at the prompt for the code.
        output = self.toot("login", "-i", self.url, input="n\n", fails=True)
        address = re.search(r"http://\S+/oauth/authorize/\?\S+", output)[0]
        code = Visitor(self.url).authorize(address, self.ada).code
        output = self.toot("login", "-i", self.url, input=f"n\n{code}\n")
        self.assertIn("Successfully logged in", output)
        self.assertIn(self.ada.name, self.toot("whoami"))
        self.assertIn(self.host, json.loads(config.read_text())["apps"])

    def test_commands(self):
        """More than thirty commands, each with its effect."""
        self.log_in()
        other = self.client(self.eve)
        self.assertIn(f"@{self.ada.name}", self.toot("whoami"))
        self.assertEqual(self.json("whoami")["username"], self.ada.name)
        self.assertIn("running Mastodon 4.2", self.toot("instance"))
        self.assertIn("4.2", self.toot("instance", self.url))
        self.assertIn(f"@{self.eve.name}", self.toot("whois", self.eve.name))
        self.assertIn(f"@{self.eve.name}", self.toot("whois", f"@{self.eve.name}"))
        self.assertIn("not found", self.toot("whois", "nobody-of-this-name", fails=True).lower())

        photo = photos.jpeg(self.world.folder)
        output = self.toot("post", "Posted with #toot", "-m", photo, "-d", "A square")
        address = re.search(r"Toot posted: (\S+)", output)[1]
        post = address.rsplit("/", 1)[-1]
        status = self.json("status", "--", post)
        self.assertEqual((status["media_attachments"][0]["description"], status["url"]), ("A square", address))
        self.assertIn("Posted with #toot", self.toot("status", "--", post))
        pair = self.json(
            "post",
            "Two",
            "-m",
            photos.jpeg(self.world.folder),
            "-m",
            photos.jpeg(self.world.folder),
            "-d",
            "a",
            "-d",
            "b",
        )
        self.assertEqual([attachment["description"] for attachment in pair["media_attachments"]], ["a", "b"])
        self.assertIn("photo", self.toot("post", "No photo", fails=True).lower())
        uploaded = self.toot("upload", photos.jpeg(self.world.folder), "-d", "Later")
        self.assertIn("type 'image'", uploaded)

        reply = self.json("post", "My own reply", "--reply-to", post)
        self.assertEqual(reply["in_reply_to_id"], post)
        chained = self.json("post", "Another", "--reply-last")
        # Comments have no threads of their own: a reply to a comment is another comment.
        self.assertIn(chained["in_reply_to_id"], (post, reply["id"]))
        thread = self.toot("thread", "--", post)
        for text in ("Posted with #toot", "My own reply", "Another"):
            self.assertIn(text, thread)

        theirs = self.post(other, "By eve #sky").id
        # The address of a status counts like its ID.
        self.assertIn("favourited", self.toot("favourite", other.status(theirs).url))
        self.assertTrue(other.status(theirs).favourites_count == 1)
        self.assertIn("By eve", self.toot("timelines", "favourites", "--no-pager"))
        self.assertIn("unfavourited", self.toot("unfavourite", "--", theirs))
        self.assertEqual(other.status(theirs).favourites_count, 0)
        self.assertIn("bookmarked", self.toot("bookmark", "--", theirs))
        self.assertIn("By eve", self.toot("bookmarks", "--once"))
        self.assertIn("unbookmarked", self.toot("unbookmark", "--", theirs))
        self.assertNotIn("By eve", self.toot("bookmarks", "--once"))
        self.assertIn("not reblogged", self.toot("reblogged-by", "--", theirs))

        self.assertIn("now following", self.toot("follow", self.eve.name))
        self.assertIn(f"@{self.eve.name}", self.toot("following", self.ada.name))
        self.assertIn(f"@{self.ada.name}", self.toot("followers", self.eve.name))
        self.assertIn("By eve", self.toot("timeline", "--once"))
        self.assertIn("By eve", self.toot("timelines", "home", "--no-pager"))
        self.assertIn("By eve", self.toot("timeline", "--account", self.eve.name, "--once"))
        self.assertIn("By eve", self.toot("timelines", "account", self.eve.name, "--no-pager"))
        self.assertIn("By eve", self.toot("timeline", "--public", "--once"))
        self.assertIn("By eve", self.toot("timelines", "public", "--no-pager"))
        self.assertIn("By eve", self.toot("timeline", "--tag", "sky", "--once"))
        self.assertIn("By eve", self.toot("timelines", "tag", "sky", "--no-pager"))
        self.toot("timelines", "trending", "--no-pager")
        self.assertIn("no longer following", self.toot("unfollow", self.eve.name))

        self.assertIn("muted", self.toot("mute", self.eve.name))
        self.assertIn(self.eve.name, self.toot("muted"))
        self.assertIn("no longer muted", self.toot("unmute", self.eve.name))
        self.assertIn("No accounts muted", self.toot("muted"))
        self.assertIn("now blocking", self.toot("block", self.eve.name))
        self.assertIn(self.eve.name, self.toot("blocked"))

        other = self.client(self.person("bob"))
        name = other.me().username
        other.status_favourite(post)
        other.status_post("Nice one", in_reply_to_id=post)
        other.account_follow(self.client(self.ada).me().id)
        output = self.toot("notifications")
        for text in ("favourited your status", "mentioned you", "now follows you", "Nice one", name):
            self.assertIn(text, output)
        self.assertNotIn("mentioned", self.toot("notifications", "--type", "follow"))
        self.assertNotIn("follows", self.toot("notifications", "--exclude-type", "follow"))
        self.assertIn("cleared", self.toot("notifications", "--clear"))
        self.assertIn("no notifications", self.toot("notifications"))

        self.assertIn(f"@{name}", self.toot("search", name))
        self.assertIn("#toot", self.toot("search", "toot", "--type", "hashtags"))
        self.assertIn(post, self.toot("search", "posted", "--type", "statuses"))
        self.assertIn("#toot", self.toot("tags", "info", "toot"))
        self.assertIn("not following", self.toot("tags", "followed"))
        self.assertIn("featured", self.toot("tags", "featured"))

        self.assertIn(
            "updated", self.toot("update-account", "--display-name", "Ada of Toot", "--note", "Bio", "--avatar", photo)
        )
        self.assertIn("Ada of Toot", self.toot("whoami"))
        self.assertIn("Bio", self.toot("whoami"))

        self.assertIn("deleted", self.toot("delete", "--", reply["id"]))
        self.assertIn("deleted", self.toot("delete", "--", post))
        self.toot("status", "--", post, fails=True)
        self.assertIn(self.host, self.toot("diag", "--server"))
        self.assertGreaterEqual(len(self.names), 30, sorted(self.names))

    def test_guests(self):
        self.post(self.client(self.eve), "For guests #open")
        public = self.world.public.url
        self.assertIn("For guests", self.toot("timeline", "--public", "--instance", public, "--once"))
        self.assertIn("For guests", self.toot("timeline", "--tag", "open", "--instance", public, "--once"))
        self.assertNotIn("For guests", self.toot("timeline", "--public", "--instance", self.url, "--once", fails=True))

    def test_paging_to_the_end(self):
        """Two statuses at a time, and as many requests as it takes."""
        eve = self.client(self.eve)
        for number in range(5):
            self.post(eve, f"Page {number} end")
        self.log_in()
        shown = self.toot("timelines", "account", self.eve.name, "--limit", "2", "--no-clear")
        self.assertEqual([int(number) for number in re.findall(r"Page (\d) end", shown)], [4, 3, 2, 1, 0])
