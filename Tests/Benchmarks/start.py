#!/usr/bin/env python3
"""Measures how long `timeline` takes from start to exit: start.py TIMELINE [STORE]

Compares `timeline --version` with a static Swift program that does nothing but print a line, and with STORE, which
needs a login, measures the commands that open it. All programs take turns, so that a busy machine slows all of them.
Prints the fastest run, the fastest quarter and the median, in milliseconds.
"""

import os
import subprocess
import sys
import tempfile
import time

RUNS = 200


def empty(folder):
    """Builds the program to compare with."""
    source, program = os.path.join(folder, "empty.swift"), os.path.join(folder, "empty")
    with open(source, "w") as file:
        file.write('print("0.1.0")\n')
    subprocess.run(["swiftc", "-O", "-static-stdlib", source, "-o", program, "-Xlinker", "-s"], check=True)
    return program


def run(command):
    """Returns the time of a run in milliseconds."""
    null = os.open(os.devnull, os.O_RDWR)
    actions = [(os.POSIX_SPAWN_DUP2, null, descriptor) for descriptor in (0, 1)]
    start = time.perf_counter()
    child = os.posix_spawn(command[0], command, os.environ, file_actions=actions)
    _, status = os.waitpid(child, 0)
    elapsed = time.perf_counter() - start
    os.close(null)
    if status != 0:
        sys.exit(f"{command} failed.")
    return elapsed * 1000


def main():
    timeline = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        commands = {"empty Swift program": [empty(folder)], "timeline --version": [timeline, "--version"]}
        if len(sys.argv) > 2:
            store = ["--store", os.path.abspath(sys.argv[2])]
            commands["timeline whoami"] = [timeline, "whoami", *store]
            commands["timeline feed"] = [timeline, "feed", "--limit", "20", *store]
            commands["timeline feed --everyone"] = [timeline, "feed", "--everyone", "--limit", "20", *store]
        times = {name: [] for name in commands}
        for _ in range(RUNS):
            for name, command in commands.items():
                times[name].append(run(command))
    for name, measured in times.items():
        measured.sort()
        columns = [measured[0], measured[RUNS // 4], measured[RUNS // 2]]
        print(f"{name:26}" + "".join(f"{value:9.2f}" for value in columns))
    ratios = [times["timeline --version"][i] / times["empty Swift program"][i] for i in (0, RUNS // 4, RUNS // 2)]
    print(f"{'ratio of the first two':26}" + "".join(f"{ratio:9.2f}" for ratio in ratios))
    print(f"{'size in MB':26}{os.path.getsize(timeline) / 1e6:9.1f}")


if __name__ == "__main__":
    main()
