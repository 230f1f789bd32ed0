"""Syncs real processes on this machine and disturbs them: run.py PROGRAM [--kills N] [--seed N] [TEST...]"""

import argparse
import contextlib
import getpass
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

from machines import PASSWORD, Machine, Relay, encrypting, free_port, wait_for_port

PICTURES = pathlib.Path(__file__).parent.parent.parent / "SeedData" / "images"
OPTIONS = argparse.Namespace()


def pictures():
    """Returns the pictures of the demo, in the same order on every machine."""
    return sorted(path for path in PICTURES.iterdir() if path.suffix in (".jpg", ".png", ".webp"))


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
        # A shell script replaces ssh. It ignores the host and runs the command on the other machine.
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
        with leia.serving() as port:
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
        self.check_equal([leia, han])

    def test_https(self):
        """A certificate must be valid for the name, and signed by an authority that the user trusts."""
        if not shutil.which("openssl"):
            self.skipTest("openssl is missing")
        leia, han = self.friends("leia", "han")
        # A proxy encrypts, so that this test also runs if `timeline serve` was built without TLS.
        certificate, key = self.certificate("IP:127.0.0.1")
        with leia.serving() as plain, encrypting(plain, certificate, key) as port:
            han.run("sync", f"https://127.0.0.1:{port}", "--tls-ca", certificate)
        certificate, key = self.certificate("DNS:localhost")
        with leia.serving() as plain, encrypting(plain, certificate, key) as port:
            status, _, errors = han.attempt("sync", f"https://localhost:{port}")
            self.assertEqual(status, 77, errors)
            self.assertIn("--tls-ca", errors)
            status, _, errors = han.attempt("sync", f"https://127.0.0.1:{port}", "--tls-ca", certificate)
            self.assertEqual(status, 77, errors)
            for _ in range(2):
                han.run("sync", f"https://localhost:{port}/@leia", "--tls-ca", certificate)
            self.assertEqual(len(self.check_equal([leia, han])), 6)
            status, _, errors = han.attempt("sync", f"http://localhost:{port}")
            self.assertIn(status, (69, 76), errors)
            status, _, errors = han.attempt("sync", f"https://localhost:{port}", "--tls-ca", key)
            self.assertEqual(status, 65, errors)
            self.assertIn(str(key), errors)

    def test_https_without_a_proxy(self):
        if not shutil.which("openssl"):
            self.skipTest("openssl is missing")
        leia, han = self.friends("leia", "han")
        certificate, key = self.certificate("DNS:localhost")
        options = ("--tls-cert", certificate, "--tls-key", key)
        status, _, errors = leia.attempt("serve", *options[:3], key.with_suffix(".missing"))
        if status == 69:
            self.skipTest("this build of Timeline serves without TLS")
        self.assertEqual(status, 74, errors)
        with leia.serving(*options) as port:
            for _ in range(2):
                han.run("sync", f"https://localhost:{port}", "--tls-ca", certificate)
        self.assertEqual(len(self.check_equal([leia, han])), 6)

    def test_proxies_of_the_environment(self):
        """The usual variables name a proxy for servers, and the hosts that are reached without it."""
        leia, han = self.friends("leia", "han")
        with leia.serving() as port, socket.create_server(("127.0.0.1", 0)) as proxy:
            han.environment["http_proxy"] = f"http://127.0.0.1:{proxy.getsockname()[1]}"
            sync = han.start("sync", f"http://timeline.example:{port}")
            peer, _ = proxy.accept()
            self.assertTrue(peer.recv(100).startswith(f"POST http://timeline.example:{port}/sync".encode()))
            peer.close()
            _, errors = sync.communicate(timeout=180)
            self.assertEqual(sync.returncode, 69, errors)
            han.environment["no_proxy"] = "127.0.0.1"
            han.run("sync", f"http://127.0.0.1:{port}")

    def certificate(self, name):
        """Returns the files of a new certificate for a name, which signs itself, and of its key."""
        files = self.folder / "certificate.pem", self.folder / "key.pem"
        command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost"
        command = [*command.split(), "-addext", f"subjectAltName={name}", "-out", files[0], "-keyout", files[1]]
        subprocess.run(command, check=True, capture_output=True)
        return files

    def test_a_removed_picture(self):
        """A picture that `--keep` has removed comes back after a user has asked for it."""
        leia, han = self.friends("leia", "han", posts=2)
        with leia.listening() as port:
            for options in ([], [], ["--keep", "1KB"]):
                han.run("sync", f"tcp://127.0.0.1:{port}", *options)
            post, picture = leia.feed()[-1][0], self.folder / "saved.jpg"
            status, _, errors = han.attempt("save", post, "-o", picture)
            self.assertEqual(status, 66, errors)
            han.run("sync", f"tcp://127.0.0.1:{port}")
            han.run("save", post, "-o", picture)
            self.assertGreater(picture.stat().st_size, 1000)
            self.assertGreater(han.run("sync", "status")["excessPictures"], 0)
        self.check_equal([leia, han])

    def test_leaving(self):
        """A deleted account disappears from other devices, although nobody is logged in any more."""
        leia, han = self.friends("leia", "han")
        with han.listening() as port:
            for _ in range(2):
                leia.run("sync", f"tcp://127.0.0.1:{port}")
            self.assertEqual(len(han.feed()), 6)
            output = leia.attempt("account", "delete", "--password-stdin", input=f"{PASSWORD}\n")
            self.assertIn("timeline sync", output[1] + output[2])
            leia.run("sync")
            self.assertEqual(len(han.feed()), 3)
            status, _, errors = han.attempt("profile", "leia")
            self.assertEqual(status, 67, errors)
        for machine in (leia, han):
            machine.check()

    def test_ssh(self):
        """A real `ssh` logs in to a real `sshd` on this machine, with its own keys."""
        server = shutil.which("sshd", path=f"{os.environ['PATH']}:/usr/sbin")
        if not server or not shutil.which("ssh"):
            self.skipTest("ssh or sshd is missing (make check does not install a server that starts by itself)")
        leia, han = self.friends("leia", "han")
        with self.ssh_server(server, leia) as port:
            client = self.folder / "ssh"
            client.write_text(
                "#!/bin/sh\n"
                f'exec ssh -F none -i "{self.folder}/user" -o BatchMode=yes -o StrictHostKeyChecking=accept-new '
                f'-o UserKnownHostsFile="{self.folder}/known" "$@"\n'
            )
            client.chmod(0o755)
            han.environment["TIMELINE_SSH"] = str(client)
            user = getpass.getuser()
            for _ in range(2):
                han.run("sync", f"ssh://{user}@127.0.0.1:{port}")
            self.assertEqual(len(self.check_equal([leia, han])), 6)
            # A path selects a store, here one that does not exist.
            status, _, errors = han.attempt("sync", f"ssh://{user}@127.0.0.1:{port}{self.folder}/nobody")
            self.assertEqual(status, 69, errors)
            (self.folder / "authorized").unlink()
            status, _, errors = han.attempt("sync", f"ssh://{user}@127.0.0.1:{port}")
            self.assertEqual(status, 69, errors)
            self.assertIn("could not log in", errors)

    @contextlib.contextmanager
    def ssh_server(self, program, machine):
        """Runs `sshd`, whose commands use the store of a machine, and passes its port."""
        for name in ("host", "user"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self.folder / name], check=True)
        shutil.copy(self.folder / "user.pub", self.folder / "authorized")
        if os.geteuid() == 0:
            pathlib.Path("/run/sshd").mkdir(mode=0o755, exist_ok=True)
        port = free_port()
        configuration = self.folder / "sshd.conf"
        configuration.write_text(
            f"ListenAddress 127.0.0.1:{port}\nHostKey {self.folder}/host\nPidFile none\nStrictModes no\n"
            f"AuthorizedKeysFile {self.folder}/authorized\nPasswordAuthentication no\nUsePAM no\n"
            f'SetEnv HOME="{machine.home}" TIMELINE_HOME="{machine.store}" '
            f'PATH="{OPTIONS.program.parent}:{os.environ["PATH"]}"\n'
        )
        # sshd requires an absolute path.
        process = subprocess.Popen([program, "-D", "-e", "-f", configuration], stderr=subprocess.PIPE, text=True)
        try:
            wait_for_port(port, process)
            yield port
        finally:
            process.terminate()
            process.communicate(timeout=60)

    def test_a_bad_network_over_http(self):
        leia, han = self.friends("leia", "han", posts=6)
        with leia.serving() as port:
            self.sync_over_a_bad_network(han, "http", port, delay=0.01, cuts=10)
        self.assertEqual(len(self.check_equal([leia, han])), 12)

    def test_a_bad_network(self):
        leia, han = self.friends("leia", "han", posts=6)
        with leia.listening() as port:
            self.sync_over_a_bad_network(han, "tcp", port, delay=0.02, cuts=20)
        self.assertEqual(len(self.check_equal([leia, han])), 12)

    def sync_over_a_bad_network(self, client, scheme, port, delay, cuts):
        """Syncs over a relay that delays, throttles, splits and cuts, until both sides are equal.

        Every sync makes progress, so slightly more syncs than cut connections are sufficient.
        """
        relay = Relay(port, OPTIONS.seed, delay=delay, bytes_per_second=2_000_000, cut_connections=cuts)
        try:
            failures = 0
            for _ in range(cuts + 30):
                status, output, errors = client.attempt("sync", f"{scheme}://127.0.0.1:{relay.port}", "--format", "json")
                self.assertIn(status, (0, 69), errors)
                if status:
                    failures += 1
                elif json.loads(output)["syncs"][0]["isEqual"]:
                    break
            print(f"  {relay.cuts} cuts, {failures} failed syncs, {len(relay.passed):,} bytes")
            self.assertGreater(relay.cuts, 0, "The relay has cut nothing, so the test shows nothing.")
        finally:
            relay.close()


