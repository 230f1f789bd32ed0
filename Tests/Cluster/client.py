"""An app of a server of its own, which writes to the cluster: client.py prepare|write|list PROGRAM [OPTION...]

`prepare` signs up the host, whose post everybody comments on. `write` signs up a user, starts `timeline serve`, and
posts, comments, likes and follows through its Mastodon API until it is terminated, with a line in the log for each
acknowledged write. `list` prints the key of every post, comment, like and follow in the database, as often as it took
effect, and fails if a count differs from a recount, or if `timeline doctor` finds anything.

- The outcome of a request is unknown if the connection breaks, no answer arrives in time, or the server failed. The
  request is then sent again, posts and comments with the same `Idempotency-Key`. For these, the client is impatient:
  it repeats them while the server is still trying to write. Likes and follows are states, which must not be set late,
  so it waits for their answer.
- What is taken back is given again before the next item, so that every acknowledged like and follow must be present.
"""

import argparse
import http.client
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import time
import urllib.parse
import uuid

sys.path.append(str(pathlib.Path(__file__).parents[1] / "Browser"))

from pictures import picture
from recount import Contents
from world import PASSWORD, Person, Server

HOST = "host"
#: Seconds to wait for an answer, and for that of a new post or comment. The server repeats a write for 45 s.
DEADLINE, IMPATIENT = 60, 5


class Refused(Exception):
    """The server has refused a request, which changed nothing; the first argument is the status."""


class Client(Person):
    """A user with a running server and a token for its Mastodon API; a context manager that ends the server."""

    def __init__(self, options, name):
        self.program, self.store, self.folder = options.program, options.store, options.folder
        self.environment = {"HOME": str(options.folder), "TIMELINE_PHOTOS": options.photos}
        # It is also its world: the store, and a folder for its files.
        super().__init__(self, name)
        self.run("signup", "--email", self.email, "--username", name, "--password-stdin", input=f"{PASSWORD}\n")
        scopes = [part for scope in ("read", "write", "follow") for part in ("--scope", scope)]
        self.token = self.run("token", "create", "--name", "tests", *scopes)["token"]
        self.server = Server(self, 0, ("--call-limit", "0"))
        self.connection = None

    def __enter__(self):
        self.server.wait()
        return self

    def __exit__(self, *_):
        self.server.kill()

    def path(self, name):
        return self.folder / name

    def call(self, method, path, key=None, file=None, deadline=DEADLINE, **fields):
        """Sends a request until its outcome is known, and returns the JSON of the answer."""
        headers = {"Authorization": f"Bearer {self.token}"}
        if file:
            boundary = uuid.uuid4().hex
            headers["Content-Type"] = f"multipart/form-data; boundary={boundary}"
            part = 'Content-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png'
            body = f"--{boundary}\r\n{part}\r\n\r\n".encode() + file + f"\r\n--{boundary}--\r\n".encode()
        else:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            body = urllib.parse.urlencode(fields).encode()
        if key:
            headers["Idempotency-Key"] = key
        while True:
            try:
                status, answer = self._send(deadline, method, f"/api/{path}", body, headers)
            except (OSError, http.client.HTTPException) as error:
                status, answer = 0, repr(error)
            if 200 <= status < 300:
                return json.loads(answer)
            if 400 <= status < 500:
                raise Refused(status, f"{method} {path}: {answer[:300]}")
            self._note(f"{method} {path}: {status} {answer[:300]}")
            time.sleep(random.uniform(0.05, 0.3))

    def doctor(self):
        """Returns what `timeline doctor` reports, or nothing if all is well."""
        done = subprocess.run(
            [self.program, "doctor", "--store", self.store], env={**os.environ, **self.environment},
            capture_output=True, text=True, check=False,
        )
        return done.stdout + done.stderr if done.returncode else ""

    def account(self, name):
        return self.call("GET", f"v1/accounts/lookup?acct={name}")

    def publish(self, text, file, key):
        media = self.call("POST", "v2/media", file=file)["id"]
        return self._add(key, **{"status": text, "media_ids[]": media})

    def comment(self, text, post, key):
        return self._add(key, status=text, in_reply_to_id=post)

    def _add(self, key, **fields):
        return self.call("POST", "v1/statuses", key, deadline=IMPATIENT, **fields)["id"]

    def _send(self, deadline, method, path, body, headers):
        if not self.connection:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.server.port)
        # Also used for a further connection, if the server has closed this one.
        self.connection.timeout = deadline
        if self.connection.sock:
            self.connection.sock.settimeout(deadline)
        try:
            self.connection.request(method, path, body, headers)
            answer = self.connection.getresponse()
            return answer.status, answer.read().decode()
        except (OSError, http.client.HTTPException):
            self.connection.close()
            self.connection = None
            raise

    def _note(self, problem):
        if not self.server.is_running:
            raise SystemExit(f"The server has ended: {self.server.log()[-1000:]}")
        print(f"{time.monotonic():.3f} {problem}", file=sys.stderr, flush=True)


