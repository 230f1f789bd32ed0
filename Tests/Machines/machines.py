"""Machines that run the built `timeline`, each with a store, and a relay that disturbs their connections."""

import asyncio
import contextlib
import json
import os
import pathlib
import random
import re
import signal
import socket
import ssl
import subprocess
import threading
import time

PASSWORD = "carbonite-at-dawn"


def free_port():
    """Returns a port of this machine on which no program listens."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Machine:
    """A home folder with a store and, after `sign_up`, a user."""

    def __init__(self, program, folder, name):
        self.program = program
        self.name = name
        self.home = folder / name
        self.home.mkdir()
        self.store = self.home / "store"
        #: Additional environment variables for all commands.
        self.environment = {}

    def start(self, *arguments, stdin=subprocess.DEVNULL):
        """Starts a command and returns its process."""
        return subprocess.Popen(
            [self.program, *map(str, arguments)],
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={
                "HOME": str(self.home),
                "PATH": os.environ["PATH"],
                "TIMELINE_HOME": str(self.store),
                **self.environment,
            },
        )

    def attempt(self, *arguments, input=None, seconds=300):
        """Runs a command and returns its exit status, its output and its errors."""
        process = self.start(*arguments, stdin=subprocess.PIPE)
        output, errors = process.communicate(input, seconds)
        return process.returncode, output, errors

    def run(self, *arguments, input=None):
        """Runs a command, which must succeed, and returns its JSON."""
        status, output, errors = self.attempt(*arguments, "--format", "json", input=input)
        if status:
            raise AssertionError(f"{self.name}: timeline {' '.join(map(str, arguments))}: status {status}: {errors}")
        return json.loads(output) if output.strip() else None

    def sign_up(self):
        email = f"{self.name}@timeline.example"
        self.run("signup", "--email", email, "--username", self.name, "--password-stdin", input=f"{PASSWORD}\n")

    def post(self, picture, caption):
        return self.run("post", "--image", picture, "--caption", caption)["id"]

    def follow(self, other, *options):
        self.run("follow", other.run("invite", *options)["link"])

    def feed(self):
        """Returns the user's whole feed: the ID, caption, likes and comments of each post."""
        posts, after = [], []
        while True:
            page = self.run("feed", "--limit", "100", *after)
            posts += page["posts"]
            if not page.get("next"):
                break
            after = ["--before", page["posts"][-1]["id"]]
        return [(post["id"], post.get("caption"), post["likeCount"], post["commentCount"]) for post in posts]

    def check(self):
        """Checks the store with `timeline doctor`, which finds partial files and wrong counts."""
        status, output, errors = self.attempt("doctor")
        if status:
            raise AssertionError(f"{self.name}: doctor: status {status}: {output}{errors}")

    def listening(self):
        """Accepts sessions over TCP; a context manager that passes the port."""
        return _only_port(self.process_listening())

    def serving(self, *options):
        """Serves the store over HTTP; a context manager that passes the port."""
        return _only_port(self._running("serve", "--port", 0, *options))

    def process_listening(self):
        """Accepts sessions over TCP; a context manager that passes the process and the port."""
        return self._running("sync", "--listen", "127.0.0.1:0", "--format", "json")

    @contextlib.contextmanager
    def _running(self, *arguments):
        process = self.start(*arguments)
        try:
            yield process, printed_port(process)
        finally:
            stop(process)


@contextlib.contextmanager
def _only_port(running):
    with running as (_, port):
        yield port


def printed_port(process):
    """Waits until a process prints the address on which it listens, and returns the port."""
    deadline = threading.Timer(300, process.kill)
    deadline.start()
    try:
        for line in process.stdout:
            if match := re.search(r"://[^/]*:(\d+)", line):
                return int(match[1])
    finally:
        deadline.cancel()
    raise AssertionError(f"The process does not listen: {process.communicate()}")


def wait_for_port(port, process):
    """Waits until a process listens on a port of this machine."""
    deadline = time.monotonic() + 300
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                process.kill()
                raise AssertionError(f"Nothing listens on port {port}: {process.communicate()}") from None
            time.sleep(0.05)


def stop(process):
    """Ends a process as Ctrl-C does."""
    process.send_signal(signal.SIGINT)
    try:
        process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()


@contextlib.contextmanager
def encrypting(port, certificate, key):
    """Accepts TLS connections, and passes their plaintext on to a port; a context manager that passes the new port."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)

    async def copy(source, target):
        try:
            while data := await source.read(65536):
                target.write(data)
                await target.drain()
        except OSError:
            pass  # A side has ended the connection.
        finally:
            target.close()

    async def serve(*client):
        server = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(copy(client[0], server[1]), copy(server[0], client[1]))

    loop = asyncio.new_event_loop()
    listener = loop.run_until_complete(asyncio.start_server(serve, "127.0.0.1", 0, ssl=context))
    # It prints rejected handshakes, which tests expect.
    loop.set_exception_handler(lambda *_: None)
    threading.Thread(target=loop.run_forever, daemon=True).start()
    try:
        yield listener.sockets[0].getsockname()[1]
    finally:
        loop.call_soon_threadsafe(listener.close)
        loop.call_soon_threadsafe(loop.stop)


class Relay:
    """Passes TCP connections on to a port.

    Each connection is delayed, throttled and split into small pieces, and the first ones are cut at some byte. All of it
    follows from the seed and the number of the connection.
    """

    def __init__(self, port, seed, delay=0.0, bytes_per_second=None, cut_connections=0):
        self.target = port
        self.seed, self.delay, self.rate = seed, delay, bytes_per_second
        self.cut_connections = cut_connections
        #: The bytes that were passed on, in both directions.
        self.passed = bytearray()
        self.cuts = 0
        self._count = 0
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self):
        self._listener.close()

    def _accept(self):
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            self._count += 1
            generator = random.Random(self.seed * 1000 + self._count)
            try:
                server = socket.create_connection(("127.0.0.1", self.target), 10)
            except OSError:
                client.close()
                continue
            for end in (client, server):
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            end = None
            if self._count <= self.cut_connections:
                end = int(10 ** generator.uniform(1, 5.5))
            for source, target in ((client, server), (server, client)):
                generator = random.Random(generator.random())
                threading.Thread(target=self._pass, args=(source, target, generator, end), daemon=True).start()

    def _pass(self, source, target, generator, end):
        """Passes one direction on. Pieces leave `delay` after they arrived, so that a delay is not a throttle."""
        pieces, ready, total = [], threading.Condition(), 0

        def write():
            while True:
                with ready:
                    while not pieces:
                        ready.wait()
                    due, piece = pieces.pop(0)
                time.sleep(max(0, due - time.monotonic()))
                try:
                    if not piece:
                        target.shutdown(socket.SHUT_WR)
                        return
                    target.sendall(piece)
                except OSError:
                    return

        threading.Thread(target=write, daemon=True).start()
        free = time.monotonic()
        while True:
            try:
                data = source.recv(generator.choice((1, 100, 4096, 65536)))
            except OSError:
                data = b""
            self.passed += data
            total += len(data)
            if end is not None and total > end:
                self.cuts += 1
                for side in (source, target):
                    # Closing alone would not end the connection, because other threads use it.
                    try:
                        side.shutdown(socket.SHUT_RDWR)
                    except OSError:
                        pass  # The other direction was cut first.
                return
            now = time.monotonic()
            free = max(free, now) + (len(data) / self.rate if self.rate else 0)
            with ready:
                pieces.append((free + self.delay, data))
                ready.notify()
            if not data:
                return
