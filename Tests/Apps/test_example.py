"""The example of the documentation, an app in Swift of 40 lines, reads a home timeline to its end."""

import os
import pathlib

from cases import AppsTest, run
from world import PASSWORD

SOURCE = pathlib.Path(__file__).parents[2] / "Docs/Examples/MastodonFeed.swift"


class Example(AppsTest):
    @classmethod
    def setUpClass(cls):
        cls.program = cls.world.folder / "feed"
        flags = ["-swift-version", "6", "-warnings-as-errors"]
        compiler = run(["swiftc", *flags, SOURCE, "-o", cls.program], dict(os.environ), timeout=600)
        if compiler.returncode:
            raise AssertionError(compiler.stderr)

    def feed(self, email, password):
        """Runs the example."""
        return run([self.program, self.url, email], dict(os.environ), input=f"{password}\n")

    def test_home(self):
        leia = self.world.existing("leia")
        leia.log_in()
        app = self.client(leia)
        statuses = app.fetch_remaining(app.timeline_home(limit=20))
        self.assertGreater(len(statuses), 20)

        result = self.feed(leia.email, PASSWORD)
        self.assertEqual(result.returncode, 0, result.stderr)
        lines = result.stdout.splitlines()
        self.assertEqual(len(lines), len(statuses))
        for line, status in zip(lines, statuses):
            date, name, *_ = line.split(" ")
            self.assertEqual(date[:19], f"{status.created_at:%Y-%m-%dT%H:%M:%S}")
            self.assertEqual(name, f"@{status.account.acct}")
            self.assertNotIn("<", line)

    def test_a_wrong_password(self):
        ada = self.person()
        result = self.feed(ada.email, "wrong-password")
        self.assertNotEqual(result.returncode, 0)
        self.assertEqual(result.stdout, "")
        self.assertEqual(self.feed(ada.email, PASSWORD).returncode, 0)
