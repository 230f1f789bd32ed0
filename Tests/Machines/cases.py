"""Faults that people could have met, each with what happens instead: cases.py PROGRAM [TEST...]"""

import argparse
import contextlib
import hashlib
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import sqlite3
import struct
import subprocess
import sys
import tempfile
import threading
import unittest
import zlib

import peer
from machines import PASSWORD, Machine, printed_port
from records import decode

PICTURES = sorted((pathlib.Path(__file__).parent.parent.parent / "SeedData/images").glob("*.jpg"))
OPTIONS = argparse.Namespace()


def words(text):
    """Returns a text without line breaks, which depend on the width of the terminal."""
    return " ".join(text.split())


class CutRelay:
    """Passes TCP connections on to a port, and ends each after some bytes from the server."""

    def __init__(self, target, limit):
        self.target, self.limit, self.passed = target, limit, 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self):
        self.listener.close()

    def _accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
                server = socket.create_connection(("127.0.0.1", self.target), 10)
            except OSError:
                return
            threading.Thread(target=self._pass, args=(client, server, None), daemon=True).start()
            threading.Thread(target=self._pass, args=(server, client, self.limit), daemon=True).start()

    def _pass(self, source, target, left):
        try:
            while data := source.recv(65536):
                if left is not None:
                    data = data[:left]
                    left -= len(data)
                    self.passed += len(data)
                target.sendall(data)
                if left == 0:
                    break
        except OSError:
            pass  # The other direction was cut first.
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


class Case(unittest.TestCase):
    """A test with machines by name, which reach each other through folders, pipes and TCP."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="timeline-case-"))
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.machines = {}
        self.library = self.folder / "other-clock.so"
        self.ssh = self.folder / "ssh"
        self.ssh.write_text(
            "#!/bin/bash\n"
            'while [ "$1" != -- ]; do shift; done\n'
            f'cd "{self.folder}/$2" || exit 255\n'
            "unset LD_PRELOAD\n"
            "[ ! -e ../clock-$2 ] || export LD_PRELOAD=../other-clock.so CLOCK_OFFSET=$(cat ../clock-$2)\n"
            f'HOME="$PWD" TIMELINE_HOME="$PWD/store" exec "{OPTIONS.program}" sync --stdio\n'
        )
        self.ssh.chmod(0o755)

    def machine(self, name):
        machine = Machine(OPTIONS.program, self.folder, name)
        machine.environment["TIMELINE_SSH"] = str(self.ssh)
        self.machines[name] = machine
        return machine

    def people(self, *names):
        """Returns machines with users of the same names."""
        machines = [self.machine(name) for name in names]
        for machine in machines:
            machine.sign_up()
        return machines

    def paired(self, old, name):
        """Returns a new device of the user of another one."""
        file = self.folder / f"{name}.pair"
        code = old.run("pair", "--to", file, "--name", name, "--password-stdin", input=f"{PASSWORD}\n")["code"]
        new = self.machine(name)
        new.run("pair", "--from", file, "--password-stdin", input=f"{code}\n{PASSWORD}\n")
        return new

    def befriend(self, *machines):
        for machine in machines:
            for other in machines:
                if other is not machine:
                    machine.follow(other)

    def share(self, *machines, times=1):
        for _ in range(times):
            for machine in machines:
                machine.run("sync", self.folder / "shared", "--shared")

    def own(self, *machines, times=1):
        for _ in range(times):
            for machine in machines:
                machine.run("sync", self.folder / "own", "--own")

    def pipe(self, machine, other):
        return machine.run("sync", f"ssh://{other.name}")["syncs"][0]

    def set_clock(self, machine, seconds):
        """Puts a machine's clock forward by some seconds."""
        if not self.library.exists():
            source = pathlib.Path(__file__).with_name("other-clock.c")
            subprocess.run([shutil.which("clang") or "cc", "-shared", "-fPIC", "-o", self.library, source], check=True)
        file = self.folder / f"clock-{machine.name}"
        if seconds:
            file.write_text(str(seconds))
            machine.environment |= {"LD_PRELOAD": str(self.library), "CLOCK_OFFSET": str(seconds)}
        else:
            file.unlink(missing_ok=True)
            machine.environment.pop("LD_PRELOAD", None)

    def captions(self, machine, of=None):
        return [post["caption"] for post in machine.run("feed", "--everyone", *(["--of", of] if of else []))["posts"]]

    def comments(self, machine, post):
        return [comment["text"] for comment in machine.run("show", post)["comments"]]

    def missing(self, machine):
        """Returns the reasons why pictures are missing that the user wants."""
        pictures = machine.run("sync", "status")["missing"]["pictures"]
        return [picture["reason"] for picture in pictures if picture["reason"] != "unfollowed"]

    def text(self, machine, *arguments):
        """Returns the output and the errors of a command as one line."""
        _, output, errors = machine.attempt(*arguments)
        return words(output + errors)

    def files(self, folder, pattern="**/*"):
        return [path for path in folder.glob(pattern) if path.is_file()]


