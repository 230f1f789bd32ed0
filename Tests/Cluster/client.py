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

import psycopg

sys.path.append(str(pathlib.Path(__file__).parents[1] / "Browser"))

from pictures import picture

PASSWORD = "carbonite-at-dawn"
HOST = "host"
#: Seconds to wait for an answer, and for that of a new post or comment. The server repeats a write for 45 s.
DEADLINE, IMPATIENT = 60, 5
#: The number of newest posts whose counts are compared as the API shows them; the database has all of them.
SHOWN = 200
ALPHABET = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"

#: The parts of a key, of which the ID of a post comes last. A doubled post or comment has the key of the first one, and
#: so is listed twice.
ITEMS = (
    """SELECT 'post', caption, first_value(id) OVER (PARTITION BY author, caption ORDER BY id)
    FROM post WHERE caption <> 'shared'""",
    "SELECT 'comment', text, first_value(id) OVER (PARTITION BY author, text ORDER BY id) FROM comment",
    """SELECT 'like', username, post FROM post_like JOIN "user" u ON u.id = "user" """,
    """SELECT 'follow', a.username, b.username
    FROM follow JOIN "user" a ON a.id = follower JOIN "user" b ON b.id = followed""",
)
#: The names of users, and what must be equal: their counts with their parts, and a recount.
USERS = """SELECT username,
    ARRAY[u.post_count + coalesce(p.posts, 0), u.follower_count + coalesce(p.followers, 0),
        u.following_count + coalesce(p.following, 0)]::bigint[],
    ARRAY[(SELECT count(*) FROM post WHERE author = u.id), (SELECT count(*) FROM follow WHERE followed = u.id),
        (SELECT count(*) FROM follow WHERE follower = u.id)]
FROM "user" u LEFT JOIN (
    SELECT "user" AS id, sum(post_count) AS posts, sum(follower_count) AS followers, sum(following_count) AS following
    FROM user_part GROUP BY 1
) p ON p.id = u.id"""
#: The same for posts, oldest first.
POSTS = """SELECT p.id,
    ARRAY[p.like_count + coalesce(q.likes, 0), p.comment_count + coalesce(q.comments, 0)]::bigint[],
    ARRAY[coalesce(l.number, 0), coalesce(c.number, 0)]
FROM post p
LEFT JOIN (SELECT post, sum(like_count) AS likes, sum(comment_count) AS comments FROM post_part GROUP BY 1) q
    ON q.post = p.id
LEFT JOIN (SELECT post, count(*) AS number FROM post_like GROUP BY 1) l ON l.post = p.id
LEFT JOIN (SELECT post, count(*) AS number FROM comment GROUP BY 1) c ON c.post = p.id
ORDER BY p.id"""


class Refused(Exception):
    """The server has refused a request, which changed nothing; the first argument is the status."""


class Client:
    """A user with a running server and a token for its Mastodon API."""

    def __init__(self, options, name):
        self.options, self.name = options, name
        self.run("signup", "--email", f"{name}@timeline.example", "--username", name, "--password-stdin",
                 input=f"{PASSWORD}\n")
        self.token = self.run("token", "create", "--name", "tests", "--scope", "read", "--scope", "write", "--scope",
                              "follow")["token"]
        self.server = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", *self.command("serve", "--port", "0", "--call-limit", "0")],
            env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
        )
        answer = ""
        while not answer.rstrip().endswith("}"):
            line = self.server.stdout.readline()
            if not line:
                raise SystemExit(f"The server did not start: {answer}")
            answer += line
        self.port = urllib.parse.urlsplit(json.loads(answer)["url"]).port
        self.connection = None

    def command(self, *arguments):
        options = self.options
        return [options.program, *arguments, "--store", options.store, "--photos", options.photos, "--format", "json"]

    @property
    def environment(self):
        return {"PATH": os.environ["PATH"], "HOME": str(self.options.folder)}

    def run(self, *arguments, input=None):
        """Runs a command as this user, and returns its JSON."""
        command = self.command(*map(str, arguments))
        done = subprocess.run(command, env=self.environment, input=input, capture_output=True, text=True, check=False)
        try:
            done.check_returncode()
            return json.loads(done.stdout)
        except (subprocess.CalledProcessError, ValueError) as error:
            raise SystemExit(f"timeline {arguments[0]}: {done.stdout}{done.stderr}") from error

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

    def account(self, name):
        return self.call("GET", f"v1/accounts/lookup?acct={name}")

    def post(self, text, file, key):
        media = self.call("POST", "v2/media", file=file)["id"]
        return self._publish(key, **{"status": text, "media_ids[]": media})

    def comment(self, text, post, key):
        return self._publish(key, status=text, in_reply_to_id=post)

    def _publish(self, key, **fields):
        return self.call("POST", "v1/statuses", key, deadline=IMPATIENT, **fields)["id"]

    def _send(self, deadline, method, path, body, headers):
        if not self.connection:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port)
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
        if self.server.poll() is not None:
            raise SystemExit(f"The server has ended with status {self.server.returncode}.")
        print(f"{time.monotonic():.3f} {problem}", file=sys.stderr, flush=True)


