#!/usr/bin/env python3
"""Measures GoToSocial, another server of Mastodon's client API: gotosocial.py GOTOSOCIAL SOURCE

GoToSocial, by its authors, under the AGPL, is at https://codeberg.org/superseriousbusiness/gotosocial. GOTOSOCIAL is
its program, built with Go 1.24 and its scripts/build.sh, and SOURCE the folder of its source, of which it reads
web/template and web/assets. The build tag “nowasmffmpeg” makes no difference, because only other media than JPEG are
given to ffmpeg.

Serves a new SQLite database on loopback, where an author posts photos through the API. While the server is stopped,
copies of these rows, with other words, become 100,000 posts by 2,000 people, of whom the reader follows 100. Then wrk
requests the reader's home timeline with 32 connections, as web.py does for Timeline, and the results are printed as one
line of JSON. GoToSocial keeps the entities of a timeline in memory after the first request, and writes their JSON for
each request.
"""
import contextlib
import http.client
import json
import os
import pathlib
import random
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time

from streams import megabytes, processor_seconds
from web import HOME, PROJECT, SECONDS, request, seconds_of_others, wrk

PEOPLE, POSTS, FOLLOWED = 2000, 100_000, 100
# Requests without a user agent are refused.
JSON = {"User-Agent": "gotosocial.py", "Accept": "application/json"}
# The texts of the author's rows, which the copies replace. They can't be in an ID, whose digits are not I, O, L and U.
CAPTION, BIO = "CAPTION", "BIO"
# One in four captions has a tag, as in the worlds of `timeline seed generate`.
CAPTIONS = [CAPTION] * 6 + [f"{CAPTION} #ivy", f"{CAPTION} #moss"]
WORDS = """
amber anchor apricot aurora autumn beach birch bloom breeze canyon candle cedar cliff cloud coast comet coral dawn delta
desert dune dusk ember fern field fjord foam fog forest frost garden glacier glow harbour hazel heron hill horizon ice
island ivy jetty lagoon lake lantern leaf light linden maple meadow mist moon moss mountain night ocean orchard pebble
pine rain reef river shore sunset""".split()


def sentence(count):
    return " ".join(random.choices(WORDS, k=count))


def ulid(milliseconds=None):
    """Returns a new ID with the given time or, like those of accounts, with a random time."""
    number = (random.getrandbits(40) if milliseconds is None else milliseconds) << 80 | random.getrandbits(80)
    return "".join("0123456789ABCDEFGHJKMNPQRSTVWXYZ"[number >> shift & 31] for shift in range(125, -1, -5))