def big_picture(path):
    """Writes a PNG of noise with 14 MB, which no program can make smaller."""
    side = 2200
    noise = random.Random(1)
    rows = b"".join(b"\0" + noise.randbytes(3 * side) for _ in range(side))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 0)) + chunk(b"IEND", b"")
    )
    return path


class Pictures(Case):
    def test_a_kill_between_the_last_byte_and_the_rename(self):
        if not shutil.which("strace"):
            self.skipTest("strace is not installed")
        leia, han = self.people("leia", "han")
        leia.post(PICTURES[0], "one")
        with leia.listening() as port:
            link = leia.run("invite", "--address", f"tcp://127.0.0.1:{port}")["link"]
            # Every way of moving a file into place.
            calls = "rename,renameat,renameat2,link,linkat"
            environment = {"HOME": str(han.home), "TIMELINE_HOME": str(han.store), "PATH": os.environ["PATH"]}
            subprocess.run(
                ["strace", "-f", "-o", "/dev/null", "-e", f"trace={calls}", "-e", f"inject={calls}:signal=KILL:when=1",
                 OPTIONS.program, "follow", link], env=environment, capture_output=True, check=False,
            )
            for _ in range(2):
                han.run("sync", f"tcp://127.0.0.1:{port}")
        self.assertEqual(self.missing(han), [])
        han.check()

    def test_an_edit_before_the_picture(self):
        (leia,) = self.people("leia")
        desk = self.paired(leia, "desk")
        post = leia.post(big_picture(self.folder / "big.png"), "typo")
        desk.run("sync", "ssh://leia", "--budget", "1MB")
        desk.run("edit", post, "--caption", "no typo")
        for _ in range(2):
            self.pipe(desk, leia)
        self.assertEqual(self.missing(desk), [])
        desk.check()
        desk.run("save", post, "-o", self.folder / "saved.png")

    def test_a_link_that_breaks(self):
        # Each connection costs a handshake, and loses at most one part of 64 KiB.
        for limit, connections in ((3_000_000, 8), (300_000, 120)):
            with self.subTest(limit):
                leia, han = self.people(f"leia{limit}", f"han{limit}")
                leia.post(big_picture(self.folder / "big.png"), "big")
                with leia.listening() as port:
                    relay = CutRelay(port, limit)
                    place = f"tcp://127.0.0.1:{relay.port}"
                    han.attempt("follow", leia.run("invite", "--address", place)["link"])
                    for _ in range(connections):
                        if han.attempt("sync", place)[0] == 0:
                            break
                    relay.close()
                self.assertEqual(self.missing(han), [])
                print(f"  cut every {limit:,} bytes: {relay.passed:,} bytes passed")
                self.assertLess(relay.passed, 36_000_000)

    def test_a_picture_of_somebody_unfollowed_is_not_missing(self):
        leia, han = self.people("leia", "han")
        han.follow(leia)
        leia.post(PICTURES[0], "picture")
        self.share(leia)
        shutil.rmtree(self.folder / "shared/blobs")
        han.attempt("sync", self.folder / "shared", "--shared")
        self.assertNotEqual(self.missing(han), [])
        han.run("unfollow", "leia")
        self.share(leia, han, han)
        self.assertEqual(self.missing(han), [])

    def test_the_avatar_of_a_follower(self):
        leia, bob = self.people("leia", "bob")
        bob.run("profile", "edit", "--avatar", PICTURES[0])
        bob.follow(leia)
        leia.post(PICTURES[1], "x")
        self.share(leia, bob, times=3)
        self.assertEqual([user["username"] for user in leia.run("followers")["users"]], ["bob"])
        self.assertEqual(self.missing(leia), [])

    def test_deleted_bytes_are_gone(self):
        leia, han = self.people("leia", "han")
        self.befriend(leia, han)
        post = leia.post(PICTURES[0], "bye-bye")
        self.share(leia, han, leia)
        leia.run("delete", post, "--yes")
        self.share(leia, han)
        han.run("doctor")
        for machine in (leia, han):
            blobs = [path for path in self.files(machine.store / "blobs") if len(path.name) > 40]
            self.assertEqual(blobs, [])
        for path in self.files(han.store, "timeline.sqlite*"):
            self.assertNotIn(b"bye-bye", path.read_bytes())