class Disturbances(MachinesTest):
    def test_kills(self):
        """Either side is killed at a random moment of each sync. Nothing that was acknowledged is lost."""
        leia, han = self.friends("leia", "han", posts=8)
        generator = random.Random(OPTIONS.seed)
        with leia.listening() as port:
            start = time.monotonic()
            han.attempt("sync", f"tcp://127.0.0.1:{port}")
            whole = time.monotonic() - start
        posts, kills = 16, 0
        for number in itertools.count(1):
            if number % 4 == 0:
                author = generator.choice((leia, han))
                author.post(generator.choice(pictures()), f"{author.name}, round {number}")
                posts += 1
            kills += self.sync_with_a_kill(han, leia, generator, 1.1 * whole)
            if number % 20 == 19:
                leia.check()
                han.check()
            if kills >= OPTIONS.kills:
                break
        with leia.listening() as port:
            for _ in range(2):
                han.run("sync", f"tcp://127.0.0.1:{port}")
        print(f"  {kills} kills in {number} syncs")
        self.assertEqual(len(self.check_equal([leia, han])), posts)

    @staticmethod
    def sync_with_a_kill(client, server, generator, longest):
        """Kills either side of a sync within some seconds, and returns whether it was still running."""
        with server.process_listening() as (listener, port):
            sync = client.start("sync", f"tcp://127.0.0.1:{port}")
            time.sleep(generator.uniform(0, longest))
            victim = generator.choice((sync, listener))
            is_running = victim.poll() is None
            victim.kill()
            sync.communicate(timeout=120)
        return is_running

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
        with leia.listening() as port:
            for babble in (b"", b"GET / HTTP/1.1\r\n\r\n", generator.randbytes(100_000)):
                with socket.create_connection(("127.0.0.1", port)) as peer:
                    try:
                        peer.sendall(babble)
                    except OSError:
                        pass  # The listener may already have ended the session.
            # Silent strangers do not delay peers; each of them may stay for 10 seconds.
            silent = [socket.create_connection(("127.0.0.1", port)) for _ in range(40)]
            start = time.monotonic()
            for _ in range(2):
                han.run("sync", f"tcp://127.0.0.1:{port}")
            seconds = time.monotonic() - start
            print(f"  with 40 silent strangers: {seconds:.1f} s")
            self.assertLess(seconds, 60)
            for peer in silent:
                peer.close()
        self.check_equal([leia, han])

    def test_clocks_a_day_apart(self):
        library = self.folder / "other-clock.so"
        source = pathlib.Path(__file__).with_name("other-clock.c")
        subprocess.run([shutil.which("clang") or "cc", "-shared", "-fPIC", "-o", library, source], check=True)
        leia, han = self.friends("leia", "han", posts=2)
        han.environment |= {"LD_PRELOAD": str(library), "CLOCK_OFFSET": "86400"}
        early = han.post(pictures()[0], "from tomorrow")
        with leia.listening() as port:
            for _ in range(2):
                status, output, errors = han.attempt("sync", f"tcp://127.0.0.1:{port}")
                self.assertIn(status, (0, 69), errors)
            self.assertIn("This device's clock is 1 day ahead", " ".join((output + errors).split()))
        leia.check()
        self.assertNotIn(early, [post[0] for post in leia.feed()], "A post from the future has arrived.")
        # When the clock has passed the stamp, the post arrives.
        leia.environment |= {"LD_PRELOAD": str(library), "CLOCK_OFFSET": "90000"}
        with leia.listening() as port:
            for _ in range(2):
                han.attempt("sync", f"tcp://127.0.0.1:{port}")
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
            with leia.listening() as port:
                status, output, errors = han.attempt("sync", f"tcp://127.0.0.1:{port}")
                print(f"  status {status}: {errors.strip()}")
                self.assertEqual(status, 74, output + errors)
                subprocess.run(["mount", "-o", "remount,size=1g", han.store], check=True)
                han.check()
                for _ in range(2):
                    han.run("sync", f"tcp://127.0.0.1:{port}")
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