class Server:
    """GoToSocial with a new database of a reader and an author, who have posted nothing yet."""

    def __init__(self, program, source, folder):
        self.program, self.folder = program, folder
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            self.port = listener.getsockname()[1]
        # A build with the tag “nowasmffmpeg” only starts if these programs exist.
        for name in ("ffmpeg", "ffprobe"):
            (folder / name).symlink_to(shutil.which("false"))
        settings = {
            "HOST": f"localhost:{self.port}", "PROTOCOL": "http", "BIND_ADDRESS": "127.0.0.1", "PORT": self.port,
            "DB_TYPE": "sqlite", "DB_ADDRESS": folder / "database", "STORAGE_LOCAL_BASE_PATH": folder / "storage",
            "WEB_TEMPLATE_BASE_DIR": f"{source}/web/template/", "WEB_ASSET_BASE_DIR": f"{source}/web/assets/",
            "LETSENCRYPT_ENABLED": "false", "ADVANCED_RATE_LIMIT_REQUESTS": 0, "ADVANCED_THROTTLING_MULTIPLIER": 0,
            "LOG_LEVEL": "warn"}
        self._environment = dict(
            os.environ, HOME=str(folder), TMPDIR=str(folder), PATH=f"{os.environ['PATH']}:{folder}",
            **{f"GTS_{name}": str(value) for name, value in settings.items()})
        # The first start creates the application that signs up accounts.
        with self.running():
            pass
        self.apps = {name: self._sign_up(name) for name in ("reader", "author_0")}

    @contextlib.contextmanager
    def running(self):
        """Yields the process of the server, which accepts requests."""
        with open(self.folder / "log", "a") as log:
            process = subprocess.Popen([self.program, "server", "start"], env=self._environment, cwd=self.folder,
                                       stdout=log, stderr=log)
        try:
            for _ in range(600):
                if process.poll() is not None or self._is_ready():
                    break
                time.sleep(0.1)
            else:
                sys.exit("GoToSocial is not ready.")
            if process.poll() is not None:
                sys.exit((self.folder / "log").read_text())
            yield process
        finally:
            process.terminate()
            process.wait()

    def _is_ready(self):
        """Returns whether the server answers calls; while it starts, it only says so."""
        with contextlib.suppress(OSError):
            connection = http.client.HTTPConnection("127.0.0.1", self.port)
            with contextlib.closing(connection):
                connection.request("GET", "/api/v1/instance", headers=JSON)
                return connection.getresponse().status == 200

    @contextlib.contextmanager
    def database(self):
        database = sqlite3.connect(self.folder / "database")
        database.row_factory = sqlite3.Row
        with contextlib.closing(database), database:
            yield database

    def _sign_up(self, name):
        """Returns the header fields of an app with a new account."""
        result = subprocess.run(
            [self.program, "admin", "account", "create", "--username", name, "--email", f"{name}@timeline.example",
             "--password", "A long walk on the beach, at 6:42"],
            env=self._environment, cwd=self.folder, capture_output=True, text=True)
        if result.returncode:
            sys.exit(result.stdout + result.stderr)
        token = ulid()
        with self.database() as database:
            database.execute(
                """INSERT INTO tokens (id, client_id, user_id, redirect_uri, scope, access, access_create_at)
                SELECT ?, client_id, users.id, 'http://localhost', 'read write', ?, users.created_at
                FROM applications, users WHERE users.email = ?""", (token, token, f"{name}@timeline.example"))
        return {"Authorization": f"Bearer {token}", **JSON}

    def call(self, name, path, body=None, media_type="application/json", method="POST"):
        """Returns the answer to a call of the app of the reader or the author."""
        body = body if isinstance(body, bytes) else json.dumps(body or {}).encode()
        return json.loads(request(self.port, path, {**self.apps[name], "Content-Type": media_type}, method, body))


def post(server, photo, caption):
    boundary = "a-line-between-parts"
    body = (f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="photo.jpg"\r\n'
            "Content-Type: image/jpeg\r\n\r\n").encode() + photo.read_bytes() + f"\r\n--{boundary}--\r\n".encode()
    media = server.call("author_0", "/api/v2/media", body, f"multipart/form-data; boundary={boundary}")
    status = {"status": caption, "media_ids": [media["id"]], "visibility": "public"}
    return server.call("author_0", "/api/v1/statuses", status)


class Template:
    """Rows of several tables, of which copies with other values can be added."""

    def __init__(self, database, **conditions):
        self.rows = {table: [dict(row) for row in database.execute(f"SELECT * FROM {table} WHERE {condition}")]
                     for table, condition in conditions.items()}
        self._text = json.dumps({table: [list(row.values()) for row in rows] for table, rows in self.rows.items()})

    def copy(self, copies, values):
        """Adds a copy to the lists of rows per table."""
        text = self._text
        for old, new in values.items():
            text = text.replace(old, new)
        for table, rows in json.loads(text).items():
            copies.setdefault(table, []).extend(rows)


