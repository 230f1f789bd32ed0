#!/usr/bin/env python3
"""Moves a store from a folder to PostgreSQL and SeaweedFS and back: move.py TIMELINE [--people N] [--posts N]

TIMELINE is the program, built with the trait Cluster. The store is generated, and has an account and a post of its own.
On the way there, the time is measured; on the way back, the program is killed with SIGKILL a few times. Both folders
must then have the same rows and the same photos, which this script compares by itself. So must a backup of the store in
PostgreSQL. It exits with 0 if all of this is so.
"""

import argparse
import hashlib
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

from postgres import PostgreSQL, exit_on_signals
from seaweed import BUCKET, SeaweedFS

#: What differs between databases: the counters, and the indexes that are built again.
NOT_COPIED = ("clock", "text_words", "text_vocabulary", "user_search", "post_place", "sqlite_")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("timeline", type=pathlib.Path, help="the program")
    parser.add_argument("--people", type=int, default=20_000)
    parser.add_argument("--posts", type=int, default=100_000)
    parser.add_argument("--kills", type=int, default=3, help="how often the program is killed on the way back")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6), help="the times of the kills")
    parser.add_argument("--fsync", action="store_true", help="let PostgreSQL write to the disk, as servers do")
    return parser.parse_args()


def contents(store):
    """Returns a hash and the number of rows for each table of a store in a folder, and the hash of each photo."""
    found = {}
    database = sqlite3.connect(f"file:{store / 'timeline.sqlite'}?mode=ro", uri=True)
    tables = database.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").fetchall()
    for (table,) in tables:
        if table.startswith(NOT_COPIED):
            continue
        columns = database.execute("SELECT name, pk FROM pragma_table_info(?) ORDER BY cid", [table]).fetchall()
        keys = [name for name, position in columns if position] or [name for name, _ in columns]
        rows, count = hashlib.sha256(), 0
        for row in database.execute(f"SELECT * FROM {table} ORDER BY {', '.join(keys)}"):
            rows.update(repr(row).encode())
            count += 1
        found[table] = (count, rows.hexdigest())
    database.close()
    for path in sorted((store / "blobs").rglob("*")):
        if path.is_file() and not path.name.startswith("."):
            found[f"blobs/{path.name}"] = (1, hashlib.sha256(path.read_bytes()).hexdigest())
    return found


class Test:
    def __init__(self, options, folder, database, photos, variables):
        self.timeline = options.timeline.resolve()
        self.folder = folder
        self.server = ["--store", database, "--photos", photos]
        self.to_server = ["--to", database, "--to-photos", photos]
        self.environment = {
            **os.environ, **variables, "HOME": str(folder), "XDG_CACHE_HOME": str(folder / "cache"),
            "XDG_CONFIG_HOME": str(folder / "config"), "XDG_STATE_HOME": str(folder / "state"),
        }
        for name in ("TIMELINE_HOME", "TIMELINE_PHOTOS", "XDG_DATA_HOME"):
            self.environment.pop(name, None)

    def run(self, *command, **options):
        """Runs the program, and returns what it prints and the seconds it takes."""
        start = time.monotonic()
        done = subprocess.run([self.timeline, *map(str, command)], env=self.environment, text=True,
                              capture_output=True, check=False, **options)
        if done.returncode:
            raise SystemExit(f"✘ timeline {' '.join(map(str, command))}: {done.stdout}{done.stderr}")
        return done.stdout.strip(), time.monotonic() - start

    def kill(self, seconds, *command):
        """Runs the program, kills it after some time, and returns whether it was still running."""
        process = subprocess.Popen([self.timeline, *map(str, command)], env=self.environment,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
            return True
        return False

    def feed(self, *store):
        return self.run("feed", "--everyone", "--limit", 200, "--format", "json", *store)[0]


def compare(name, expected, found):
    differences = [key for key in expected.keys() | found.keys() if expected.get(key) != found.get(key)]
    if differences:
        raise SystemExit(f"✘ {name} differs: {', '.join(sorted(differences)[:20])}")
    rows = sum(count for key, (count, _) in found.items() if not key.startswith("blobs/"))
    photos = sum(key.startswith("blobs/") for key in found)
    print(f"{name} is equal: {rows} rows in all tables, {photos} photo files.", flush=True)


def make_store(test, options):
    store = test.folder / "store"
    _, seconds = test.run("seed", "generate", "--users", options.people, "--posts", options.posts, "--with-images", 60,
                          "--store", store)
    test.run("signup", "--username", "leia", "--email", "leia@example.org", "--password-stdin", "--store", store,
             input="correct horse battery\n")
    picture = next(pathlib.Path(__file__).resolve().parents[2].joinpath("SeedData").rglob("*.jpg"))
    test.run("post", picture, "--caption", "before the #move", "--store", store)
    records = contents(store)["record"][0]
    print(f"A store of {options.people} people, {options.posts} posts and {records} records after {seconds:.0f} s",
          flush=True)
    return store, records


def run(test, options):
    store, records = make_store(test, options)
    expected, feed = contents(store), test.feed("--store", store)

    text, seconds = test.run("move", *test.to_server, "--store", store)
    print(f"There in {seconds:.1f} s, {records / seconds:.0f} records/s: {text}", flush=True)
    if test.feed(*test.server) != feed:
        raise SystemExit("✘ The feed of the store in PostgreSQL differs.")

    back = test.folder / "back"
    chance = random.Random(options.seed)
    kills = sum(test.kill(seconds * chance.uniform(0.05, 0.9), "move", "--to", back, *test.server)
                for _ in range(options.kills))
    text, rest = test.run("move", "--to", back, *test.server)
    print(f"Back in {rest:.1f} s after {kills} kills (seed {options.seed}): {text}", flush=True)
    compare("The store that has returned", expected, contents(back))

    again = test.folder / "again"
    text, seconds = test.run("move", "--to", again, *test.server)
    print(f"Back without kills in {seconds:.1f} s, {records / seconds:.0f} records/s", flush=True)
    compare("This one", expected, contents(again))

    backup = test.folder / "backup"
    text, seconds = test.run("backup", backup, *test.server)
    print(f"Backup in {seconds:.1f} s: {text}", flush=True)
    compare("The backup", expected, contents(backup))
    if test.feed("--store", backup) != feed:
        raise SystemExit("✘ The feed of the backup differs.")
    compare("The first store", expected, contents(store))


def main():
    options = arguments()
    exit_on_signals()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="timeline-move-"))
    seaweed = SeaweedFS(folder / "seaweed")
    try:
        with PostgreSQL(options.fsync) as server:
            seaweed.create()
            run(Test(options, folder, server.address, f"s3://{BUCKET}/photos", seaweed.environment()), options)
    finally:
        if seaweed.state:
            seaweed.stop()
        shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
