"""Syncs real processes on this machine and disturbs them: run.py PROGRAM [--kills N] [--seed N] [TEST...]"""

import argparse
import itertools
import json
import os
import pathlib
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest

from machines import PASSWORD, Machine, Relay, stop

PICTURES = pathlib.Path(__file__).parent.parent.parent / "SeedData"
OPTIONS = argparse.Namespace()


def pictures():
    """Returns the pictures of the demo, the same order on every machine."""
    return sorted(path for path in PICTURES.rglob("*") if path.suffix in (".jpg", ".png", ".webp"))


class MachinesTest(unittest.TestCase):
    """A test with temporary machines."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="timeline-machines-"))
        self.addCleanup(shutil.rmtree, self.folder, True)

    def machine(self, name):
        machine = Machine(OPTIONS.program, self.folder, name)
        machine.sign_up()
        return machine

    def friends(self, *names, posts=3):
        """Returns machines with users that follow each other, each with some posts."""
        machines = [self.machine(name) for name in names]
        for number, machine in enumerate(machines):
            for index in range(posts):
                machine.post(pictures()[(number * posts + index) % len(pictures())], f"{machine.name} {index}")
        for machine in machines:
            for other in machines:
                if other is not machine:
                    machine.follow(other)
        return machines

    def check_equal(self, machines):
        """Checks that all machines show the same posts, and that `doctor` finds nothing wrong."""
        for machine in machines:
            machine.check()
        feeds = [machine.feed() for machine in machines]
        for machine, feed in zip(machines[1:], feeds[1:]):
            self.assertEqual(feed, feeds[0], f"{machine.name} and {machines[0].name} differ.")
        return feeds[0]


class Carriers(MachinesTest):
    def test_three_stores_over_a_folder(self):
        machines = self.friends("leia", "han", "luke")
        machines[0].run("sync", self.folder / "stick", "--shared")
        for _ in range(2):
            for machine in machines:
                machine.run("sync", self.folder / "stick", "--shared")
        self.assertEqual(len(self.check_equal(machines)), 9)
        self.assertFalse([path for path in (self.folder / "stick").rglob("*") if "conflict" in path.name])

    def test_a_pipe(self):
        leia, han = self.friends("leia", "han")
        # The shell plays ssh: it ignores the host and runs the command on the other machine.
        script = self.folder / "ssh"
        script.write_text(
            "#!/bin/sh\n"
            'while [ "$1" != -- ]; do shift; done\n'
            'shift 2\n'
            f'export HOME="{leia.home}" TIMELINE_HOME="{leia.store}" PATH="{OPTIONS.program.parent}:$PATH"\n'
            'exec sh -c "$*"\n'
        )
        script.chmod(0o755)
        han.environment["TIMELINE_SSH"] = str(script)
        for _ in range(2):
            han.run("sync", "ssh://desk.example")
        self.assertEqual(len(self.check_equal([leia, han])), 6)

    def test_http(self):
        """Devices sync with `timeline serve`: a friend by an invitation, later ones, and nobody else."""
        leia, han = self.friends("leia", "han")
        server, port = leia.serve()
        try:
            for _ in range(2):
                han.run("sync", f"http://127.0.0.1:{port}")
            self.assertEqual(len(self.check_equal([leia, han])), 6)
            result = han.run("sync", f"http://127.0.0.1:{port}/@leia")["syncs"][0]
            self.assertTrue(result["isEqual"])
            self.assertEqual(result["recordsReceived"] + result["recordsSent"], 0)
            # An invitation with the address of the server.
            luke = self.machine("luke")
            luke.follow(leia, "--address", f"http://127.0.0.1:{port}/@leia")
            self.assertEqual(len(luke.feed()), 3)
            mallory = self.machine("mallory")
            status, _, errors = mallory.attempt("sync", f"http://127.0.0.1:{port}")
            self.assertEqual(status, 77, errors)
            status, _, errors = han.attempt("sync", f"http://127.0.0.1:{port}/@nobody")
            self.assertEqual(status, 76, errors)
            status, _, errors = leia.attempt("sync", f"tcp://127.0.0.1:{port}")
            self.assertIn(status, (69, 77), errors)
        finally:
            stop(server)
        self.check_equal([leia, han])

    def test_a_bad_network_over_http(self):
        leia, han = self.friends("leia", "han", posts=6)
        server, port = leia.serve()
        relay = Relay(port, OPTIONS.seed, delay=0.01, bytes_per_second=2_000_000, cut_connections=10)
        try:
            failures = 0
            for _ in range(40):
                status, output, errors = han.attempt("sync", f"http://127.0.0.1:{relay.port}", "--format", "json")
                self.assertIn(status, (0, 69), errors)
                if status:
                    failures += 1
                elif json.loads(output)["syncs"][0]["isEqual"]:
                    break
            print(f"  {relay.cuts} cuts, {failures} failed syncs, {len(relay.passed):,} bytes")
            self.assertGreater(relay.cuts, 0, "The relay has cut nothing, so the test shows nothing.")
        finally:
            relay.close()
            stop(server)
        self.assertEqual(len(self.check_equal([leia, han])), 12)

    def test_a_bad_network(self):
        """Over a relay that delays, throttles, splits and cuts, every sync makes progress until both are equal."""
        leia, han = self.friends("leia", "han", posts=6)
        listener, port = leia.listen()
        relay = Relay(port, OPTIONS.seed, delay=0.02, bytes_per_second=2_000_000, cut_connections=20)
        try:
            failures = 0
            for _ in range(60):
                status, output, errors = han.attempt("sync", f"tcp://127.0.0.1:{relay.port}", "--format", "json")
                self.assertIn(status, (0, 69), errors)
                if status:
                    failures += 1
                    continue
                if json.loads(output)["syncs"][0]["isEqual"]:
                    break
            print(f"  {relay.cuts} cuts, {failures} failed syncs, {len(relay.passed):,} bytes")
            self.assertGreater(relay.cuts, 0, "The relay has cut nothing, so the test shows nothing.")
        finally:
            relay.close()
            stop(listener)
        self.assertEqual(len(self.check_equal([leia, han])), 12)


class Disturbances(MachinesTest):
    def test_kills(self):
        """Either side is killed at a random moment of each sync. Nothing that was acknowledged is lost."""
        leia, han = self.friends("leia", "han", posts=8)
        generator = random.Random(OPTIONS.seed)
        posted = 16
        listener, port = leia.listen()
        start = time.monotonic()
        han.attempt("sync", f"tcp://127.0.0.1:{port}")
        whole = time.monotonic() - start
        kills = number = 0
        while kills < OPTIONS.kills:
            number += 1
            if number % 4 == 0:
                author = generator.choice((leia, han))
                author.post(generator.choice(pictures()), f"{author.name}, round {number}")
                posted += 1
            if listener.poll() is not None:
                listener, port = leia.listen()
            sync = han.start("sync", f"tcp://127.0.0.1:{port}")
            time.sleep(generator.uniform(0, 1.1 * whole))
            victim = generator.choice((sync, listener))
            if victim.poll() is None:
                victim.kill()
                kills += 1
            sync.communicate(timeout=120)
            if victim is listener:
                listener.communicate(timeout=60)
            if number % 20 == 19:
                leia.check()
                han.check()
        if listener.poll() is None:
            stop(listener)
        listener, port = leia.listen()
        try:
            for _ in range(2):
                han.run("sync", f"tcp://127.0.0.1:{port}")
        finally:
            stop(listener)
        print(f"  {kills} kills in {number} syncs")
        self.assertEqual(len(self.check_equal([leia, han])), posted)

    def test_a_silent_and_a_babbling_peer(self):
        leia, han = self.friends("leia", "han", posts=1)
        generator = random.Random(OPTIONS.seed)
        babbles = (b"", b"HTTP/1.1 200 OK\r\n\r\n", generator.randbytes(100_000))
        for scheme, babble in itertools.product(("tcp", "http"), babbles):
            with socket.create_server(("127.0.0.1", 0)) as server:
                sync = han.start("sync", f"{scheme}://127.0.0.1:{server.getsockname()[1]}")
                peer, _ = server.accept()
                start = time.monotonic()
                try:
                    peer.sendall(babble)
                except OSError:
                    pass  # The command may already have ended the session.
                _, errors = sync.communicate(timeout=180)
                peer.close()
            self.assertIn(sync.returncode, (69, 76, 77), errors)
            self.assertIn("Error:", errors)
            print(f"  {scheme}, {len(babble):,} bytes: status {sync.returncode} after {time.monotonic() - start:.1f} s")
        # The listening side survives the same, and still accepts others.
        listener, port = leia.listen()
        try:
            for babble in (b"", b"GET / HTTP/1.1\r\n\r\n", generator.randbytes(100_000)):
                with socket.create_connection(("127.0.0.1", port)) as peer:
                    try:
                        peer.sendall(babble)
                    except OSError:
                        pass  # The listener may already have ended the session.
            # Silent strangers keep no peer waiting; each of them may stay for 10 seconds.
            silent = [socket.create_connection(("127.0.0.1", port)) for _ in range(40)]
            start = time.monotonic()
            for _ in range(2):
                han.run("sync", f"tcp://127.0.0.1:{port}")
            seconds = time.monotonic() - start
            print(f"  with 40 silent strangers: {seconds:.1f} s")
            self.assertLess(seconds, 60)
            for peer in silent:
                peer.close()
        finally:
            stop(listener)
        self.check_equal([leia, han])

    def test_clocks_a_day_apart(self):
        library = self.folder / "other-clock.so"
        source = pathlib.Path(__file__).with_name("other-clock.c")
        subprocess.run([shutil.which("clang") or "cc", "-shared", "-fPIC", "-o", library, source], check=True)
        leia, han = self.friends("leia", "han", posts=2)
        han.environment |= {"LD_PRELOAD": str(library), "CLOCK_OFFSET": "86400"}
        early = han.post(pictures()[0], "from tomorrow")
        listener, port = leia.listen()
        try:
            for _ in range(2):
                status, output, errors = han.attempt("sync", f"tcp://127.0.0.1:{port}")
                self.assertIn(status, (0, 69), errors)
            self.assertIn("This device's clock is 1 day ahead", " ".join((output + errors).split()))
        finally:
            stop(listener)
        leia.check()
        self.assertNotIn(early, [post[0] for post in leia.feed()], "A post from the future has arrived.")
        # When the clock has passed the stamp, the post arrives.
        leia.environment |= {"LD_PRELOAD": str(library), "CLOCK_OFFSET": "90000"}
        listener, port = leia.listen()
        try:
            for _ in range(2):
                han.attempt("sync", f"tcp://127.0.0.1:{port}")
        finally:
            stop(listener)
        self.assertIn(early, [post[0] for post in leia.feed()])

    def test_a_full_disk(self):
        """The receiver's disk becomes full: a clear error, nothing damaged, and after making room the rest arrives."""
        if os.geteuid():
            self.skipTest("needs root, because it mounts a small file system")
        leia, han = self.friends("leia", "han", posts=6)
        size = sum(path.stat().st_size for path in han.store.rglob("*") if path.is_file())
        copy = self.folder / "copy"
        shutil.copytree(han.store, copy)
        mount = ["mount", "-t", "tmpfs", "-o", f"size={size + 400_000}", "tmpfs", han.store]
        if subprocess.run(mount, capture_output=True).returncode:
            self.skipTest("this machine cannot mount a tmpfs")
        try:
            shutil.copytree(copy, han.store, dirs_exist_ok=True)
            han.store.chmod(0o700)
            listener, port = leia.listen()
            try:
                status, output, errors = han.attempt("sync", f"tcp://127.0.0.1:{port}")
                print(f"  status {status}: {errors.strip()}")
                self.assertEqual(status, 74, output + errors)
                subprocess.run(["mount", "-o", "remount,size=1g", han.store], check=True)
                han.check()
                for _ in range(2):
                    han.run("sync", f"tcp://127.0.0.1:{port}")
            finally:
                stop(listener)
            self.assertEqual(len(self.check_equal([leia, han])), 12)
        finally:
            subprocess.run(["umount", "-l", han.store], check=False)