class Unfollowing(Case):
    def test_a_comment_and_a_like_are_deleted(self):
        leia, han = self.people("leia", "han")
        self.befriend(leia, han)
        post = leia.post(PICTURES[0], "hello")
        self.share(leia, han, leia)
        comment = han.run("comment", post, "something I regret")["id"]
        han.run("like", post)
        self.share(han, leia)
        self.assertEqual(self.comments(leia, post), ["something I regret"])
        han.run("unfollow", "leia")
        han.run("delete", comment, "--yes")
        han.run("unlike", post)
        self.share(han, leia)
        self.assertEqual(self.comments(leia, post), [])
        self.assertEqual(leia.feed()[-1][2], 0)

    def test_the_same_over_a_pipe(self):
        leia, han = self.people("leia", "han")
        self.befriend(leia, han)
        post = leia.post(PICTURES[0], "hello")
        self.share(leia, han, leia)
        comment = han.run("comment", post, "something I regret")["id"]
        self.pipe(han, leia)
        self.assertEqual(self.comments(leia, post), ["something I regret"])
        han.run("unfollow", "leia")
        han.run("delete", comment, "--yes")
        self.pipe(han, leia)
        self.assertEqual(self.comments(leia, post), [])

    def test_a_post_and_an_account_are_deleted(self):
        leia, han = self.people("leia", "han")
        self.befriend(leia, han)
        post = leia.post(PICTURES[0], "a post to be deleted")
        leia.post(PICTURES[1], "another")
        self.share(leia, han, leia)
        han.run("unfollow", "leia")
        leia.run("delete", post, "--yes")
        self.share(leia, han)
        self.assertEqual(self.captions(han), ["another"])
        leia.run("account", "delete", "--password-stdin", input=f"{PASSWORD}\n")
        leia.run("sync")
        self.share(han)
        self.assertEqual(self.captions(han), [])

    def test_an_archive_after_a_friend_has_left(self):
        leia, han, new = self.people("leia", "han", "new")
        leia.follow(han)
        han.post(PICTURES[0], "x")
        leia.post(PICTURES[1], "y")
        self.share(leia, han, leia, han)
        han.run("account", "delete", "--password-stdin", input=f"{PASSWORD}\n")
        han.run("sync")
        self.share(leia)
        leia.run("export", self.folder / "archive", "--everything")
        new.run("import", "timeline", self.folder / "archive")
        leia.run("import", "timeline", self.folder / "archive")

    def test_likes_beyond_the_limit_arrive_once_the_person_is_followed(self):
        leia, han = self.people("leia", "han")
        (self.folder / "many").mkdir()
        for number in range(230):
            shutil.copy(PICTURES[number % len(PICTURES)], self.folder / f"many/{number}.jpg")
            with open(self.folder / f"many/{number}.jpg", "ab") as file:
                file.write(b"%d" % number)
        leia.run("import", "folder", self.folder / "many")
        han.follow(leia)
        self.share(leia, han, leia)
        posts = [post[0] for post in han.feed()]
        for post in posts:
            han.run("like", post)
        self.share(han, leia)
        self.assertEqual(sum(post[2] for post in leia.feed()), 200)
        leia.run("follow", "han")
        self.share(leia, han, leia)
        self.assertEqual(sum(post[2] for post in leia.feed()), len(posts))


class Blocks(Case):
    def test_deletions_by_a_blocked_person_arrive(self):
        han, mal = self.people("han", "mal")
        self.befriend(han, mal)
        post, other = mal.post(PICTURES[0], "mal's post"), han.post(PICTURES[1], "han's post")
        self.share(mal, han, mal)
        comment = mal.run("comment", other, "mal's comment")["id"]
        self.share(mal, han)
        han.run("block", "mal")
        mal.run("delete", post, "--yes")
        mal.run("delete", comment, "--yes")
        self.share(mal, han)
        han.run("unblock", "mal")
        self.assertEqual(self.captions(han), ["han's post"])
        self.assertEqual(self.comments(han, other), [])

    def test_a_block_of_somebody_unknown_elsewhere(self):
        leia, bob = self.people("leia", "bob")
        phone = self.paired(leia, "phone")
        with phone.listening() as port:
            bob.run("follow", phone.run("invite", "--address", f"tcp://127.0.0.1:{port}")["link"])
        phone.run("block", "bob")
        for _ in range(2):
            self.pipe(leia, phone)
        self.assertIn("bob", self.text(leia, "block"))
        leia.run("unblock", "bob")
        self.pipe(leia, phone)
        self.assertNotIn("bob", self.text(phone, "block"))

    def test_a_block_within_a_store(self):
        (cem,) = self.people("cem")
        dan = self.machine("dan")
        dan.store = cem.store
        dan.sign_up()
        post = cem.post(PICTURES[0], "x")
        cem.run("block", "dan")
        for command in (("comment", post, "from the blocked one"), ("like", post), ("follow", "cem")):
            status, _, errors = dan.attempt(*command)
            self.assertEqual(status, 77, f"{command}: {errors}")
        self.assertNotIn("dan", self.text(cem, "activity"))
        self.assertEqual(self.comments(cem, post), [])
        cem.check()


