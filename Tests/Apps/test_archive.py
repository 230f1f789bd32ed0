"""mastodon-archive backs an account up, and nothing is missing."""

import json
import os

from cases import AppsTest, run
from pages import Visitor
from world import PASSWORD

OPTIONS = [f"--with-{name}" for name in ("mentions", "followers", "following", "mutes", "blocks")]


class Archive(AppsTest):
    def setUp(self):
        super().setUp()
        # The program insists on https.
        self.secure = self.world.secure
        self.ada, self.eve = self.person("ada"), self.person("eve")
        self.folder = self.world.path("archive")
        self.folder.mkdir()
        self.host = self.secure.url.removeprefix("https://")
        self.account = f"{self.ada.name}@{self.host}"

    def archive(self, command, *arguments, input="", fails=False):
        """Runs a command of mastodon-archive in the folder of the backup."""
        environment = {
            "HOME": str(self.folder),
            "PATH": os.environ["PATH"],
            "LANG": "C.UTF-8",
        } | self.secure.environment
        result = run(
            [self.world.bin / "mastodon-archive", command, *arguments, self.account], environment, self.folder, input
        )
        self.assertEqual(result.returncode != 0, fails, result.stdout + result.stderr)
        return result.stdout

    def backup(self):
        return json.loads((self.folder / f"{self.host}.user.{self.ada.name}.json").read_text())

    def log_in(self):
        """Runs the first command twice: to see the address, and to enter the code."""
        # The command `login` does not work with this version of Mastodon.py; each other one logs in first.
        output = self.archive("archive", fails=True)
        address = next(line for line in output.splitlines() if line.startswith("https://"))
        code = Visitor(self.secure.url, str(self.secure.certificate)).authorize(address, self.ada).code
        return self.archive("archive", *OPTIONS, input=f"{code}\n")

    def test_counts(self):
        app, other = self.client(self.ada), self.client(self.eve)
        names = [self.client(self.person(name)) for name in ("bob", "cyd", "dan", "fay")]
        mine = [self.post(app, f"Mine {number} #number{number % 3}", 1 + number % 2) for number in range(23)]
        theirs = [self.post(other, f"Theirs {number}") for number in range(23)]
        for status in theirs[:21]:
            app.status_favourite(status.id)
        for status in theirs[2:]:
            app.status_bookmark(status.id)
        replies = [
            other.status_post(f"@{self.ada.name} reply {number}", in_reply_to_id=mine[number].id) for number in range(5)
        ]
        own_reply = app.status_post("My reply", in_reply_to_id=theirs[0].id)
        me = app.me().id
        for client in (*names, other):
            client.account_follow(me)
        for client in names[:2]:
            app.account_follow(client.me().id)
        app.account_mute(names[2].me().id)
        app.account_block(names[3].me().id)

        self.assertIn("Saving", self.log_in())
        data = self.backup()
        self.assertEqual(data["account"]["username"], self.ada.name)
        # What the user has written: posts, and also comments, which are statuses in reply to others.
        archived = [status["id"] for status in data["statuses"]]
        self.assertEqual(len(archived), len(set(archived)))
        self.assertEqual(set(archived), {str(status.id) for status in mine} | {str(own_reply.id)})
        self.assertEqual({status["id"] for status in data["favourites"]}, {str(status.id) for status in theirs[:21]})
        self.assertEqual(len(data["favourites"]), 21)
        self.assertEqual({status["id"] for status in data["bookmarks"]}, {str(status.id) for status in theirs[2:]})
        self.assertEqual(len(data["bookmarks"]), 21)
        self.assertEqual({status["id"] for status in data["mentions"]}, {str(status.id) for status in replies})
        # A block ends the follow in both directions.
        self.assertEqual(len(data["followers"]), 4)
        self.assertEqual(len(data["following"]), 2)
        self.assertEqual([account["id"] for account in data["mutes"]], [names[2].me().id])
        self.assertEqual([account["id"] for account in data["blocks"]], [names[3].me().id])

        report = self.archive("report", "--all")
        self.assertRegex(report, r"Statuses: +24")
        self.assertRegex(report, r"Media: +34")
        self.assertIn("#number0(8)", report)
        text = self.archive("text")
        self.assertIn("Mine 22 [#number1]", text)

        # A second run adds only what is new.
        newest = self.post(app, "Later")
        self.assertIn("Added or updated a total of 1 new items", self.archive("archive", "--with-notes"))
        self.assertEqual(self.backup()["statuses"][0]["id"], str(newest.id))
        self.assertEqual(len(self.backup()["statuses"]), 25)
        self.assertEqual(self.backup()["notes"], [])

    def test_media(self):
        """All pictures are downloaded, to files of different names."""
        app = self.client(self.ada)
        for number in range(3):
            self.post(app, f"Photo {number}", 2)
        self.log_in()
        output = self.archive("media")
        self.assertNotIn("failed", output.lower())
        addresses = {
            attachment[key]
            for status in self.backup()["statuses"]
            for attachment in status["media_attachments"]
            for key in ("url", "preview_url")
        }
        folder = self.folder / f"{self.host}.user.{self.ada.name}"
        files = [path for path in folder.rglob("*") if path.is_file()]
        self.assertGreaterEqual(len(files), len(addresses))
        self.assertFalse([path for path in files if path.suffix == ".missing" or not path.stat().st_size])

    def test_login_by_password(self):
        """If the code is wrong, the program asks for the password, and uses it once."""
        self.assertIn("Saving", self.archive("archive", input=f"wrong\n{self.ada.email}\n{PASSWORD}\n"))

    def test_a_revoked_token(self):
        """The sentence of the error leads the program to log in again."""
        self.log_in()
        for session in self.ada.run("sessions")["sessions"]:
            if "mastodon-archive" in session["label"]:
                self.ada.run("sessions", "revoke", session["id"])
        output = self.archive("archive", fails=True)
        self.assertIn("Visit the following URL", output)
