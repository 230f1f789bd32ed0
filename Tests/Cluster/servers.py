"""Two servers on one PostgreSQL behind the nginx of Docs/Cluster.md: servers.py PROGRAM [TEST...]

nginx sends each request to the other server than the one before. One of them is killed and stopped on the way. Run it
with Tests/servers.sh, which installs the Python packages.
"""

import concurrent.futures
import contextlib
import json
import os
import pathlib
import re
import socket
import ssl
import subprocess
import sys
import threading
import time
import unittest
import unittest.mock

ROOT = pathlib.Path(__file__).parents[1]
sys.path += [str(ROOT / "Apps"), str(ROOT / "Browser")]

import requests
from mastodon import Mastodon

import pair
import photos
import postgres
from cases import PATIENCE, AppsWorld
from pages import Visitor
from proxy import certificate
from world import PASSWORD, Person, free_port

NAME = "photos.localhost"


class Servers(unittest.TestCase):
    """Everything that two servers share, in the order of a person's first day."""

    @classmethod
    def setUpClass(cls):
        resolve = socket.getaddrinfo
        patch = unittest.mock.patch(
            "socket.getaddrinfo",
            lambda host, *rest, **options: resolve("127.0.0.1" if host == NAME else host, *rest, **options),
        )
        patch.start()
        cls.addClassCleanup(patch.stop)
        cls.port = free_port()
        cls.base = f"https://{NAME}:{cls.port}"
        public, key = certificate(cls.world.folder)
        cls.authority = str(public)
        cls.options = ("--url", cls.base, "--sign-up", "--drain", "2")
        cls.metrics = [free_port(), free_port()]
        cls.pair = pair.Pair(cls.world, cls.port, cls.options, (public, key))
        cls.addClassCleanup(cls.pair.stop)
        cls.pair.wait()

    # MARK: Helpers

    @property
    def hosts(self):
        """The addresses of the servers themselves, and not that of nginx."""
        return [f"http://{host}:{self.port}" for host in pair.HOSTS]

    def app(self, person, scopes=("read", "write", "follow")):
        """Registers an app and lets a person allow it, each request at the other server than the one before."""
        session = requests.Session()
        session.trust_env, session.verify = False, self.authority
        file = self.world.path("app.secret")
        Mastodon.create_app("Pair", scopes=scopes, to_file=str(file), api_base_url=self.base, session=session)
        client = Mastodon(client_id=str(file), session=session, ratelimit_method="throw", request_timeout=60)
        address = client.auth_request_url(scopes=scopes)
        code = Visitor(self.base, self.authority).authorize(address, person).code
        client.log_in(code=code, scopes=scopes)
        return client

    def post(self, client, caption):
        """Uploads a photo at one server, describes it at the other, and posts it."""
        media = client.media_post(str(photos.jpeg(self.world.folder)))
        client.media_update(media, description="A gradient")
        return client.status_post(caption, media_ids=[media])

    def call(self, session, method, path, **options):
        return session.request(method, self.base + path, verify=self.authority, timeout=60, **options)

    def start_again(self, number):
        """Starts a server that has ended."""
        server = self.pair.start(self.world, pair.HOSTS[number], self.options)
        self.pair.servers[number] = server
        server.wait()

    def counts(self, number):
        """Returns the numbers of requests that a server has answered, by its metrics."""
        text = requests.get(f"http://127.0.0.1:{self.metrics[number]}/metrics", timeout=10).text
        lines = [line for line in text.splitlines() if line.startswith("timeline_http_requests_total")]
        return sum(int(line.split()[1]) for line in lines)

    # MARK: Tests

    def test_1_pages(self):
        """A visitor signs up on a page, logs in again in another browser, and sees what others post."""
        visitor = Visitor(self.base, self.authority)
        _, page = visitor.open("/signup")
        form = next(form for form in page.forms if "password" in form.types.values())
        values = {"username": "padme", "email": "padme@timeline.example", "password": PASSWORD}
        values |= {name: PASSWORD for name, kind in form.types.items() if kind == "password"}
        response, page = visitor.submit(form, **{name: value for name, value in values.items() if name in form.types})
        self.assertEqual(response.status_code, 200)
        self.assertIn("padme", response.text)
        visitor = Visitor(self.base, self.authority)
        _, page = visitor.open("/login")
        response, _ = visitor.log_in_at(page, Person(self.world, "padme"))
        self.assertIn("padme", response.text)
        eve = self.world.person("eve")
        post = self.post(self.app(eve), "Caught #between two servers")
        pages = {f"/post/{post.id}": "Caught", f"/@{eve.name}": "A gradient", "/search?q=caught": post.id}
        for path, text in pages.items():
            for _ in range(2):
                response, _ = visitor.open(path)
                self.assertEqual(response.status_code, 200, path)
                self.assertIn(text, response.text, path)

    def test_2_apps(self):
        """An app registers, logs in with a code, posts, likes, comments and searches."""
        ada, eve = self.world.person("ada"), self.world.person("eve")
        app, other = self.app(ada), self.app(eve)
        app.account_follow(other.me().id)
        status = self.post(other, "A twin #sunset")
        for _ in range(2):
            self.assertEqual(app.timeline_home()[0].id, status.id)
        app.status_favourite(status.id)
        app.status_reply(status, "A comment")
        for _ in range(2):
            shown = other.status(status.id)
            self.assertEqual((shown.favourites_count, shown.replies_count), (1, 1))
            self.assertEqual([found.id for found in app.search("twin", result_type="statuses").statuses], [status.id])
            kinds = {item.type for item in other.notifications()}
            self.assertEqual(kinds, {"favourite", "mention", "follow"} & kinds)
            self.assertIn("favourite", kinds)
        picture = requests.get(shown.media_attachments[0].url, verify=self.authority, timeout=60)
        self.assertEqual(picture.headers["Content-Type"], "image/jpeg")
        # A repeated request adds nothing, whichever server has answered the first one.
        ids = {app.status_post("Once", in_reply_to_id=status.id, idempotency_key="key").id for _ in range(4)}
        self.assertEqual(len(ids), 1)

    def test_3_live_updates(self):
        """Streams of both servers report a post within a second or two, whichever server has received it."""
        ada, eve = self.world.person("ada"), self.world.person("eve")
        app, other = self.app(ada), self.app(eve)
        app.account_follow(other.me().id)
        events = []

        def listen(host, opened):
            with requests.get(
                host + "/api/v1/streaming/user", stream=True, timeout=PATIENCE, verify=False,
                headers={"Authorization": f"Bearer {app.access_token}", "Host": f"{NAME}:{self.port}"},
            ) as stream:
                for line in stream.iter_lines(chunk_size=1, decode_unicode=True):
                    opened.set()
                    if line == "event: update":
                        return events.append((host, time.monotonic()))

        threads = []
        for host in self.hosts:
            opened = threading.Event()
            threads.append(threading.Thread(target=listen, args=(host, opened)))
            threads[-1].start()
            self.assertTrue(opened.wait(PATIENCE))
        self.post(other, "Live")
        posted = time.monotonic()
        for thread in threads:
            thread.join(PATIENCE)
        self.assertEqual({host for host, _ in events}, set(self.hosts))
        self.assertLess(max(date for _, date in events) - posted, 5)

    def test_4_throttle(self):
        """Wrong passwords are counted over both servers."""
        victim = self.world.person("victim")
        visitor = Visitor(self.base, self.authority)
        _, page = visitor.open("/login")
        form = next(form for form in page.forms if "password" in form.types.values())
        values = {form.named("email"): victim.email, form.named("password"): "not-this-password"}
        statuses = [visitor.submit(form, **values)[0].status_code for _ in range(12)]
        self.assertEqual(statuses, [401] * 10 + [429] * 2)

    def test_4_slow(self):
        """A body that arrives too slowly is answered with 408, and nginx goes on using both servers."""
        context = ssl.create_default_context(cafile=self.authority)
        head = f"POST /login HTTP/1.1\r\nHost: {NAME}:{self.port}\r\nContent-Length: 10000\r\n"
        head += "Content-Type: application/x-www-form-urlencoded\r\n\r\n"

        def trickle():
            """Sends a byte per second until there is a response, and returns its beginning."""
            with socket.create_connection(("127.0.0.1", self.port), 60) as connection:
                with context.wrap_socket(connection, server_hostname=NAME) as client:
                    client.sendall(head.encode())
                    client.settimeout(1)
                    for _ in range(50):
                        client.sendall(b"a")
                        with contextlib.suppress(TimeoutError):
                            return client.recv(12)

        with concurrent.futures.ThreadPoolExecutor() as pool:
            answers = [pool.submit(trickle) for _ in range(4)]
            self.assertEqual({answer.result() for answer in answers}, {b"HTTP/1.1 408"})
        statuses = [self.call(requests.Session(), "GET", "/login").status_code for _ in range(6)]
        self.assertEqual(statuses, [200] * 6)

    def test_5_sync(self):
        """A device syncs over several requests, which one server answers, also while the other one is killed."""
        servers = self.world.serve()
        person, device = self.world.person("ada"), self.world.path("device")
        post = person.post(photos.jpeg(self.world.folder), "To be synced")
        file = self.world.path("device.pair")
        code = person.run("pair", "--to", file, "--password-stdin", input=f"{PASSWORD}\n")["code"]

        def run(command, *arguments, input=None):
            """Runs a command on the store of the device."""
            environment = {"PATH": os.environ["PATH"], "HOME": str(self.world.folder)}
            result = subprocess.run(
                [self.world.program, command, *arguments, "--store", device, "--format", "json"],
                input=input, env=environment, capture_output=True, text=True,
            )
            self.assertEqual(result.returncode, 0, result.stderr)
            return json.loads(result.stdout)

        run("pair", "--from", file, "--password-stdin", input=f"{code}\n{PASSWORD}\n")
        address = f"{servers.url}/@{person.name}"
        run("sync", address)
        self.assertEqual(run("show", post)["post"]["caption"], "To be synced")
        for server in servers.servers:
            later = person.post(photos.jpeg(self.world.folder), "Later")
            server.kill()
            run("sync", address)
            self.assertEqual(run("show", later)["post"]["caption"], "Later")
            servers.servers[servers.servers.index(server)] = again = servers.start(
                self.world, server.host
            )
            again.wait()
        servers.stop()

    def test_6_killed(self):
        """One server is killed while an app comments: everything acknowledged stays, once, and the app goes on."""
        ada = self.world.person("ada")
        app = self.app(ada)
        status = self.post(app, "Comment on this")
        session = requests.Session()
        session.trust_env = False
        headers = {"Authorization": f"Bearer {app.access_token}"}
        acknowledged, failures = [], []
        for number in range(60):
            if number == 20:
                threading.Timer(0.02, self.pair.servers[0].kill).start()
            text = f"Comment {number:02}"
            # Without an answer, nobody knows whether it was stored; the key makes the repetition safe.
            for attempt in range(5):
                answer = self.call(
                    session, "POST", "/api/v1/statuses", headers=headers | {"Idempotency-Key": text},
                    data={"status": text, "in_reply_to_id": status.id},
                )
                if answer.status_code == 200:
                    acknowledged.append(text)
                    break
                failures.append((number, attempt, answer.status_code))
            else:
                self.fail(f"{text} was not accepted: {failures}")
        self.assertFalse(self.pair.servers[0].is_running)
        # Only the request that the killed server was answering.
        self.assertLessEqual(len(failures), 1, failures)
        self.assertTrue(all(status in (502, 504) for _, _, status in failures), failures)
        shown = [re.sub("<[^>]+>", "", reply.content) for reply in app.status_context(status.id).descendants]
        self.assertEqual(shown, acknowledged)
        self.assertEqual(app.status(status.id).replies_count, 60)
        for _ in range(20):
            self.assertEqual(app.timeline_home()[0].id, status.id)
        self.start_again(0)
        for host in self.hosts:
            answer = requests.get(host + "/readyz", timeout=10)
            self.assertEqual((answer.status_code, answer.text), (200, "The server is ready.\n"))

    def test_7_drained(self):
        """A server that is told to stop says so, and answers until then; no request fails."""
        person = self.world.person("ada")
        app = self.app(person)
        ends, statuses = threading.Event(), []

        def read():
            session = requests.Session()
            session.trust_env = False
            headers = {"Authorization": f"Bearer {app.access_token}"}
            while not ends.is_set():
                answer = self.call(session, "GET", "/api/v1/timelines/home", headers=headers)
                statuses.append(answer.status_code)

        reader = threading.Thread(target=read)
        reader.start()
        stopping = threading.Thread(target=self.pair.servers[1].stop)
        stopping.start()
        time.sleep(0.5)
        answer = requests.get(self.hosts[1] + "/readyz", timeout=10)
        self.assertEqual((answer.status_code, answer.text), (503, "The server is shutting down.\n"))
        self.assertEqual(requests.get(self.hosts[1] + "/healthz", timeout=10).status_code, 200)
        stopping.join(60)
        with self.assertRaises(requests.exceptions.ConnectionError):
            requests.get(self.hosts[1] + "/healthz", timeout=10)
        time.sleep(0.5)
        ends.set()
        reader.join(60)
        self.assertGreater(len(statuses), 10)
        self.assertEqual(set(statuses), {200})
        self.start_again(1)

    def test_8_metrics(self):
        """Both servers have answered, each for itself."""
        for number, host in enumerate(pair.HOSTS):
            self.pair.servers[number].stop()
            options = (*self.options, "--metrics", f"127.0.0.1:{self.metrics[number]}")
            self.pair.servers[number] = self.pair.start(self.world, host, options)
            self.pair.servers[number].wait()
        visitor = Visitor(self.base, self.authority)
        for _ in range(20):
            visitor.open("/login")
        counts = [self.counts(number) for number in range(2)]
        self.assertEqual(sum(counts), 20)
        self.assertGreaterEqual(min(counts), 8, counts)

    def test_9_database(self):
        """Without the database, a server is alive, but not ready, and answers with 503."""
        headers = {"Authorization": f"Bearer {self.app(self.world.person('ada')).access_token}"}
        self.world.database_server.stop()
        for host in self.hosts:
            self.assertEqual(requests.get(host + "/healthz", timeout=10).status_code, 200)
            start = time.monotonic()
            answer = requests.get(host + "/readyz", timeout=10)
            self.assertEqual(answer.status_code, 503)
            self.assertIn(answer.text, ("The store cannot be read.\n", "The store does not answer.\n"))
            self.assertLess(time.monotonic() - start, 4)
            answer = requests.get(host + "/api/v1/timelines/home", headers=headers, timeout=90)
            self.assertEqual((answer.status_code, "Try again later" in answer.text), (503, True))


def main():
    program, *names = sys.argv[1:]
    postgres.exit_on_signals()
    with postgres.PostgreSQL(fsync=False) as database:
        os.environ["TIMELINE_POSTGRES_TEST"] = database.address
        with pair.chosen(AppsWorld)(pathlib.Path(program).absolute(), ROOT.parent / ".build-apps") as world:
            world.database_server = database
            Servers.world = world
            loader = unittest.TestLoader()
            loader.testNamePatterns = [f"*{name}*" for name in names] or None
            result = unittest.TextTestRunner(verbosity=2).run(loader.loadTestsFromTestCase(Servers))
    return not (result.wasSuccessful() and result.testsRun)


if __name__ == "__main__":
    sys.exit(main())