class OwnDevices(Case):
    def test_followers_and_their_likes(self):
        leia, han = self.people("leia", "han")
        desk = self.paired(leia, "desk")
        post = leia.post(PICTURES[0], "hello")
        self.pipe(desk, leia)
        with leia.listening() as port:
            place = f"tcp://127.0.0.1:{port}"
            han.run("follow", leia.run("invite", "--address", place)["link"])
            han.run("sync", place)
        self.pipe(desk, leia)
        self.assertEqual([user["username"] for user in desk.run("followers")["users"]], ["han"])
        third = self.paired(leia, "third")
        self.own(leia, third)
        self.assertEqual([user["username"] for user in third.run("followers")["users"]], ["han"])
        han.run("like", post)
        with leia.listening() as port:
            han.run("sync", f"tcp://127.0.0.1:{port}")
        self.pipe(desk, leia)
        self.assertEqual(desk.feed()[0][2], 1)

    def test_private_data_over_a_folder(self):
        # A short name would be found in random bytes now and then.
        leia, han, mal = self.people("leia", "han_of_corellia", "mal")
        desk = self.paired(leia, "desk")
        for friend in (han, mal):
            self.befriend(leia, friend)
            friend.post(PICTURES[0], f"from {friend.name}")
        self.share(han, mal, leia, times=2)
        self.own(leia, desk, times=2)
        leia.run("feed")
        leia.run("block", "mal")
        leia.run("mute", "han_of_corellia")
        self.own(leia, desk, times=2)
        for question in (("block",), ("mute",), ("feed", "--new")):
            self.assertEqual(desk.run(*question), leia.run(*question), question)
        for path in self.files(self.folder / "own"):
            self.assertNotIn(b"han_of_corellia", path.read_bytes())

    def test_an_older_post_that_arrives_late(self):
        leia, han, mal = self.people("leia", "han", "mal")
        desk = self.paired(leia, "desk")
        for friend in (han, mal):
            self.befriend(leia, friend)
            friend.post(PICTURES[0], f"early {friend.name}")
        self.share(han, mal, leia, desk, times=2)
        self.pipe(leia, desk)
        mal.post(PICTURES[1], "older, arrives late")
        han.post(PICTURES[2], "newer")
        self.share(han, leia, desk)
        leia.run("feed")
        desk.run("feed")
        self.pipe(leia, desk)
        self.share(mal, leia, desk)
        self.assertEqual([post["caption"] for post in leia.run("feed", "--new")["posts"]], ["older, arrives late"])
        for _ in range(2):
            self.pipe(leia, desk)
            self.pipe(desk, leia)
        self.assertEqual(desk.run("feed", "--new")["posts"], [])

    def test_an_identity_opens_the_own_folder(self):
        (leia,) = self.people("leia")
        leia.run("identity", "export", self.folder / "leia.identity", "--password-stdin", input=f"{PASSWORD}\n")
        leia.post(PICTURES[0], "one")
        self.own(leia)
        new = self.machine("new")
        new.run("identity", "import", self.folder / "leia.identity", "--password-stdin", input=f"{PASSWORD}\n")
        self.own(new)
        self.assertEqual(self.captions(new), ["one"])

    def test_an_old_backup_is_restored(self):
        leia, han = self.people("leia", "han")
        self.befriend(leia, han)
        leia.post(PICTURES[0], "before")
        self.share(leia, han, leia)
        leia.run("backup", self.folder / "backup")
        leia.post(PICTURES[1], "after the backup")
        self.share(leia, han)
        shutil.rmtree(leia.store)
        shutil.copytree(self.folder / "backup", leia.store)
        leia.store.chmod(0o700)
        leia.post(PICTURES[2], "after the restore")
        for _ in range(2):
            leia.attempt("sync", self.folder / "shared", "--shared")
            han.attempt("sync", self.folder / "shared", "--shared")
        email = ("--email", "leia@timeline.example")
        leia.run("login", *email, "--password-stdin", input=f"{PASSWORD}\n")
        leia.post(PICTURES[3], "after the login")
        for _ in range(3):
            leia.attempt("sync", self.folder / "shared", "--shared")
            han.attempt("sync", self.folder / "shared", "--shared")
        self.assertEqual(self.captions(han), self.captions(leia))
        self.assertIn("after the backup", self.captions(leia))
        for machine in (leia, han):
            machine.check()


