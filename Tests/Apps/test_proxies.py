"""The reverse proxies of Docs/Apps.md, with the text of their examples."""

import contextlib
import os
import pathlib
import re
import shutil
import socket
import subprocess
import threading
import time
import unittest.mock

import requests
from mastodon import Mastodon

import photos
from cases import PATIENCE, AppsTest, StrictSession
from pages import Visitor
from proxy import certificate
from world import PASSWORD, free_port

DOCUMENT = pathlib.Path(__file__).parents[2] / "Docs/Apps.md"
NAME = "photos.localhost"


class ClientAt(requests.adapters.HTTPAdapter):
    """Connects from an address of this machine."""

    def __init__(self, address):
        self._address = address
        super().__init__()

    def init_poolmanager(self, *arguments, **options):
        super().init_poolmanager(*arguments, source_address=(self._address, 0), **options)


class Proxies(AppsTest):
    @classmethod
    def setUpClass(cls):
        resolve = socket.getaddrinfo
        patch = unittest.mock.patch(
            "socket.getaddrinfo", lambda host, *rest, **options: resolve("127.0.0.1" if host == NAME else host, *rest, **options)
        )
        patch.start()
        cls.addClassCleanup(patch.stop)

    def setUp(self):
        super().setUp()
        self.port, self.target = free_port(), free_port()
        self.base = f"https://{NAME}:{self.port}"
        self.home = self.world.path("proxy")
        self.home.mkdir()

    def example(self, name):
        """Returns the example for a proxy, with the ports of this test and its name."""
        text = re.search(rf"^{name}[^\n]*:\n\n```\n(.+?)```", DOCUMENT.read_text(), re.DOTALL | re.MULTILINE)[1]
        return text.replace("photos.example", NAME).replace("127.0.0.1:8080", f"127.0.0.1:{self.target}")

    def program(self, name):
        """Returns the path of a proxy's program."""
        path = shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin")
        if not path:
            self.skipTest(f"{name} is not installed.")
        return path

    def start(self, *command):
        """Starts a proxy, and waits until it accepts connections."""
        log = open(self.home / "log", "w+")
        process = subprocess.Popen(
            list(map(str, command)),
            stdout=log,
            stderr=log,
            cwd=self.home,
            env={"PATH": os.environ["PATH"], "HOME": str(self.home), "XDG_DATA_HOME": str(self.home)},
        )

        def stop():
            process.terminate()
            process.wait(60)
            log.close()

        self.addCleanup(stop)
        deadline = time.monotonic() + PATIENCE
        while True:
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            if process.poll() is not None or time.monotonic() > deadline:
                self.fail((self.home / "log").read_text())
            time.sleep(0.05)

    def test_caddy(self):
        program, file = self.program("caddy"), self.home / "Caddyfile"
        # Without a public name, the certificate is from Caddy's own authority.
        site = self.example("Caddy").replace(f"{NAME} {{", f"{self.base} {{\n    tls internal\n    bind 127.0.0.1")
        file.write_text(f"{{\n    admin off\n    skip_install_trust\n    auto_https disable_redirects\n}}\n{site}")
        self.start(program, "run", "--config", file)
        authority = self.home / "caddy/pki/authorities/local/root.crt"
        deadline = time.monotonic() + PATIENCE
        while True:
            with contextlib.suppress(requests.exceptions.ConnectionError, OSError):
                requests.get(self.base, verify=str(authority))
                break
            self.assertLess(time.monotonic(), deadline, (self.home / "log").read_text())
            time.sleep(0.05)
        self.check(authority)

    def test_nginx(self):
        program, file = self.program("nginx"), self.home / "nginx.conf"
        public, key = certificate(self.world.folder)
        site = (
            self.example("nginx")
            .replace("listen 443", f"listen 127.0.0.1:{self.port}")
            .replace("/etc/ssl/photos.pem", str(public))
            .replace("/etc/ssl/photos.key", str(key))
        )
        folders = " ".join(
            f"{kind}_temp_path {kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        file.write_text(
            f"daemon off; master_process off; pid pid; error_log stderr; events {{}}\n"
            f"http {{ access_log off; {folders}\n{site}}}\n"
        )
        self.start(program, "-p", self.home, "-c", file, "-e", "stderr")
        self.check(public)

    def check(self, authority):
        """Uses a server behind the proxy that listens now, whose certificate an authority has signed."""
        server = self.world.serve(self.target, "--url", self.base)
        self.addCleanup(server.stop)
        person, eve = self.person(), self.person("eve")
        visitor = Visitor(self.base, str(authority))
        self.check_pages(visitor, person)
        client = self.app(visitor, person, authority)
        self.check_posts(client)
        self.check_stream(client, authority, eve)
        server.stop()
        self.check_limits(authority)

    def check_pages(self, visitor, person):
        """Logs in with the form, which sends an `Origin`, and is refused with that of another site."""
        _, page = visitor.open("/login")
        response, page = visitor.log_in_at(page, person)
        self.assertEqual(response.status_code, 200)
        self.assertTrue(all(cookie.secure for cookie in visitor.session.cookies))
        response, page = visitor.open("/settings/profile")
        form = next(form for form in page.forms if "/settings/profile" in form.action)
        self.assertIn(person.name, form.fields.values())
        for origin, statuses in ((f"https://{NAME}", (403,)), ("https://evil.example", (403,)), (self.base, (200, 303))):
            answer = visitor.session.post(
                self.base + form.action, data=form.fields, headers={"Origin": origin}, allow_redirects=False
            )
            self.assertIn(answer.status_code, statuses, origin)

    def app(self, visitor, person, authority):
        """Signs an app in, on the page and with the password."""
        session = StrictSession()
        session.verify = str(authority)
        file = self.world.path("app.secret")
        options = {"session": session, "ratelimit_method": "throw", "request_timeout": 60}
        Mastodon.create_app(
            "Proxied", scopes=["read", "write"], to_file=str(file), api_base_url=self.base, session=session
        )
        client = Mastodon(client_id=str(file), **options)
        client.log_in(person.email, PASSWORD, scopes=["read"])
        address = client.auth_request_url(scopes=["read", "write"])
        client.log_in(code=visitor.authorize(address, person).code, scopes=["read", "write"])
        self.assertEqual(client.me().username, person.name)
        return client

    def check_posts(self, client):
        """Posts a photo of 4 MB, and reads it."""
        path = photos.large(self.world.folder, 6 << 20)
        self.assertGreater(path.stat().st_size, 4_000_000)
        media = client.media_post(str(path), description="Noise")
        status = client.status_post("Large", media_ids=[media])
        shown = client.timeline_home()[0]
        self.assertEqual(shown.id, status.id)
        address = shown.media_attachments[0].url
        self.assertTrue(address.startswith(self.base + "/media/"), address)
        answer = client.session.get(address)
        self.assertEqual((answer.status_code, answer.headers["Content-Type"]), (200, "image/jpeg"))
        self.assertTrue(photos.is_similar(answer.content, path))

    def check_stream(self, client, authority, eve):
        """The events of a stream arrive when they happen, and not only when a buffer is full."""
        client.account_follow(client.account_lookup(eve.name).id)
        start = time.monotonic()
        with requests.get(
            self.base + "/api/v1/streaming/user",
            headers={"Authorization": f"Bearer {client.access_token}"},
            verify=str(authority),
            stream=True,
            timeout=PATIENCE,
        ) as stream:
            lines = stream.iter_lines(chunk_size=1, decode_unicode=True)
            # The first line only keeps the connection alive; the next one of its kind would come after 25 seconds.
            self.assertTrue(next(lines).startswith(":"))
            self.assertLess(time.monotonic() - start, 10)
            post = threading.Timer(0.5, eve.post, (photos.jpeg(self.world.folder), "Live"))
            post.start()
            self.addCleanup(post.join)
            line = next(line for line in lines if line and not line.startswith(":"))
            self.assertEqual(line, "event: update")
            self.assertLess(time.monotonic() - start, PATIENCE)

    def check_limits(self, authority):
        """Each client of the proxy is counted by itself, and cannot claim to be another one."""
        server = self.world.serve(self.target, "--url", self.base, "--call-limit", "5")
        self.addCleanup(server.stop)
        statuses = {}
        for address in ("127.0.0.1", "127.0.0.2"):
            session = requests.Session()
            session.trust_env = False
            session.verify = str(authority)
            session.mount("https://", ClientAt(address))
            statuses[address] = [
                session.get(
                    self.base + "/api/v1/instance", headers={"X-Forwarded-For": f"203.0.113.{number}"}
                ).status_code
                for number in range(21)
            ]
        self.assertEqual(statuses, dict.fromkeys(statuses, [200] * 20 + [429]))