class Writer:
    """Writes one thing after the other, and logs each that was acknowledged."""

    def __init__(self, client, options):
        self.client, self.name, self.careless = client, options.name, options.careless
        self.host = client.account(HOST)["id"]
        self.shared = client.call("GET", f"v1/accounts/{self.host}/statuses")[0]["id"]
        self.log = open(options.log, "a", buffering=1, encoding="utf-8")

    def write(self, number):
        """Writes a comment, and every few times also something else."""
        text = f"{self.name}-{number}"
        key = None if self.careless else text
        self._acknowledge("comment", text, self.client.comment(text, self.shared, key))
        if number % 5 == 0:
            self._like_newest()
        if number % 10 == 1:
            file = picture(self.client.folder, 12, 8)
            self._acknowledge("post", text, self.client.publish(text, file.read_bytes(), key))
            file.unlink()
        if number % 10 == 2:
            self._set(f"v1/statuses/{self.shared}/unfavourite", f"v1/statuses/{self.shared}/favourite")
            self._acknowledge("like", self.name, self.shared)
        if number % 10 == 3:
            self._set(f"v1/accounts/{self.host}/unfollow", f"v1/accounts/{self.host}/follow")
            self._acknowledge("follow", self.name, HOST)

    def _like_newest(self):
        """Likes a new post of anybody."""
        posts = self.client.call("GET", "v1/timelines/public")
        post = next((post["id"] for post in posts if not post["favourited"]), None)
        if post:
            try:
                self._set(f"v1/statuses/{post}/favourite")
            except Refused as error:
                # A former primary shows posts that were never acknowledged and are removed later.
                if error.args[0] != 404:
                    raise
            else:
                self._acknowledge("like", self.name, post)

    def _set(self, *paths):
        for path in paths:
            self.client.call("POST", path)

    def _acknowledge(self, *key):
        self.log.write(f"{time.monotonic():.6f} {' '.join(key)}\n")


def check(options):
    """Prints the keys of all items, and returns whether all counts are right."""
    # The checker has neither posts nor follows that could change what is compared.
    with Client(options, "checker") as client:
        contents = Contents(options.dsn)
        wrong = list(contents.problems(client))
    print(*contents.items, sep="\n")
    print(*wrong, sep="\n", end="", file=sys.stderr)
    return not wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("prepare", "write", "list"))
    parser.add_argument("program", help="the executable `timeline`")
    parser.add_argument("--store", required=True, help="the store's address")
    parser.add_argument("--photos", required=True, help="the folder with the photos of all servers")
    parser.add_argument("--folder", type=pathlib.Path, required=True, help="a folder of this program's own")
    parser.add_argument("--dsn", help="the database's connection string, to list the items")
    parser.add_argument("--log", type=pathlib.Path, default="/dev/stdout")
    parser.add_argument("--name", default="writer")
    parser.add_argument("--pause", type=float, default=0.05, help="seconds between two comments")
    parser.add_argument("--careless", action="store_true", help="double posts and comments with an unknown outcome")
    options = parser.parse_args()
    options.folder.mkdir(exist_ok=True)
    if options.what == "prepare":
        with Client(options, HOST) as host:
            host.publish("shared", picture(options.folder, 12, 8).read_bytes(), "shared")
        return 0
    if options.what == "list":
        return 0 if check(options) else 1
    ended = []
    signal.signal(signal.SIGTERM, lambda *_: ended.append(True))
    with Client(options, options.name) as client:
        writer, number = Writer(client, options), 0
        # What has begun is finished, so that no like is missing.
        while not ended:
            writer.write(number)
            number += 1
            time.sleep(options.pause)
    return 0


if __name__ == "__main__":
    sys.exit(main())
