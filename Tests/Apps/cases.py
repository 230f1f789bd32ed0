"""The base of the tests with apps: the servers of a store with the demo, and people with apps that act for them."""

import functools
import queue
import subprocess
import unittest

import requests
from mastodon import Mastodon

import photos
import shapes
from proxy import SecureProxy
from world import World, free_port

#: The seconds that a test waits for something that a server or an app does on its own.
PATIENCE = 20


class AppsWorld(World):
    """A store with the demo, its servers, and the people who use it."""

    def __init__(self, program, folder):
        super().__init__(program, folder, is_light=True)
        self.bin = folder / "bin"

    def __enter__(self):
        self._proxies = []
        return super().__enter__()

    def __exit__(self, *arguments):
        for proxy in self._proxies:
            proxy.stop()
        super().__exit__(*arguments)

    @functools.cached_property
    def public(self):
        """A server that shows posts to guests."""
        return self.serve(None, "--public")

    @functools.cached_property
    def secure(self):
        """A server behind a reverse proxy with a certificate."""
        proxy = SecureProxy(self.folder)
        self._proxies.append(proxy)
        # The server prints the address of the proxy, so its own port is chosen here.
        proxy.target = free_port()
        proxy.server = self.serve(proxy.target, "--url", proxy.url)
        return proxy


class StrictSession(requests.Session):
    """A session of HTTP that also checks each JSON answer against the table of shapes."""

    def __init__(self):
        super().__init__()
        # Variables with another certificate would take precedence over `verify`.
        self.trust_env = False
        self.hooks["response"].append(lambda response, **_: shapes.watch(response))


class AppsTest(unittest.TestCase):
    """A test with apps. All answers that pass through Python must have the documented shapes."""

    world = None
    maxDiff = 4000

    def setUp(self):
        shapes.problems.clear()
        self.addCleanup(self.check_shapes)

    def check_shapes(self):
        """Checks that no answer of this test was malformed."""
        problems = list(dict.fromkeys(shapes.problems))
        shapes.problems.clear()
        self.assertEqual(problems, [], "These answers do not have the documented shapes.")

    @property
    def server(self):
        """The server that most tests use. It answers guests with nothing."""
        return self.world.server

    @classmethod
    def serve(cls, *options):
        """Starts a server for the tests of this class only."""
        server = cls.world.serve(None, *options)
        cls.addClassCleanup(server.stop)
        return server

    @property
    def url(self):
        """The address of the server."""
        return self.server.url

    def person(self, name="ada"):
        """Signs up a new person."""
        return self.world.person(name)

    def token(self, person, scopes="read write follow push"):
        """Creates a token with which scripts act for a person."""
        return person.run("token", "create", "--name", "tests", "--scope", scopes)["token"]

    def client(self, person=None, scopes="read write follow push", server=None):
        """Returns an app of a person, or of a guest."""
        return Mastodon(
            access_token=self.token(person, scopes) if person else None,
            api_base_url=(server or self.server).url,
            session=StrictSession(),
            ratelimit_method="throw",
            request_timeout=60,
        )

    def post(self, client, caption="A caption", count=1, **options):
        """Posts photos with an app, and returns the status."""
        media = [
            client.media_post(str(photos.jpeg(self.world.folder)), description=f"Photo {number} of {caption}"[:200])
            for number in range(1, count + 1)
        ]
        return client.status_post(caption, media_ids=media, **options)

    def call(self, method, path, token=None, server=None, session=None, **options):
        """Makes one call of an API, and returns the answer."""
        headers = dict(options.pop("headers", {}))
        if token:
            headers["Authorization"] = f"Bearer {token}"
        return (session or StrictSession()).request(
            method, (server or self.server).url + path, headers=headers, timeout=60, allow_redirects=False, **options
        )

    def check_error(self, response, status, *words):
        """Checks that an answer is an error of the Mastodon API, whose sentence contains the given words."""
        self.assertEqual(response.status_code, status, response.text[:300])
        error = response.json()["error"]
        self.assertIsInstance(error, str)
        for word in words:
            self.assertIn(word, error)

    def fetch_picture(self, address):
        """Gets a picture as the image loader of an app does, without any credential, and returns it."""
        response = requests.get(address, timeout=60, verify=getattr(self.world, "certificate", True))
        self.assertEqual(response.status_code, 200, f"{address}: {response.text[:200]}")
        self.assertTrue(response.headers["Content-Type"].startswith("image/"), address)
        return photos.opened(response.content)


class Events:
    """The events of a stream, in the order in which they arrive."""

    def __init__(self):
        self._queue = queue.Queue()

    def put(self, *event):
        self._queue.put(event)

    def wait(self, condition):
        """Waits for the first event that meets a condition, and returns it."""
        seen = []
        while True:
            try:
                event = self._queue.get(timeout=PATIENCE)
            except queue.Empty:
                raise AssertionError(f"The event did not arrive; only {seen} did.") from None
            if condition(*event):
                return event
            seen.append(event)


def run(arguments, environment, folder=None, input=None, timeout=120):
    """Runs a program and returns its result, with the output as text."""
    return subprocess.run(
        list(map(str, arguments)),
        capture_output=True,
        text=True,
        env=environment,
        cwd=folder,
        input=input,
        timeout=timeout,
    )