class Clocks(Case):
    def test_a_clock_that_is_behind(self):
        leia, han, luke = self.people("leia", "han", "luke")
        self.befriend(leia, han, luke)
        leia.post(PICTURES[0], "before")
        self.share(leia, han, luke, leia)
        self.set_clock(leia, -86_400)
        for friend in (han, luke):
            friend.post(PICTURES[1], f"from {friend.name}")
        self.share(han, luke)
        leia.attempt("sync", self.folder / "shared", "--shared")
        self.assertIn("clock", self.text(leia, "sync", self.folder / "shared"))
        self.assertIn("This device's clock", self.text(leia, "sync", "status"))
        self.assertIn("do not run `timeline doctor --repair`", self.text(leia, "doctor"))
        self.assertEqual(leia.attempt("doctor", "--repair")[0], 74)
        self.set_clock(leia, 0)
        self.share(leia)
        self.assertEqual(len(self.captions(leia)), 3)

    def test_a_clock_that_is_ahead(self):
        leia, han = self.people("leia", "han")
        phone = self.paired(leia, "phone")
        self.befriend(leia, han)
        leia.post(PICTURES[0], "before")
        self.pipe(leia, phone)
        self.set_clock(phone, 86_400)
        phone.post(PICTURES[1], "from the future")
        self.assertIn("This device's clock is 1 day ahead", self.text(phone, "sync", "ssh://leia"))
        self.assertEqual(self.captions(leia), ["before"])
        self.set_clock(leia, 90_000)
        self.pipe(leia, phone)
        self.assertIn("from the future", self.captions(leia))

    def repaired(self, leia, password):
        """Returns the finding of a repair after the clock of a machine was a day ahead."""
        # An empty line stands for a password that is not known.
        input = f"{PASSWORD}\n" if password else "\n"
        report = leia.run("doctor", "--repair", "--password-stdin", input=input)
        self.assertTrue(report["isHealthy"])
        (finding,) = [finding for finding in report["findings"] if "movedItems" in finding]
        return finding

    def test_a_repaired_clock(self):
        """Nothing that was dated in the future returns when the date has passed."""
        leia, han = self.people("leia", "han")
        self.befriend(leia, han)
        first = leia.post(PICTURES[0], "one")
        self.share(leia, han, leia)
        self.set_clock(leia, 86_400)
        secret = leia.post(PICTURES[1], "secret")
        leia.run("edit", first, "--caption", "two")
        self.share(leia)
        self.set_clock(leia, 0)
        self.assertEqual(leia.attempt("post", "--image", PICTURES[2])[0], 75)
        finding = self.repaired(leia, password=True)
        self.assertNotIn("mayReturnAt", finding)
        ((old, new),) = [(item["old"], item["new"]) for item in finding["movedItems"]]
        self.assertEqual(old, secret)
        self.assertEqual(leia.attempt("show", old)[0], 66)
        leia.run("edit", first, "--caption", "three")
        leia.run("delete", new, "--yes")
        self.share(leia, han, leia, han)
        self.assertEqual(self.captions(han), ["three"])
        for machine in (leia, han):
            self.set_clock(machine, 2 * 86_400)
        self.share(leia, han, leia, han)
        self.pipe(leia, han)
        for machine in (leia, han):
            self.assertEqual(self.captions(machine), ["three"])
            machine.check()

    def test_a_clock_that_is_repaired_without_the_password(self):
        leia, han = self.people("leia", "han")
        self.befriend(leia, han)
        self.set_clock(leia, 86_400)
        leia.post(PICTURES[1], "secret")
        leia.run("profile", "edit", "--bio", "from the future")
        self.share(leia)
        self.set_clock(leia, 0)
        finding = self.repaired(leia, password=False)
        self.assertIn("changes of the profile from", finding["message"])
        leia.run("delete", finding["movedItems"][0]["new"], "--yes")
        self.share(leia, han, leia)
        for machine in (leia, han):
            self.set_clock(machine, 2 * 86_400)
        self.share(leia, han, leia, han)
        for machine in (leia, han):
            self.assertEqual(self.captions(machine), [])
            machine.check()


