"""mastodon.el logs in, reads, posts and acts, in batch mode."""

import os
import pathlib
import re
import shutil
import unittest

import photos
from cases import AppsTest, run
from pages import Visitor

SCRIPT = pathlib.Path(__file__).parent / "mastodon-el.el"


@unittest.skipUnless(
    shutil.which("emacs") and pathlib.Path("/usr/share/emacs/site-lisp/elpa-src").is_dir(),
    "The Debian packages emacs-nox and elpa-mastodon are not installed.",
)
class Emacs(AppsTest):
    def test_a_day_in_emacs(self):
        # Without TLS, mastodon.el drops the answers of its asynchronous requests.
        secure = self.world.secure
        ada, eve = self.person("ada"), self.client(self.person("eve"))
        home = self.world.path("emacs")
        home.mkdir()
        app = self.client(ada)
        app.account_follow(eve.me().id)
        for number in range(25):
            self.post(eve, f"Status {number} for Emacs")
        mine = self.post(app, "Mine")
        eve.status_favourite(mine.id)
        eve.status_post(f"@{ada.name} commented", in_reply_to_id=mine.id)

        environment = {
            "HOME": str(home),
            "PATH": os.environ["PATH"],
            "LANG": "C.UTF-8",
            "APPS_URL": secure.url,
            "APPS_USER": ada.name,
            "APPS_PHOTO": str(photos.jpeg(self.world.folder)),
        } | secure.environment
        emacs = ["emacs", "--batch", "--load", SCRIPT]
        registration = run(emacs, environment | {"APPS_STEP": "register"})
        address = re.search(r"^authorize: (\S+)$", registration.stdout, re.M)
        self.assertTrue(address, registration.stdout + registration.stderr)
        code = Visitor(secure.url, str(secure.certificate)).authorize(address[1], ada).code
        self.assertTrue(code)
        result = run(emacs, environment, input=f"{code}\n", timeout=300)
        steps = dict(line.split(": ", 1) for line in result.stdout.splitlines() if ": " in line)
        output = f"{result.stdout}\n{result.stderr}"
        self.assertEqual(result.returncode, 0, output)
        self.assertEqual((steps["token"], steps["account"], steps["posted"]), ("yes", ada.name, "yes"), output)
        self.assertGreater(int(steps["limit"]), 100)

        for text in ("Posted from Emacs", "Status 24 for Emacs"):
            self.assertIn(text, steps["home"])
        self.assertGreater(int(steps["older"]), 0)
        self.assertIn("Posted from Emacs", steps["favourites"])
        self.assertIn("Posted from Emacs", steps["bookmarks"])
        for text in ("Favourited", "Mentioned", "commented"):
            self.assertIn(text, steps["notifications"])
        self.assertIn("#emacs", steps["search"])
        self.assertIn("TOOTS: 2", steps["profile"])
        self.assertEqual(steps["described"], "Described in Emacs")
        # The last step has deleted what the second one had posted.
        self.assertEqual(steps["deleted"], steps["newest"])
        self.assertEqual(str(app.timeline_home()[0].id), str(mine.id))