class Privacy(MachinesTest):
    def test_no_private_byte_is_sent(self):
        """Searches everything in a shared folder and on a connection for the email, the session and the place."""
        leia, han = self.friends("leia", "han", posts=2)
        picture = self.folder / "here.jpg"
        shutil.copy(next(path for path in pictures() if path.suffix == ".jpg"), picture)
        canaries = [b"leia@timeline.example", b"han@timeline.example", PASSWORD.encode()]
        if shutil.which("exiftool"):
            tags = ["-GPSLatitude=47.3769", "-GPSLatitudeRef=N", "-Artist=canary-artist", "-UserComment=canary-comment"]
            subprocess.run(["exiftool", "-q", "-overwrite_original", *tags, picture], check=True)
            canaries += [b"canary-artist", b"canary-comment"]
        leia.post(picture, "with metadata")
        for machine in (leia, han):
            for path in machine.home.rglob("*"):
                if path.is_file() and "session" in path.name:
                    canaries.append(path.read_bytes().strip())
        stick = self.folder / "stick"
        for machine in (leia, han, leia):
            machine.run("sync", stick, "--shared")
        sent = b"".join(path.read_bytes() for path in sorted(stick.rglob("*")) if path.is_file())
        self.assertIn(b"with metadata", sent, "The folder is not readable, so the test shows nothing.")
        for canary in canaries:
            self.assertNotIn(canary, sent)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("tests", nargs="*")
    parser.parse_intermixed_args(namespace=OPTIONS)
    OPTIONS.program = OPTIONS.program.resolve()
    suite = unittest.TestSuite()
    for case in (Carriers, Disturbances, Privacy):
        for name in unittest.defaultTestLoader.getTestCaseNames(case):
            if not OPTIONS.tests or any(part in name for part in OPTIONS.tests):
                suite.addTest(case(name))
    result = unittest.TextTestRunner(verbosity=2).run(suite)
    for test, reason in result.skipped:
        print(f"Skipped: {test}: {reason}")
    return not result.wasSuccessful()


if __name__ == "__main__":
    sys.exit(main())
