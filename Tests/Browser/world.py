"""A store with the demo's people and photos, the servers of the store, and commands run by other people."""

import functools
import itertools
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import urllib.parse

from pictures import picture, size

PASSWORD = "carbonite-at-dawn"
SEEDS = pathlib.Path(__file__).parents[2] / "SeedData"
# The number of the demo's newest posts that have their own pictures in a light store.
WHOLE = 8


def free_port():
    """Returns a port of this machine on which no program listens."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class World:
    """A store in a temporary folder, which is deleted at the end."""

    #: More environment variables of the commands and servers.
    environment = {}

    def __init__(self, program, folder, is_light, original=None):
        """Creates a world with the demo, or with a copy of the original's store."""
        self.program = pathlib.Path(program)
        self._demo_program = self._installed(folder) if is_light else self.program
        self._original = original
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="timeline-browser-"))
        self.store = self.folder / "store"
        self._servers = []
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()

    def __enter__(self):
        try:
            if self._original:
                self.copy_store(self._original)
            else:
                Person(self, "demo").run("demo", "--images", "none", program=self._demo_program)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for server in self._servers:
            server.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def copy_store(self, original):
        """Copies the store of another world."""
        shutil.copytree(original.store, self.store)

    def start(self, port, options):
        """Starts a server on the given port, or on one that the system chooses if it is 0."""
        return Server(self, port, options)

    @functools.cached_property
    def server(self):
        """The server that most tests use. It starts when it is first used."""
        return self.serve()

    def _installed(self, folder):
        """Returns a link to the program near demo data with small pictures, which debug builds read 5 times as fast."""
        images = folder / "share/timeline-demo/images"
        if not images.exists():
            images.mkdir(parents=True)
            shutil.copy(SEEDS / "world.json", images.parent)
            originals = sorted((SEEDS / "images").iterdir())
            for original in originals[:-WHOLE]:
                width, height = size(original)
                picture(images, width // 5, height // 5).rename(images / original.name)
            for original in originals[-WHOLE:]:
                shutil.copy(original, images)
            shutil.copytree(SEEDS / "avatars", images.parent / "avatars")
        link = folder / "bin/timeline"
        link.parent.mkdir(exist_ok=True)
        link.unlink(missing_ok=True)
        os.link(self.program, link)
        return link

    def serve(self, port=None, *options):
        """Starts a server on the given port, or on one that the system chooses, with more options of `timeline serve`."""
        server = self.start(port or 0, options)
        self._servers.append(server)
        server.wait()
        return server

    def person(self, start):
        """Signs up a new person with the `timeline` command."""
        with self._lock:
            name = f"{start}{next(self._numbers)}"
        person = Person(self, name)
        person.run(
            "signup", "--email", person.email, "--username", name, "--password-stdin", input=f"{PASSWORD}\n"
        )
        return person

    def existing(self, name):
        """Returns a person from the demo who is not yet logged in."""
        return Person(self, name)

    def path(self, name):
        """Returns a path for a new file or folder."""
        with self._lock:
            return self.folder / f"{next(self._numbers)}-{name}"


class Person:
    """A person with an account, and their session with the `timeline` command."""

    def __init__(self, world, name):
        self.world = world
        self.name = name
        self.email = f"{name}@timeline.example"
        self.password = PASSWORD
        self._home = world.path(name)

    def log_in(self):
        """Logs in with the `timeline` command."""
        self.run("login", "--email", self.email, "--password-stdin", input=f"{PASSWORD}\n")

    def run(self, command, *arguments, input=None, program=None):
        """Runs `timeline` as this person and returns its JSON."""
        self._home.mkdir(exist_ok=True)
        result = subprocess.run(
            [program or self.world.program, command, *map(str, arguments), "--store", self.world.store, "--format", "json"],
            input=input,
            capture_output=True,
            text=True,
            env={"HOME": str(self._home), "PATH": os.environ["PATH"], **self.world.environment},
        )
        if result.returncode:
            raise AssertionError(f"timeline {command} failed: {result.stderr}")
        return json.loads(result.stdout)

    def post(self, picture, caption="", *arguments):
        """Posts a picture and returns the ID of the post."""
        options = ["--caption", caption] if caption else []
        return self.run("post", "--image", picture, *options, *arguments)["id"]


class Server:
    """A running process of `timeline serve`."""

    def __init__(self, world, port, options=(), environment={}):
        self._log = open(world.path("server.log"), "w+")
        self._process = subprocess.Popen(
            [world.program, "serve", "--port", str(port), *options, "--store", world.store, "--format", "json"],
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
            env={**os.environ, **world.environment, **environment},
        )

    def wait(self):
        """Waits until browsers can connect."""
        answer = ""
        while not answer.rstrip().endswith("}"):
            line = self._process.stdout.readline()
            if not line:
                raise AssertionError(f"The server did not start: {self.log()}")
            answer += line
        self.url = json.loads(answer)["url"].rstrip("/")
        self.port = urllib.parse.urlsplit(self.url).port

    def suspend(self, isSuspended):
        """Stops the process from answering, or continues it, like a machine that leaves the network and comes back."""
        self._process.send_signal(signal.SIGSTOP if isSuspended else signal.SIGCONT)

    def log(self):
        """Returns the lines of the server's log."""
        self._log.flush()
        return pathlib.Path(self._log.name).read_text()

    @property
    def process_id(self):
        return self._process.pid

    @property
    def is_running(self):
        return self._process.poll() is None

    def kill(self):
        """Ends the process without a warning."""
        self._process.kill()
        self._process.wait()

    def stop(self):
        """Stops the server if it is running."""
        self._process.terminate()
        try:
            self._process.wait(60)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
