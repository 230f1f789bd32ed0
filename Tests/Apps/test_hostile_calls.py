"""What hostile requests must not cause: errors of the server, growth, and waiting."""

import concurrent.futures
import http.client
import json
import pathlib
import random
import re
import socket
import time
import urllib.parse

import photos
from cases import PATIENCE, AppsTest


class Hostile(AppsTest):
    """Requests that no app sends, to a server of their own, because they use up the limits of their address."""

    server = None

    @classmethod
    def setUpClass(cls):
        cls.server = cls.serve()

    def setUp(self):
        super().setUp()
        self.ada = self.person("ada")
        self.app = self.client(self.ada)
        self.secret = self.app.access_token

    def memory(self):
        """Returns the memory of the server's process in bytes."""
        status = pathlib.Path(f"/proc/{self.server.process_id}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) * 1024

    def stream(self, path, size, part, kind="application/json", start=b"", method="POST", states_length=True):
        """Sends a long body in parts, until the server answers. Returns the status and the number of bytes sent."""
        address = urllib.parse.urlsplit(self.url)
        with socket.create_connection((address.hostname, address.port), timeout=PATIENCE) as connection:
            length = f"Content-Length: {size}" if states_length else "Transfer-Encoding: chunked"
            head = (
                f"{method} {path} HTTP/1.1\r\nHost: {address.netloc}\r\nAuthorization: Bearer {self.secret}\r\n"
                f"Content-Type: {kind}\r\n{length}\r\n\r\n"
            )
            connection.sendall(head.encode())
            sent = 0
            try:
                while sent < size:
                    data = start + part if not sent else part
                    if not states_length:
                        data = b"%x\r\n%b\r\n" % (len(data), data)
                    connection.sendall(data)
                    sent += len(data)
            except OSError:
                pass  # The server has closed the connection; its answer may still be there.
            connection.settimeout(PATIENCE)
            answer = b""
            try:
                while b"\r\n\r\n" not in answer:
                    data = connection.recv(65536)
                    if not data:
                        break
                    answer += data
            except OSError:
                pass
        match = re.match(rb"HTTP/1.1 (\d+)", answer)
        return int(match[1]) if match else None, sent

    def check_alive(self):
        self.assertEqual(self.call("GET", "/api/v1/accounts/verify_credentials", self.secret).status_code, 200)
        self.assertIsNone(self.server._process.poll())

    def test_100_mb_of_json(self):
        """The answer is 413, and the memory does not grow by what was sent."""
        size, part = 100 << 20, b'"aaaaaaaaaaaaaa",' * 3855
        self.check_alive()
        before = self.memory()
        for path, method in (
            ("/api/v1/statuses", "POST"),
            ("/oauth/token", "POST"),
            ("/api/v1/apps", "POST"),
            ("/api/v1/markers", "POST"),
            ("/api/v1/accounts/update_credentials", "PATCH"),
        ):
            for states_length in (True, False):
                with self.subTest(path=path, states_length=states_length):
                    status, sent = self.stream(
                        path, size, part, start=b'{"status": [', method=method, states_length=states_length
                    )
                    # A server that closes early may lose its answer on the way; that is seldom, and never with 200.
                    self.assertIn(status, (413, 411, None) if not states_length else (413, None))
                    if states_length and sent < size // 2:
                        continue
        self.assertEqual(self.stream("/api/v1/statuses", size, part[:1000], start=b"{")[0], 413)
        self.check_alive()
        self.assertLess(self.memory() - before, 40 << 20)

    def test_100_mb_in_other_encodings(self):
        before = self.memory()
        boundary = "multipart/form-data; boundary=x"
        field = b'--x\r\nContent-Disposition: form-data; name="status"\r\n\r\n'
        for path, kind, start in (
            ("/api/v1/statuses", "application/x-www-form-urlencoded", b"status="),
            ("/api/v1/statuses", boundary, field),
            ("/v1/media/x/comments", "application/x-www-form-urlencoded", b"text="),
            ("/v1/media/x/comments", "", b"text="),
        ):
            with self.subTest(path=path, kind=kind):
                status, _ = self.stream(path, 100 << 20, b"a" * 65536, kind=kind, start=start)
                self.assertIn(status, (413, 400, 404, None))
        self.check_alive()
        self.assertLess(self.memory() - before, 40 << 20)

    def test_large_photos(self):
        """A photo of 12 MB is stored; what is larger than the limit is refused; neither stays in memory."""
        limit = self.app.instance_v2().configuration.media_attachments.image_size_limit
        before = self.memory()
        path = photos.large(self.world.folder, 12 << 20)
        self.assertEqual(self.post_photo(path).status_code, 200)
        start = (
            b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n'
            b"Content-Type: image/jpeg\r\n\r\n\xff\xd8\xff\xe0"
        )
        status, _ = self.stream(
            "/api/v2/media", limit + (64 << 20), b"\0" * 65536, kind="multipart/form-data; boundary=x", start=start
        )
        self.assertIn(status, (413, 422, None))
        self.check_alive()
        self.assertLess(self.memory() - before, 200 << 20)

    def post_photo(self, path):
        with open(path, "rb") as file:
            return self.call("POST", "/api/v2/media", self.secret, files={"file": ("a.jpg", file, "image/jpeg")})

    def test_deep_json(self):
        """A hundred thousand levels end in an error, and not in the end of the server's stack."""
        for levels in (50, 600, 100_000):
            for opening, closing in (("[", "]"), ('{"a":', "}")):
                for body in (opening * levels + "1" + closing * levels, opening * levels):
                    body = f'{{"status": {body}}}' if body.endswith(("]", "}")) else body
                    for path, method in (
                        ("/api/v1/statuses", "POST"),
                        ("/oauth/token", "POST"),
                        ("/api/v1/apps", "POST"),
                        ("/api/v1/markers", "POST"),
                        ("/api/v1/accounts/update_credentials", "PATCH"),
                    ):
                        with self.subTest(levels=levels, path=path, opening=opening):
                            answer = self.call(
                                method,
                                path,
                                self.secret,
                                data=body.encode(),
                                headers={"Content-Type": "application/json"},
                            )
                            self.assertIn(answer.status_code, (200, 400, 401, 413, 422, 429), answer.text[:200])
        self.check_alive()

    def test_malformed_json(self):
        """What is not JSON, or not of the right kind, is 400 or 422 with a sentence, never 500."""
        values = (
            "",
            "nonsense",
            "{",
            "[]",
            "null",
            "1",
            '"text"',
            "{}",
            "[1]",
            '{"status": 1}',
            '{"status": {}}',
            '{"status": []}',
            '{"status": null, "media_ids": null}',
            '{"status": "x", "media_ids": "nonsense"}',
            '{"status": "x", "media_ids": [1, null, {}]}',
            '{"status": "x", "media_ids": {"a": 1}}',
            '{"status": "x", "status": "y"}',
            '{"status": "\\ud800"}',
            '{"status": "a\\u0000b"}',
            '{"status": 1e999}',
            '{"status": "x", "in_reply_to_id": 12345678901234567890}',
            '{"status": "x", "in_reply_to_id": true}',
            '{"status": NaN}',
            "\ufeff{}",
            '{"status": "x",}',
            "{'status': 'x'}",
            '{"sensitive": "maybe", "status": "x"}',
            "\x00",
            "\ud7ff",
        )
        for value in values:
            for path, method in (
                ("/api/v1/statuses", "POST"),
                ("/api/v1/markers", "POST"),
                ("/oauth/token", "POST"),
                ("/api/v1/apps", "POST"),
                ("/api/v1/accounts/update_credentials", "PATCH"),
            ):
                with self.subTest(value=value, path=path):
                    answer = self.call(
                        method, path, self.secret, data=value.encode(), headers={"Content-Type": "application/json"}
                    )
                    # 429: one address may register only so many apps.
                    self.assertIn(answer.status_code, (200, 400, 401, 404, 422, 429), answer.text[:200])
                    if path == "/api/v1/statuses":
                        self.assertNotEqual(answer.status_code, 200)
        for content in (b"\xff\xfe{\0}\0", b'{"status": "\xff"}', b"\xc0\x80"):
            answer = self.call(
                "POST", "/api/v1/statuses", self.secret, data=content, headers={"Content-Type": "application/json"}
            )
            self.assertIn(answer.status_code, (400, 422), answer.text)
        self.assertEqual(self.app.timeline_home(), [])

    def test_fuzzed_bodies(self):
        """Changed bodies in three encodings: the server answers each, never with an error of its own."""
        random_source = random.Random(38)
        post = str(self.post(self.app).id)
        media = str(self.app.media_post(str(photos.jpeg(self.world.folder))).id)
        bodies = [
            (
                "application/json",
                json.dumps(
                    {"status": "Hello", "media_ids": [media], "sensitive": False, "in_reply_to_id": post}
                ).encode(),
            ),
            (
                "application/x-www-form-urlencoded",
                f"status=Hello&media_ids[]={media}&sensitive=0&in_reply_to_id={post}".encode(),
            ),
            (
                "multipart/form-data; boundary=xyz",
                "".join(
                    f'--xyz\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
                    for name, value in (("status", "Hello"), ("media_ids[]", media), ("in_reply_to_id", post))
                ).encode()
                + b"--xyz--\r\n",
            ),
            (
                "multipart/form-data; boundary=xyz",
                b'--xyz\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n'
                b"Content-Type: image/jpeg\r\n\r\n"
                + photos.jpeg(self.world.folder, 64, 64).read_bytes()
                + b"\r\n--xyz--\r\n",
            ),
        ]
        paths = [
            ("POST", "/api/v1/statuses"),
            ("PUT", f"/api/v1/statuses/{post}"),
            ("POST", "/api/v2/media"),
            ("POST", "/api/v1/markers"),
            ("PATCH", "/api/v1/accounts/update_credentials"),
            ("POST", "/api/v1/apps"),
            ("POST", "/oauth/token"),
            ("POST", "/oauth/revoke"),
            ("POST", f"/v1/media/{post}/comments"),
            ("POST", "/oauth/access_token"),
            ("PUT", f"/api/v1/media/{media}"),
        ]
        address = urllib.parse.urlsplit(self.url)
        statuses, tokens = {}, [self.token(self.person()) for _ in range(4)]
        for number in range(1200):
            kind, body = random_source.choice(bodies)
            method, path = random_source.choice(paths)
            data = self.changed(body, random_source)
            connection = http.client.HTTPConnection(address.hostname, address.port, timeout=PATIENCE)
            connection.request(
                method, path, data, {"Authorization": f"Bearer {tokens[number % 4]}", "Content-Type": kind}
            )
            response = connection.getresponse()
            content = response.read()
            connection.close()
            statuses[response.status] = statuses.get(response.status, 0) + 1
            self.assertLess(response.status, 500, f"{method} {path} {kind} {data!r}: {content[:200]}")
            json.loads(content)
        self.check_alive()
        self.assertGreater(len(statuses), 2, statuses)

    @staticmethod
    def changed(body, random_source):
        """Returns a body with some bytes changed, removed, repeated or inserted."""
        data = bytearray(body)
        for _ in range(random_source.choice((0, 1, 1, 2, 5, 20))):
            if not data:
                break
            place = random_source.randrange(len(data))
            kind = random_source.randrange(5)
            if kind == 0:
                data[place] = random_source.randrange(256)
            elif kind == 1:
                del data[place : place + random_source.randrange(1, 30)]
            elif kind == 2:
                data[place:place] = data[place : place + random_source.randrange(1, 60)]
            elif kind == 3:
                data[place:place] = random_source.choice(
                    (
                        b"\0",
                        b"%",
                        b"%zz",
                        b"&",
                        b"=",
                        b"[]",
                        b"[][]",
                        b"\r\n",
                        b'"',
                        b"{",
                        b"}",
                        b"--xyz",
                        b"\xff",
                        b"\\u0000",
                    )
                )
            else:
                data[place:] = b""
        return bytes(data)

    def test_odd_forms(self):
        """Fields with odd names, thousands of fields, and the wrong type of content."""
        for data, kind in (
            ("&".join(f"media_ids[]={number}" for number in range(5000)), "application/x-www-form-urlencoded"),
            ("&".join(f"f{number}=1" for number in range(5000)), "application/x-www-form-urlencoded"),
            ("status[a][b][c]=1&status[]=2&status=3", "application/x-www-form-urlencoded"),
            ("[]=1&=2&&&=", "application/x-www-form-urlencoded"),
            ("status=%", "application/x-www-form-urlencoded"),
            ("status=%ff%00", "application/x-www-form-urlencoded"),
            ("media_ids[999999999]=1", "application/x-www-form-urlencoded"),
            ("__proto__[x]=1", "application/x-www-form-urlencoded"),
            ("status=x", "text/plain"),
            ("status=x", "application/xml"),
            ("x", "multipart/form-data"),
            ("x", "multipart/form-data; boundary="),
            ("x", "multipart/form-data; boundary=" + "b" * 5000),
            ("{}", "application/json; charset=utf-16"),
            ("status=x", "a" * 3000),
        ):
            with self.subTest(data=data[:30], kind=kind[:40]):
                answer = self.call(
                    "POST", "/api/v1/statuses", self.secret, data=data.encode(), headers={"Content-Type": kind}
                )
                self.assertIn(answer.status_code, (400, 404, 413, 415, 422, 431), answer.text[:200])
                self.assertIn("error", answer.json()) if answer.status_code != 431 else None

    def test_odd_addresses(self):
        """Parameters of the address with any content are answered, and never with an error of the server."""
        for query in (
            "limit=-1",
            "limit=0",
            "limit=999999999999999999999",
            "limit=x",
            "limit=",
            "limit[]=1",
            "max_id=",
            "max_id=x",
            "max_id=%00",
            "max_id=" + "-" * 20,
            "max_id=" + "z" * 20,
            "min_id=%ff",
            "since_id=" + "1" * 3000,
            "max_id[]=1",
            "max_id=1&max_id=2",
            "&&&",
            "=",
            "%",
            "only_media=maybe",
            "local=2",
            "max_id=-zzzzzzzzzzzzzzzzzzz&min_id=-zzzzzzzzzzzzzzzzzzz",
        ):
            for path in (
                "/api/v1/timelines/home",
                "/api/v1/timelines/public",
                "/api/v1/notifications",
                "/api/v1/favourites",
                "/api/v1/bookmarks",
                "/api/v1/blocks",
                "/v1/users/self/feed",
                "/v1/media/popular",
                "/top",
            ):
                with self.subTest(path=path, query=query[:30]):
                    answer = self.call("GET", f"{path}?{query}", self.secret)
                    self.assertIn(answer.status_code, (200, 400, 404, 422), answer.text[:200])
        for query in (
            "q=",
            "q=%00",
            "q=" + "a" * 5000,
            "q=%22",
            "q=*",
            "q=a&type=nonsense",
            "q=a&offset=-1",
            "q=a&offset=99999999",
            "q=%ff",
            "q[]=a",
        ):
            answer = self.call("GET", f"/api/v2/search?{query}", self.secret)
            self.assertIn(answer.status_code, (200, 400, 414, 422), answer.text[:200])
        for query in (
            "lat=x&lng=1",
            "lat=91&lng=1",
            "lat=1",
            "lat=nan&lng=inf",
            "lat=1e400&lng=0",
            "lat=0&lng=0&distance=-5",
            "lat=0&lng=0&distance=x",
        ):
            answer = self.call("GET", f"/v1/media/search?{query}&access_token={self.secret}")
            self.assertIn(answer.status_code, (200, 400), f"{query}: {answer.text[:200]}")
        for path in (
            "/api/v1/timelines/tag/%00",
            "/api/v1/timelines/tag/%2F",
            "/api/v1/timelines/tag/..%2F..%2Fetc",
            "/api/v1/statuses/%2e%2e",
            "/api/v1/accounts/" + "a" * 4000,
            "/api/v1/timelines/tag/" + "%C3%BC" * 900,
            "/v1/media/%00",
            "/v1/tags/%ff",
        ):
            answer = self.call("GET", path, self.secret)
            self.assertIn(answer.status_code, (200, 400, 404, 414, 422), f"{path[:40]}: {answer.text[:200]}")

    def test_slow_body(self):
        """A body that does not arrive keeps nobody else waiting."""
        address = urllib.parse.urlsplit(self.url)
        waiting = []
        for _ in range(20):
            connection = socket.create_connection((address.hostname, address.port), timeout=PATIENCE)
            self.addCleanup(connection.close)
            connection.sendall(
                f"POST /api/v1/statuses HTTP/1.1\r\nHost: {address.netloc}\r\nAuthorization: Bearer {self.secret}\r\n"
                "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{".encode()
            )
            waiting.append(connection)
        start = time.monotonic()
        self.check_alive()
        self.assertLess(time.monotonic() - start, 5)

    def test_the_same_post_at_the_same_time(self):
        """Eight identical requests with the same key make one post."""
        media = str(self.app.media_post(str(photos.jpeg(self.world.folder))).id)

        def send(_):
            return self.call(
                "POST",
                "/api/v1/statuses",
                self.secret,
                data={"status": "At once", "media_ids[]": media},
                headers={"Idempotency-Key": "at-once"},
            )

        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(send, range(8)))
        self.assertEqual({answer.status_code for answer in answers} - {200, 409, 422}, set())
        ids = {answer.json()["id"] for answer in answers if answer.status_code == 200}
        self.assertEqual(len(ids), 1)
        self.assertEqual(len(self.app.timeline_home()), 1)

    def test_passwords_are_throttled(self):
        """The grant by password shares the throttle of logins: after many wrong ones, the right one waits, too."""
        server = self.world.serve()
        app = self.call(
            "POST",
            "/api/v1/apps",
            server=server,
            data={"client_name": "Guess", "redirect_uris": "urn:ietf:wg:oauth:2.0:oob", "scopes": "read"},
        ).json()
        grant = {
            "grant_type": "password",
            "client_id": app["client_id"],
            "client_secret": app["client_secret"],
            "username": self.ada.email,
        }
        answers = []
        for _ in range(30):
            answers.append(self.call("POST", "/oauth/token", server=server, data=grant | {"password": "wrong"}))
            if answers[-1].status_code == 429:
                break
        self.assertEqual(answers[-1].status_code, 429, [answer.status_code for answer in answers])
        right = self.call("POST", "/oauth/token", server=server, data=grant | {"password": self.ada.password})
        self.assertEqual(right.status_code, 429, right.text)

    def test_many_apps(self):
        """One address cannot register apps without end."""
        server = self.world.serve()
        statuses = [
            self.call(
                "POST",
                "/api/v1/apps",
                server=server,
                data={"client_name": f"App {number}", "redirect_uris": "urn:ietf:wg:oauth:2.0:oob", "scopes": "read"},
            ).status_code
            for number in range(400)
        ]
        self.assertEqual(set(statuses), {200, 429}, "There is no limit.")
        self.check_alive()