class Writer:
    """Writes one thing after the other, and logs each that was acknowledged."""

    def __init__(self, options):
        self.client, self.name, self.careless = Client(options, options.name), options.name, options.careless
        self.host = self.client.account(HOST)["id"]
        self.shared = self.client.call("GET", f"v1/accounts/{self.host}/statuses")[0]["id"]
        self.folder = options.folder
        self.log = open(options.log, "a", buffering=1, encoding="utf-8")

    def write(self, number):
        """Writes a comment, and every few times also something else."""
        text = f"{self.name}-{number}"
        key = None if self.careless else text
        self._acknowledge("comment", text, self.client.comment(text, self.shared, key))
        if number % 5 == 0:
            self._like_newest()
        if number % 10 == 1:
            file = picture(self.folder, 12, 8)
            self._acknowledge("post", text, self.client.post(text, file.read_bytes(), key))
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


def text(value):
    """Returns the ID of a post as the API has it: 20 characters of 6 bits each."""
    if not isinstance(value, bytes):
        return value
    bits = int.from_bytes(value, "big")
    return "".join(ALPHABET[bits >> 6 * position & 63] for position in reversed(range(20)))


def problems(client, users, posts):
    """Yields what is wrong with the counts in the database, with those that the API shows, and for the doctor."""
    for name, count, recount in [*users, *posts]:
        if count != recount:
            yield f"{text(name)} has the counts {count} instead of {recount}."
    for name, _, recount in users:
        shown = client.account(name)
        if [shown[f"{kind}_count"] for kind in ("statuses", "followers", "following")] != recount:
            yield f"{name} is shown with wrong counts instead of {recount}: {shown}"
    # The oldest post is the shared one.
    for post, _, recount in [*posts[:1], *posts[1:][-SHOWN:]]:
        shown = client.call("GET", f"v1/statuses/{text(post)}")
        if [shown["favourites_count"], shown["replies_count"]] != recount:
            yield f"{text(post)} is shown with wrong counts instead of {recount}: {shown}"
    if findings := client.run("doctor")["findings"]:
        yield f"The doctor found: {json.dumps(findings)[:1000]}"


def check(options):
    """Prints the keys of all items, and returns whether all counts are right."""
    # It has neither posts nor follows that could change what is compared.
    client = Client(options, "checker")
    with psycopg.connect(options.dsn) as database:
        database.execute("SET search_path TO timeline")
        for statement in ITEMS:
            for key in database.execute(statement):
                print(*map(text, key))
        users, posts = database.execute(USERS).fetchall(), database.execute(POSTS).fetchall()
    wrong = list(problems(client, users, posts))
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
        client = Client(options, HOST)
        client.post("shared", picture(options.folder, 12, 8).read_bytes(), "shared")
        return 0
    if options.what == "list":
        return 0 if check(options) else 1
    ended = []
    signal.signal(signal.SIGTERM, lambda *_: ended.append(True))
    writer, number = Writer(options), 0
    # What has begun is finished, so that no like is missing.
    while not ended:
        writer.write(number)
        number += 1
        time.sleep(options.pause)
    return 0


if __name__ == "__main__":
    sys.exit(main())
