#!/usr/bin/env python3
"""Measures a first sync of many small pictures: first_sync.py TIMELINE [POSTS [ROUNDS]]

A device with POSTS posts (default: 5,000) listens on this machine, and an empty store syncs with it over TCP. In turns
with that, rsync --fsync copies the same blobs over TCP into an empty folder. Then one new post is synced between the two
equal stores. Prints the seconds of each round and the medians; exits with 1 if the sync takes more than 1.5 times as
long as rsync, or the new post more than 0.3 seconds.
"""
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

PROJECT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(PROJECT / "Tests" / "Machines"))
from machines import Machine, free_port, stop  # noqa: E402 (needs the path above)
from sync import pictures  # noqa: E402


def timed(function):
    start = time.monotonic()
    function()
    return time.monotonic() - start


def must(machine, *arguments):
    """Runs a command that may take an hour."""
    status, output, errors = machine.attempt(*arguments, seconds=3600)
    if status:
        raise AssertionError(f"timeline {arguments[0]}: status {status}: {output}{errors}")


def rsync_daemon(folder, source):
    port = free_port()
    configuration = folder / "rsyncd.conf"
    configuration.write_text(
        f"port = {port}\naddress = 127.0.0.1\nuse chroot = no\npid file = {folder}/rsyncd.pid\n"
        f"log file = {folder}/rsyncd.log\nuid = {os.getuid()}\ngid = {os.getgid()}\n[blobs]\npath = {source}\nread only = yes\n")
    daemon = subprocess.Popen(["rsync", "--daemon", "--no-detach", f"--config={configuration}"])
    time.sleep(0.5)
    return daemon, port


def main(timeline, posts, rounds):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="timeline-first-"))
    listener = daemon = None
    try:
        phone = Machine(timeline, folder, "phone")
        phone.sign_up()
        files = pictures(folder / "pictures", range(posts + rounds))
        names = folder / "first"
        names.mkdir()
        for file in files[:posts]:
            os.link(file, names / file.name)
        must(phone, "import", "folder", names)
        port = free_port()
        address = f"tcp://127.0.0.1:{port}"
        listener = phone.start("sync", "--listen", f"127.0.0.1:{port}")
        time.sleep(1)
        blobs = phone.store / "blobs"
        daemon, rsync_port = rsync_daemon(folder, blobs)
        ours, theirs, news = [], [], []
        for number in range(rounds):
            friend = Machine(timeline, folder, f"friend{number}")
            friend.sign_up()
            link = phone.run("invite", "--address", address)["link"]
            os.sync()
            ours.append(timed(lambda: must(friend, "follow", link)))
            target = folder / "copy"
            os.sync()
            theirs.append(timed(lambda: subprocess.run(
                ["rsync", "-a", "--fsync", f"rsync://127.0.0.1:{rsync_port}/blobs/", f"{target}/"], check=True)))
            shutil.rmtree(target)
            must(friend, "sync", address)
            phone.post(files[posts + number], "new")
            news.append(timed(lambda: must(friend, "sync", address)))
            status = friend.run("sync", "status")
            assert not status["missing"]["pictures"], status
            held = [len(list((store / "blobs").glob("??/*"))) for store in (phone.store, friend.store)]
            assert held[0] == held[1], held
            print(f"sync {ours[-1]:.2f} s, rsync {theirs[-1]:.2f} s, a new post {news[-1]:.2f} s", flush=True)
        ratio = statistics.median(ours) / statistics.median(theirs)
        new = statistics.median(news)
        print(f"{posts} posts: {ratio:.2f} times rsync (limit 1.5), a new post {new:.2f} s (limit 0.3 s)")
        return 0 if ratio <= 1.5 and new <= 0.3 else 1
    finally:
        for process in (listener, daemon):
            if process:
                stop(process) if process is listener else process.terminate()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    arguments = (sys.argv[2:] + ["5000", "3"][len(sys.argv) - 2:])[:2]
    sys.exit(main(sys.argv[1], int(arguments[0]), int(arguments[1])))
