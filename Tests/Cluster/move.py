#!/usr/bin/env python3
"""Moves a store from a folder to PostgreSQL and SeaweedFS and back: move.py TIMELINE [--people N] [--posts N]

TIMELINE is the program, built with the trait Cluster. The store is generated, and has an account and a post of its own.
It is moved there and back, while the program is killed with SIGKILL a few times on each way. Both folders must then have
the same rows and the same photos, which this script compares by itself. So must a backup of the store in PostgreSQL.
Moves with wrong options must be refused. It exits with 0 if all of this is so. With `--kills 0`, it measures moves.
"""

import argparse
import hashlib
import os
import pathlib
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

from postgres import PostgreSQL, exit_on_signals
from seaweed import BUCKET, SeaweedFS

#: The records that are moved per second, about, from which the times of the kills follow. A debug build moves a third.
RATE = 40_000
#: What differs between databases: the counters, and the indexes that are built again.
NOT_COPIED = ("clock", "text_words", "text_vocabulary", "user_search", "post_place", "sqlite_")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("timeline", type=pathlib.Path, help="the program")
    parser.add_argument("--people", type=int, default=20_000)
    parser.add_argument("--posts", type=int, default=100_000)
    parser.add_argument("--kills", type=int, default=2, help="how often the program is killed on each way")
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
        self.database = database
        self.server = ["--store", database, "--photos", photos]
        self.to_server = ["--to", database, "--to-photos", photos]
        self.environment = {
            **os.environ, **variables, "HOME": str(folder), "XDG_CACHE_HOME": str(folder / "cache"),
            "XDG_CONFIG_HOME": str(folder / "config"), "XDG_STATE_HOME": str(folder / "state"),
        }
        self.pictures = iter(sorted(pathlib.Path(__file__).resolve().parents[2].joinpath("SeedData").rglob("*.jpg")))
        for name in ("TIMELINE_HOME", "TIMELINE_PHOTOS", "XDG_DATA_HOME"):
            self.environment.pop(name, None)

    def run(self, *command, status=0, **options):
        """Runs the program, and returns what it prints and the seconds it takes, also on the processor alone."""
        start, processor = time.monotonic(), processor_time()
        done = subprocess.run([self.timeline, *map(str, command)], env=self.environment, text=True,
                              capture_output=True, check=False, **options)
        if done.returncode != status:
            raise SystemExit(f"✘ timeline {' '.join(map(str, command))} exits with {done.returncode}, not {status}: "
                             f"{done.stdout}{done.stderr}")
        text = " ".join((done.stdout or done.stderr).split())
        return text, time.monotonic() - start, processor_time() - processor

    def refuse(self, status, words, *command):
        """Checks that the program refuses to run, and what it says."""
        text, _, _ = self.run(*command, status=status)
        if words not in text:
            raise SystemExit(f"✘ timeline {' '.join(map(str, command))} says: {text}")

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


def processor_time():
    """Returns the seconds that programs of this script have used of all processors."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def compare(name, expected, found):
    differences = [key for key in expected.keys() | found.keys() if expected.get(key) != found.get(key)]
    if differences:
        raise SystemExit(f"✘ {name} differs: {', '.join(sorted(differences)[:20])}")
    rows = sum(count for key, (count, _) in found.items() if not key.startswith("blobs/"))
    photos = sum(key.startswith("blobs/") for key in found)
    print(f"{name} is equal: {rows} rows in all tables, {photos} photo files.", flush=True)


def make_store(test, options):
    store = test.folder / "store"
    _, seconds, _ = test.run("seed", "generate", "--users", options.people, "--posts", options.posts,
                             "--with-images", 60, "--store", store)
    test.run("signup", "--username", "leia", "--email", "leia@example.org", "--password-stdin", "--store", store,
             input="correct horse battery\n")
    test.run("post", next(test.pictures), "--caption", "before the #move", "--store", store)
    records = contents(store)["record"][0]
    print(f"A store of {options.people} people, {options.posts} posts and {records} records after {seconds:.0f} s",
          flush=True)
    return store, records


def measured(name, records, result):
    text, seconds, processor = result
    print(f"{name}: {seconds:.1f} s, {processor:.1f} s of the processor, {records / seconds:.0f} records/s. {text}",
          flush=True)


def move(name, test, options, chance, records, *command):
    """Moves the store, which is measured, and kills the program a few times before."""
    times = (records / RATE * chance.uniform(0.05, 0.9) for _ in range(options.kills))
    kills = sum(test.kill(seconds, *command) for seconds in times)
    measured(f"{name}, after {kills} kills", records, test.run(*command))


def refusals(test, store):
    """Checks that wrong moves are refused."""
    absent = "postgres://timeline@127.0.0.1:1/timeline"
    folder = test.folder / "other"
    folder.mkdir()
    (folder / "notes.txt").touch()
    test.refuse(64, "--to-photos is missing", "move", "--store", store, "--to", test.database)
    test.refuse(64, "--photos is for", "move", "--store", store, *test.to_server, "--photos", folder)
    test.refuse(64, "--to-photos is for", "move", *test.server, "--to", folder, "--to-photos", folder)
    test.refuse(64, "already there", "move", "--store", store, "--to", store)
    test.refuse(64, "already there", "move", *test.server, *test.to_server)
    test.refuse(64, ".pgpass", "move", "--store", store, "--to", "postgres://a:b@localhost/c", "--to-photos", folder)
    test.refuse(66, "contains no store", "move", "--store", folder, *test.to_server)
    test.refuse(73, "contains something else", "move", "--store", store, "--to", folder)
    test.refuse(74, "127.0.0.1", "move", "--store", store, "--to", absent, "--to-photos", folder)


def run(test, options):
    store, records = make_store(test, options)
    feed = test.feed("--store", store)
    expected = contents(store)
    refusals(test, store)
    chance = random.Random(options.seed)
    print(f"Seed {options.seed}", flush=True)

    there = ["move", "--store", store, *test.to_server]
    move("There", test, options, chance, records, *there)
    back, backup = test.folder / "back", test.folder / "backup"
    move("Back", test, options, chance, records, "move", "--to", back, *test.server)
    compare("The store that has returned", expected, contents(back))
    measured("Backup", records, test.run("backup", backup, *test.server))
    compare("The backup", expected, contents(backup))
    compare("The first store", expected, contents(store))

    # After the comparisons, because a feed notes that the session was used.
    for name, place in (("store in PostgreSQL", test.server), ("backup", ["--store", backup])):
        if test.feed(*place) != feed:
            raise SystemExit(f"✘ The feed of the {name} differs.")
    test.run("post", next(test.pictures), "--caption", "later", "--store", store)
    test.refuse(73, "contains something else", *there)


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