def fill(server):
    """Creates the people and posts of the world."""
    photos = sorted((PROJECT / "SeedData/images").iterdir())
    with server.running():
        profile = {"locked": False, "note": BIO}
        author = server.call("author_0", "/api/v1/accounts/update_credentials", profile, method="PATCH")["id"]
        posts = [post(server, photo, caption)["id"] for photo, caption in zip(photos, CAPTIONS)]
        server.call("reader", f"/api/v1/accounts/{author}/follow")
    with server.database() as database:
        account = f"account_id = '{author}'"
        person = Template(database, accounts=f"id = '{author}'", users=account, account_settings=account,
                          account_stats=account)
        follow = Template(database, follows=f"target_{account}")
        templates = [
            Template(database, statuses=f"id = '{id}'", media_attachments=f"status_id = '{id}'",
                     status_to_tags=f"status_id = '{id}'", thread_to_statuses=f"status_id = '{id}'",
                     threads=f"id IN (SELECT thread_id FROM statuses WHERE id = '{id}')")
            for id in posts]
        for table in [*follow.rows, *templates[0].rows]:
            database.execute(f"DELETE FROM {table}")

        copies = {}
        people = [(ulid(), f"{random.choice(WORDS)}_{number}") for number in range(1, PEOPLE + 1)]
        for id, name in people:
            values = {author: id, "author_0": name, BIO: sentence(6), person.rows["users"][0]["id"]: ulid()}
            person.copy(copies, values)
        for id, _ in people[:FOLLOWED]:
            follow.copy(copies, {author: id, follow.rows["follows"][0]["id"]: ulid()})
        now = int(time.time())
        for number in range(POSTS):
            id, name = random.choice(people)
            seconds = now - 60 * (POSTS - number)
            template = random.choice(templates)
            (status,), (media,) = template.rows["statuses"], template.rows["media_attachments"]
            date = time.strftime("%Y-%m-%d %H:%M:%S.123456+00:00", time.gmtime(seconds))
            template.copy(copies, {
                author: id, "author_0": name, CAPTION: sentence(random.randint(4, 15)),
                status["id"]: ulid(1000 * seconds), media["id"]: ulid(1000 * seconds), status["thread_id"]: ulid(),
                status["created_at"]: date, media["created_at"]: date})
        for table, rows in copies.items():
            database.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)
        database.execute("""
            UPDATE account_stats SET
            statuses_count = (SELECT count(*) FROM statuses WHERE account_id = account_stats.account_id),
            followers_count = (SELECT count(*) FROM follows WHERE target_account_id = account_stats.account_id),
            following_count = (SELECT count(*) FROM follows WHERE account_id = account_stats.account_id)""")


def measure(server):
    with server.running() as process:
        app = server.apps["reader"]
        start = time.monotonic()
        content = request(server.port, HOME, app)
        first = time.monotonic() - start
        statuses = json.loads(content)
        names = {status["account"]["username"] for status in statuses}
        if len(statuses) != 20 or "author_0" in names or not all(status["media_attachments"] for status in statuses):
            sys.exit("The home timeline does not have 20 posts with photos.")
        # While it fills its memory, 32 requests at once can take longer than the 2 seconds that wrk waits.
        for _ in range(20):
            request(server.port, HOME, app)
        wrk(server.port, HOME, app, seconds=3)
        start, worked, others = time.monotonic(), processor_seconds(process.pid), seconds_of_others(process)
        rate, median, slow = wrk(server.port, HOME, app)
        worked = processor_seconds(process.pid) - worked
        share = (seconds_of_others(process) - others) / (time.monotonic() - start) / os.cpu_count()
        instance = json.loads(request(server.port, "/api/v1/instance", app))
        return {
            "bytes": len(content), "requests_per_second": round(rate),
            "p50_ms": round(median, 2), "p99_ms": round(slow, 2), "first_ms": round(1000 * first),
            "processor_ms_per_request": round(1000 * worked / (rate * SECONDS), 3),
            "resident_mb": round(megabytes(process.pid)), "posts": POSTS, "version": instance["version"],
            "other_programs_percent": round(max(0, 100 * share))}


def main(program, source):
    random.seed(1)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(pathlib.Path(program).resolve(), pathlib.Path(source).resolve(), pathlib.Path(folder))
        fill(server)
        print(json.dumps(measure(server)))


if __name__ == "__main__":
    main(*sys.argv[1:])