class Revocation(Case):
    def test_posts_that_only_a_friend_holds(self):
        """The command says what would be lost; after a sync with the friend, nothing is."""
        leia, han = self.people("leia", "han")
        phone = self.paired(leia, "phone")
        self.befriend(leia, han)
        leia.post(PICTURES[0], "from the laptop")
        self.pipe(leia, phone)
        self.share(leia, han, leia)
        han.run("follow", phone.run("invite")["link"])
        for number in range(3):
            phone.post(PICTURES[number], f"holiday {number}")
        self.pipe(han, phone)
        self.share(han, leia)
        id = next(device["id"] for device in leia.run("devices")["devices"] if device.get("name") == "phone")
        leia.run("devices", "revoke", id, "--yes", "--password-stdin", input=f"{PASSWORD}\n")
        self.share(leia, han, leia)
        for machine in (leia, han):
            self.assertEqual(len(self.captions(machine)), 4)
            machine.check()

    def test_a_found_device_keeps_its_posts_as_drafts(self):
        leia, han = self.people("leia", "han")
        phone = self.paired(leia, "phone")
        self.befriend(leia, han)
        self.pipe(leia, phone)
        self.share(leia, han, leia)
        han.run("follow", phone.run("invite")["link"])
        posts = [phone.post(PICTURES[number], f"holiday {number}") for number in range(3)]
        self.pipe(han, phone)
        id = next(device["id"] for device in leia.run("devices")["devices"] if device.get("name") == "phone")
        leia.run("devices", "revoke", id, "--yes", "--password-stdin", input=f"{PASSWORD}\n")
        self.share(leia, han)
        self.assertEqual(self.captions(han), [])
        phone.attempt("sync", "ssh://leia")
        # Without the record of the revocation, the login alone would keep the posts.
        self.share(phone)
        phone.run("login", "--email", "leia@timeline.example", "--password-stdin", input=f"{PASSWORD}\n")
        self.share(phone, leia, phone)
        self.assertEqual(len(phone.run("drafts")["drafts"]), 3)
        self.assertEqual(phone.attempt("drafts", "sign")[0], 64)
        phone.run("drafts", "sign", "--yes")
        self.share(phone, leia, han)
        for machine in (phone, leia, han):
            self.assertEqual({post[0] for post in machine.feed()}, set(posts), machine.name)
            self.assertEqual(self.missing(machine), [])
            machine.check()

    def test_a_thief_cannot_date_back(self):
        leia, han = self.people("leia", "han")
        phone = self.paired(leia, "phone")
        self.befriend(leia, han)
        self.own(leia, phone)
        self.share(leia, han, leia)
        phone.post(PICTURES[0], "from the phone")
        self.own(phone, leia)
        leia.post(PICTURES[1], "from the laptop")
        self.own(leia, phone)
        self.share(leia, han, leia)
        id = next(device["id"] for device in leia.run("devices")["devices"] if device.get("name") == "phone")
        leia.run("devices", "revoke", id, "--yes", "--password-stdin", input=f"{PASSWORD}\n")
        self.own(leia)
        self.share(leia, han)
        before = self.captions(han)
        self.assertEqual(len(before), 2)
        forged = self.forgeries(phone)
        target = self.folder / "shared/devices" / id
        target.mkdir(exist_ok=True)
        (target / "0000000900.pack").write_bytes(peer.pack(forged))
        for machine in (han, leia, han):
            machine.attempt("sync", self.folder / "shared", "--shared")
            self.assertEqual(self.captions(machine), before)

    @staticmethod
    def forgeries(phone):
        """Returns records that a thief of the phone signs with its key, dated before everything else."""
        database = sqlite3.connect(phone.store / "timeline.sqlite")
        keys = database.execute("SELECT value FROM private_value WHERE key LIKE 'keys/%'").fetchone()[0]
        bodies = [decode(bytes(body)) for (body,) in database.execute("SELECT body FROM record WHERE kind = 5")]
        thief = peer.Person()
        thief.device = peer.Ed25519PrivateKey.from_private_bytes(next(
            keys[start : start + 32] for start in range(len(keys) - 31)
            if peer.key_id(peer.public(peer.Ed25519PrivateKey.from_private_bytes(keys[start : start + 32])))
            in {body[2] for body in bodies}
        ))
        thief.id = bodies[0][1]
        start = min(int.from_bytes(body[3][:6], "big") for body in bodies) - 5000
        forged = [
            thief.record(6, [body[6][0], body[6][1]], stamp=(start + number).to_bytes(6, "big") + bytes(9))
            for number, body in enumerate(bodies)
        ]
        return forged + [thief.post("forged", photos=bodies[0][6][3], milliseconds=start + 50)[0]]


