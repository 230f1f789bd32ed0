#!/usr/bin/env python3
"""Measures imports: their speed against that of `timeline post`, and the memory that a large archive needs.

imports.py TIMELINE [--pictures N] [--rounds N] [--archive GIGABYTES]

Speed: N pictures, with ten in each post, by `import folder --albums` and by one `post` for each ten. Both take turns,
so that they are under the same load, each time in a new store; the best rounds count. Exits with 1 if the import has
less than 60% of the speed of the posts.

Memory: a ZIP file with pictures of 2.7 MB, in the layout of Instagram. Exits with 1 if the peak is above 100 MB.
"""
import argparse
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import time
import zipfile
import zlib

SEEDS = sorted((pathlib.Path(__file__).parents[2] / "SeedData/images").glob("*.jpg"))
PASSWORD = "a long walk on the beach\n"
SHARE, PEAK = 0.6, 100


def jpeg(number):
    """Returns a picture of the seed data with other quantization, which differs from all others."""
    content = bytearray(SEEDS[number % len(SEEDS)].read_bytes())
    table = content.index(b"\xff\xdb") + 5
    content[table + 60] = 1 + number // len(SEEDS) % 250
    content[table + 61] = 1 + number // len(SEEDS) // 250
    return bytes(content)


def png(side=950):
    """Returns a picture of noise, which hardly compresses."""
    rows = b"".join(b"\0" + os.urandom(side * 3) for _ in range(side))

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b"")


class Store:
    """A new store with a logged-in user."""

    def __init__(self, program, folder):
        self.program, self.folder = program, pathlib.Path(tempfile.mkdtemp(dir=folder))
        self.run("signup", "--email", "a@example.org", "--username", "a", "--password-stdin", input=PASSWORD)

    def run(self, *arguments, input=""):
        """Runs a command, and returns its seconds and the peak of its memory in MB."""
        start = time.perf_counter()
        process = subprocess.Popen(
            [self.program, *map(str, arguments)], env={**os.environ, "HOME": str(self.folder)}, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        process.stdin.write(input)
        process.stdin.close()
        errors = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            sys.exit(f"{' '.join(map(str, arguments))}: {errors}")
        return time.perf_counter() - start, usage.ru_maxrss * 1024 / 1e6


def speed(program, folder, count, rounds):
    """Returns the speed of the import relative to that of posts."""
    albums = []
    for number in range(count):
        album = folder / f"pictures/{number // 10:04}"
        album.mkdir(parents=True, exist_ok=True)
        (album / f"{number % 10}.jpg").write_bytes(jpeg(number))
        if number % 10 == 0:
            albums.append(album)
    imports, posts = [], []
    for _ in range(rounds):
        store = Store(program, folder)
        posts.append(sum(store.run("post", *sorted(album.iterdir()))[0] for album in albums))
        imports.append(Store(program, folder).run("import", "folder", folder / "pictures", "--albums")[0])
    share = min(posts) / min(imports)
    print(f"{count} pictures: posts {min(posts):.2f} s, import {min(imports):.2f} s; {share:.0%} of the speed of posts")
    return share


def memory(program, folder, gigabytes):
    """Returns the peak of the memory in MB while a large archive is imported."""
    path, entries = folder / "archive.zip", []
    with zipfile.ZipFile(path, "w") as archive:
        while path.stat().st_size < gigabytes * 1e9:
            name = f"media/{len(entries)}.png"
            archive.writestr(name, png())
            entries.append({"media": [{"uri": name, "creation_timestamp": 1_600_000_000 + len(entries), "title": name}]})
        archive.writestr("your_instagram_activity/media/posts_1.json", json.dumps(entries))
    store = Store(program, folder)
    _, least = store.run("whoami")
    seconds, peak = store.run("import", "instagram", path)
    size = path.stat().st_size / 1e6
    print(f"{len(entries)} pictures in {size:.0f} MB: {seconds:.0f} s, peak {peak:.1f} MB; whoami {least:.1f} MB")
    return peak


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the release build of timeline")
    parser.add_argument("--pictures", type=int, default=200, help="pictures for the speed (default: 200)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds for the speed (default: 3)")
    parser.add_argument("--archive", type=float, default=2, help="size of the archive in GB (default: 2; 0 for none)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="timeline-imports-") as name:
        folder, program = pathlib.Path(name), str(pathlib.Path(arguments.program).resolve())
        slow = arguments.rounds > 0 and speed(program, folder, arguments.pictures, arguments.rounds) < SHARE
        large = arguments.archive > 0 and memory(program, folder, arguments.archive) > PEAK
    sys.exit(1 if slow or large else 0)


if __name__ == "__main__":
    main()
