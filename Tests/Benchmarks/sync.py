#!/usr/bin/env python3
"""Measures `timeline sync` between processes: sync.py TIMELINE DOCUMENT FIGURES [POSTS]

A phone with POSTS posts (default: 5,000) and a friend's new phone are connected through a relay of 10 Mbit/s with a delay
of 50 ms. This program measures the time until the friend's first screen of 20 posts can be drawn from previews, and the
time and bytes that 100 new posts take. rsync and git move the pictures of the same new posts through the same relay. FIGURES is the
output of SyncBenchmark. Writes the section "Sync" of DOCUMENT, and exits with 1 if a limit is exceeded.
"""
import os
import pathlib
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import zlib

PROJECT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(PROJECT / "Tests" / "Machines"))
from machines import Machine, Relay, free_port, stop  # noqa: E402 (needs the path above)

DELAY, RATE = 0.05, 10_000_000 / 8
SCREEN, NEW = 20, 100
START = 1_577_836_800
HEADING = "\n## Sync\n"


def png(number):
    """Returns a picture of 800 × 608 pixels, in squares of 32 pixels, whose preview is as large as that of a photo."""
    generator = random.Random(number)
    width, height, side = 800, 608, 32
    rows = bytearray()
    for _ in range(height // side):
        colours = generator.randbytes(width // side * 3)
        row = b"\0" + b"".join(colours[start:start + 3] * side for start in range(0, len(colours), 3))
        rows += row * side

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", zlib.compress(rows, 6)) + chunk(b"IEND", b"")


def pictures(folder, numbers):
    """Writes pictures into a folder, one for each minute since 2020, and returns their files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for number in numbers:
        files.append(folder / f"{number:05}.png")
        files[-1].write_bytes(png(number))
        # Times of files are imported in seconds, and posts of one second are in any order.
        os.utime(files[-1], (START + 60 * number, START + 60 * number))
    return files


def has_preview(machine, post):
    """Returns whether the previews of a post have arrived."""
    for photo in post["photos"]:
        blob = photo.get("preview", photo)["blob"]
        if not list((machine.store / "blobs" / blob[:2]).glob(f"{blob[2:]}*")):
            return False
    return True


def sync(machine, relay):
    """Runs a sync through the relay, and returns its seconds and bytes."""
    before, start = len(relay.passed), time.monotonic()
    status, output, errors = machine.attempt("sync", f"tcp://127.0.0.1:{relay.port}", seconds=3600)
    if status:
        raise AssertionError(f"sync: status {status}: {output}{errors}")
    return time.monotonic() - start, len(relay.passed) - before


def first_screen(friend, relay):
    """Starts the first sync, stops it when a screen of previews is there, and returns the seconds until then."""
    start = time.monotonic()
    process = friend.start("sync", f"tcp://127.0.0.1:{relay.port}")
    while True:
        if process.poll() is not None:
            raise AssertionError(f"The sync ended before a screen was complete: {process.communicate()}")
        posts = friend.run("feed", "--limit", str(SCREEN))["posts"]
        if len(posts) == SCREEN and all(has_preview(friend, post) for post in posts):
            break
        time.sleep(0.02)
    screen = time.monotonic() - start
    stop(process)
    return screen


def rsync(folder, former, new):
    """Moves the new pictures with rsync through the relay, and returns its seconds and bytes."""
    source, target = folder / "rsync", folder / "rsync-copy"
    source.mkdir()
    for file in former:
        (source / file.name).hardlink_to(file)
    subprocess.run(["cp", "-a", source, target], check=True)
    for file in new:
        (source / file.name).hardlink_to(file)
    port = free_port()
    configuration = folder / "rsyncd.conf"
    configuration.write_text(
        f"port = {port}\naddress = 127.0.0.1\nuse chroot = no\npid file = {folder}/rsyncd.pid\n"
        f"log file = {folder}/rsyncd.log\n[pictures]\npath = {source}\nread only = yes\n")
    daemon = subprocess.Popen(["rsync", "--daemon", "--no-detach", f"--config={configuration}"])
    try:
        time.sleep(1)
        relay = Relay(port, 3, delay=DELAY, bytes_per_second=RATE)
        start = time.monotonic()
        subprocess.run(["rsync", "-a", f"rsync://127.0.0.1:{relay.port}/pictures/", f"{target}/"], check=True)
        return time.monotonic() - start, len(relay.passed)
    finally:
        stop(daemon)


def git(folder, former, new):
    """Moves the new pictures with `git pull` through the relay, and returns its seconds and bytes."""
    source, target = folder / "git", folder / "git-copy"

    def run(*arguments, at):
        subprocess.run(
            ["git", "-c", "user.name=x", "-c", "user.email=x@timeline.example", *map(str, arguments)],
            check=True, cwd=at, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def commit(files):
        for file in files:
            (source / file.name).hardlink_to(file)
        run("add", "-A", at=source)
        run("commit", "-q", "-m", "pictures", at=source)

    source.mkdir()
    run("init", "-q", at=source)
    commit(former)
    run("clone", "-q", source, target, at=folder)
    commit(new)
    port = free_port()
    daemon = subprocess.Popen(
        ["git", "daemon", "--export-all", "--listen=127.0.0.1", f"--port={port}", f"--base-path={folder}", str(folder)],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        time.sleep(1)
        relay = Relay(port, 4, delay=DELAY, bytes_per_second=RATE)
        start = time.monotonic()
        run("pull", "-q", f"git://127.0.0.1:{relay.port}/git", "HEAD", at=target)
        return time.monotonic() - start, len(relay.passed)
    finally:
        stop(daemon)


def main():
    program, document, figures = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]).read_text()
    count = int(sys.argv[4]) if len(sys.argv) > 4 else 5000
    folder = pathlib.Path(tempfile.mkdtemp(prefix="timeline-sync-"))
    try:
        phone, friend = (Machine(program, folder, name) for name in ("leia", "han"))
        for machine in (phone, friend):
            machine.sign_up()
        former = pictures(folder / "former", range(count))
        phone.run("import", "folder", folder / "former")
        phone.follow(friend)
        friend.follow(phone)
        with phone.listening() as port:
            relay = Relay(port, 1, delay=DELAY, bytes_per_second=RATE)
            screen = first_screen(friend, relay)
            screen_bytes = len(relay.passed)
            rest, _ = sync(friend, Relay(port, 1))

        new = pictures(folder / "new", range(count, count + NEW))
        phone.run("import", "folder", folder / "new")
        size = sum(file.stat().st_size for file in new)
        with phone.listening() as port:
            ours = sync(friend, Relay(port, 2, delay=DELAY, bytes_per_second=RATE))
        if len(friend.feed()) != count + NEW:
            raise AssertionError("Not all posts have arrived.")
        results = {"timeline": ours, "rsync": rsync(folder, former, new), "git": git(folder, former, new)}
    finally:
        shutil.rmtree(folder)

    rates = re.search(r"([\d,]+) a second", figures)
    reading = re.search(r"([\d,]+) per second", figures)
    limits = [
        ("first screen of previews", f"{screen:.2f} s", "3 s", screen <= 3),
        ("records verified and applied, from a folder", f"{int(reading[1]):,} /s", "12,000 /s",
            int(reading[1]) >= 12_000),
        ("the same, while the sender uses the same processors", f"{int(rates[1]):,} /s", "12,000 /s",
            int(rates[1]) >= 12_000),
    ]
    lines = [
        f"Measured by `make bench-sync` on {time.strftime('%Y-%m-%d')}, with the release build. The relay passes on "
        f"10 Mbit/s in each direction with a delay of 50 ms.", "",
        "| figure | measured | limit | |", "|---|---:|---:|---|",
        *(f"| {label} | {value} | {limit} | {'met' if met else '**not met**'} |" for label, value, limit, met in limits),
        "", f"The first screen needed {screen_bytes / 1e6:.1f} MB. The rest of the {count:,} posts took {rest:.0f} s over "
        f"loopback. Then {NEW} new posts with {size / 1e6:.1f} MB of pictures were moved through the relay:", "",
        "| program | seconds | MB on the wire |", "|---|---:|---:|",
        *(f"| {name} | {seconds:.1f} | {sent / 1e6:.1f} |" for name, (seconds, sent) in results.items()), "",
        "rsync and git move the pictures alone: no captions, signatures or previews.", "", "```", figures.strip(), "```",
    ]
    section = HEADING + "\n" + "\n".join(lines) + "\n"
    text = document.read_text()
    head, found, rest = text.partition(HEADING)
    following = re.search(r"\n## ", rest)
    document.write_text(head.rstrip("\n") + "\n" + section + (rest[following.start():] if found and following else ""))
    print(section)
    sys.exit(0 if all(met for *_, met in limits) else 1)


if __name__ == "__main__":
    main()