class Hostile(Case):
    """What a friend with a modified program, or a stranger, sends."""

    def admitted(self, machine, port, path):
        """Returns a person whom the machine's user follows, and the user's ID."""
        invitation = peer.link(machine.run("invite")["link"])
        mallory, user = peer.Person(), invitation["user"]
        session = peer.Session(port, mallory, token=invitation["token"], path=path)
        session.turn(session.hello([user, mallory.id]), peer.records_frame(mallory.introduction("mallory")))
        for _ in range(6):
            if session.path and not session.id:
                break
            session.turn(peer.records_frame([], [user]), status=1)
        machine.run("follow", "mallory")
        return mallory, user

    def test_an_offset_at_the_end_of_the_numbers(self):
        (leia,) = self.people("leia")
        with leia.serving() as port:
            mallory, user = self.admitted(leia, port, "/sync")
            picture = PICTURES[0].read_bytes()
            blob = hashlib.sha256(picture).digest()
            post, _, _ = mallory.post("with a photo", [[blob, len(picture), 1, 100, 100, None, None, None]])
            session = peer.Session(port, mallory, path="/sync")
            session.turn(session.hello([user, mallory.id]))
            session.turn(peer.records_frame([post], [user]))
            session.turn(peer.records_frame([], [user]))
            with contextlib.suppress(EOFError):
                session.turn(peer.frame(peer.BLOB, [blob, 2**64 - 1, picture[:1000]]))
            # The server lives.
            session = peer.Session(port, mallory, path="/sync")
            self.assertEqual(session.turn(session.hello([user, mallory.id]))[-1][0], peer.END)

    def test_a_record_about_oneself(self):
        leia, ben = self.people("leia", "ben")
        with leia.serving() as port:
            mallory, user = self.admitted(leia, port, "/sync")
            good, _, _ = mallory.post("a good post")
            session = peer.Session(port, mallory, path="/sync")
            session.turn(session.hello([user, mallory.id]))
            session.turn(peer.records_frame([mallory.record(13, [mallory.id]), good], [user]))
            self.assertEqual(self.captions(leia), ["a good post"])
        link = ben.run("invite")["link"]
        ben.post(PICTURES[0], "from ben")
        self.share(ben)
        leia.run("follow", link)
        folder = self.folder / "shared/devices" / mallory.key.hex()
        folder.mkdir(parents=True)
        bad = [*mallory.introduction("mallory"), mallory.record(13, [mallory.id])]
        (folder / "0000000001.pack").write_bytes(peer.pack(bad))
        self.share(leia)
        self.assertIn("from ben", self.captions(leia))

    def test_an_invitation_is_for_one_device(self):
        (leia,) = self.people("leia")
        leia.post(PICTURES[0], "private words")
        invitation = peer.link(leia.run("invite")["link"])
        with leia.serving() as port:
            answers = []
            for _ in range(3):
                person = peer.Person()
                session = peer.Session(port, person, token=invitation["token"], path="/sync")
                answers.append(session.turn(session.hello([invitation["user"], person.id]))[-1])
        self.assertEqual([type for type, _ in answers], [peer.END, peer.ERROR, peer.ERROR])
        self.assertEqual(answers[1][1], "not-invited")

    def test_unsigned_entries_in_an_archive(self):
        leia, new = self.people("leia", "new")
        post = leia.post(PICTURES[0], "signed")
        archive = self.folder / "archive"
        leia.run("export", archive, "--everything")
        file = archive / "records/000001.jsonl"
        lines = [json.loads(line) for line in file.read_text().splitlines()]
        signed = next(line for line in lines if line["kind"] == "postSet")
        common = {key: signed[key] for key in ("author", "stamp", "time")}
        forged = [
            {"kind": "postSet", "caption": "forged", "photos": signed["photos"], **common},
            {"kind": "profileSet", "field": "displayName", "value": "forged", **common},
            {"kind": "captionSet", "post": post, "caption": "forged", **common},
            {"kind": "postDeleted", "post": post, "time": signed["time"]},
        ]
        file.write_text("".join(json.dumps(line) + "\n" for line in forged) + file.read_text())
        status, output, _ = new.attempt("import", "timeline", archive, "--format", "json")
        self.assertEqual(status, 65)
        report = json.loads(output)
        self.assertEqual((report["records"]["imported"], report["records"]["rejected"]), (len(lines), len(forged)))
        self.assertEqual({finding["reason"] for finding in report["findings"]}, {"The entry is not signed."})
        user = next(user for user in new.run("users")["users"] if user["username"] == "leia")
        self.assertNotIn("displayName", user)
        self.assertEqual(self.captions(new), ["signed"])

    def test_links_in_a_shared_folder(self):
        leia, mallory = self.people("leia", "mallory")
        self.befriend(leia, mallory)
        self.share(leia, mallory, leia)
        precious = self.folder / "precious"
        precious.write_text("mine")
        leia.post(PICTURES[0], "hello")
        (self.folder / "shared/blobs").mkdir(exist_ok=True)
        own = self.folder / "shared/devices" / leia.run("devices")["devices"][0]["id"]
        number = max(int(path.name[:10]) for path in own.glob("*.pack")) + 1
        for name in (f".{number:010}.pack.temporary", f"{number + 1:010}.pack"):
            (own / name).symlink_to(precious)
        (self.folder / "shared/blobs/zz").symlink_to(self.folder)
        leia.attempt("sync", self.folder / "shared", "--shared")
        self.assertEqual(precious.read_text(), "mine")
        self.assertEqual({path.name for path in self.folder.iterdir() if path.name.startswith("..")}, set())

    def test_odd_files_in_a_shared_folder(self):
        leia, ben = self.people("leia", "ben")
        self.befriend(leia, ben)
        self.share(leia, ben, leia)
        leia.post(PICTURES[0], "rocket")
        self.share(leia)
        damaged = self.files(self.folder / "shared/blobs")
        for path in damaged:
            path.write_bytes(path.read_bytes()[:100])
        folder = next((self.folder / "shared/devices").glob("*/*.pack")).parent
        (folder / "0000000095.pack").mkdir()
        os.mkfifo(folder / "0000000096.pack")
        (folder / "0000000097.pack").symlink_to(folder / "0000000097.pack")
        status, output, errors = ben.attempt("sync", self.folder / "shared", seconds=20)
        self.assertEqual(status, 65, output + errors)
        for name in ("0000000095.pack", "0000000096.pack", "0000000097.pack", damaged[0].name[:10]):
            self.assertIn(name, (output + errors).replace("\n", ""))
        self.assertEqual(self.captions(ben), ["rocket"])
        leia.attempt("sync", self.folder / "shared")
        self.assertTrue(all(len(path.read_bytes()) > 100 for path in damaged))
        # The owner has replaced what can be deleted.
        for name in ("0000000096.pack", "0000000097.pack"):
            (folder / name).unlink(missing_ok=True)
        shutil.rmtree(folder / "0000000095.pack", ignore_errors=True)
        self.share(ben)
        self.assertEqual(self.missing(ben), [])

    def test_two_processes_in_one_folder(self):
        (leia,) = self.people("leia")
        second = self.paired(leia, "second")
        for number in range(6):
            leia.post(PICTURES[number], f"{number}")
            second.post(PICTURES[number + 6], f"second {number}")
        for option, folder in (("--shared", "shared"), ("--own", "own")):
            for _ in range(4):
                both = [
                    machine.start("sync", self.folder / folder, option) for machine in (leia, second, leia, second)
                ]
                for process in both:
                    output, errors = process.communicate(timeout=120)
                    self.assertEqual(process.returncode, 0, output + errors)
                leia.post(PICTURES[0], "again")
        self.own(leia, second, leia)
        self.assertEqual(len(self.captions(second)), len(self.captions(leia)))
        self.assertEqual(self.missing(second), [])

    def test_nothing_but_the_handshake_for_an_unknown_device(self):
        leia, eve, han = self.people("leia", "eve", "han")
        with leia.listening() as port:
            place = f"tcp://127.0.0.1:{port}"
            han.run("follow", leia.run("invite", "--address", place)["link"])
        with eve.listening() as port:
            status, _, errors = han.attempt("sync", f"tcp://127.0.0.1:{port}")
            self.assertEqual(status, 77)
            self.assertIn("other device", words(errors) + "other device" * ("another device" in words(errors)))
        self.assertNotIn("han", self.text(eve, "sync", "status"))


class Status(Case):
    def test_a_listener_whose_reader_has_gone(self):
        leia, han = self.people("leia", "han")
        process = leia.start("sync", "--listen", "127.0.0.1:0", "--format", "json")
        try:
            port = printed_port(process)
            process.stdout.close()
            place = f"tcp://127.0.0.1:{port}"
            han.run("follow", leia.run("invite", "--address", place)["link"])
            for _ in range(3):
                status, _, errors = han.attempt("sync", place)
                self.assertEqual(status, 0 if process.poll() is None else 69, errors)
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(60)
            process.stderr.close()

    def test_what_has_not_been_sent_and_what_failed(self):
        leia, han = self.people("leia", "han")
        with leia.listening() as port:
            place = f"tcp://127.0.0.1:{port}"
            han.run("follow", leia.run("invite", "--address", place)["link"])
            leia.run("follow", "han")
            han.run("sync", place)
        stick = self.folder / "stick"
        stick.mkdir()
        for machine in (leia, han):
            machine.run("sync", stick, "--shared")
        for number in range(3):
            han.post(PICTURES[number], "unsent")
        self.assertIn("3 posts", self.text(han, "sync", "status"))
        leia.post(PICTURES[4], "two")
        leia.run("sync", stick)
        newest = max(stick.glob("devices/*/*.pack"), key=lambda path: path.stat().st_mtime_ns)
        newest.write_bytes(newest.read_bytes()[:200])
        self.assertEqual(han.attempt("sync", place)[0], 69)
        self.assertEqual(han.attempt("sync", stick)[0], 65)
        status = self.text(han, "sync", "status")
        self.assertIn("refused", status)
        self.assertIn(newest.name, status)
        self.assertNotIn("equal just now", status)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("tests", nargs="*")
    parser.parse_args(namespace=OPTIONS)
    OPTIONS.program = OPTIONS.program.resolve()
    suite = unittest.TestSuite()
    for case in (Pictures, Unfollowing, Blocks, OwnDevices, Clocks, Revocation, Hostile, Status):
        for name in unittest.defaultTestLoader.getTestCaseNames(case):
            if not OPTIONS.tests or any(part in f"{case.__name__}.{name}" for part in OPTIONS.tests):
                suite.addTest(case(name))
    result = unittest.TextTestRunner(verbosity=2).run(suite)
    for test, reason in result.skipped:
        print(f"Skipped: {test}: {reason}")
    return not result.wasSuccessful()


if __name__ == "__main__":
    sys.exit(main())
