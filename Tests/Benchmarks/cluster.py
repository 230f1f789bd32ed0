#!/usr/bin/env python3
"""Measures a store in PostgreSQL: postgres.py run cluster.py PROGRAM TIMELINE, where PROGRAM is ClusterBenchmark.

Everything runs on one machine in one run, so only ratios mean much. The exit status is 1 if a ratio misses its target.
Requires the Debian packages wrk and postgresql, which has pgbench, and root's rights for quotas of processor time.
"""

import contextlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).parents[1]
sys.path += [str(ROOT / "Browser"), str(ROOT / "Cluster")]

import pair
import world

#: The targets: a page and the least that it has to ask, the lateral and a page, posts with and without a clock row.
TARGETS = {"page": 1.3, "lateral": 10, "clock": 4}
#: The part of a processor that each server gets, the length of a turn in microseconds, and the seconds of a measurement.
QUOTA, TURN, SECONDS = 0.2, 20_000, 15
HOME = "/api/v1/timelines/home?limit=20"
#: A transaction of two bare inserts, in pgbench's language.
BARE = """\\set author random(1, 20000)
BEGIN;
INSERT INTO bare_post (author, caption) VALUES (:author, 'the light of a day');
INSERT INTO bare_record (author, body) VALUES (:author, 'x');
END;
"""


def rows(program, part):
    """Returns the rows of a part of the benchmark."""
    output = subprocess.run([program, part], check=True, capture_output=True, text=True).stdout
    return [line.split("\t") for line in output.splitlines()]


def bare_inserts(address):
    """Returns the rate of 32 writers that only insert two rows."""
    tables = "CREATE TABLE bare_{0} (id BIGSERIAL PRIMARY KEY, author INT, {1} TEXT); CREATE INDEX ON bare_{0} (author)"
    sql = "; ".join([tables.format("post", "caption"), tables.format("record", "body")])
    subprocess.run(["psql", "-qd", address, "-c", sql], check=True)
    options = ["-n", "-M", "prepared", "-c", "32", "-j", "2", "-T", "8", "-f", "-", "-d", address]
    run = subprocess.run(["pgbench", *options], check=True, capture_output=True, text=True, input=BARE)
    return float(re.search(r"tps = ([0-9.]+)", run.stdout)[1])


@contextlib.contextmanager
def quota(name, process):
    """Limits the processor time of a process with a control group."""
    groups = pathlib.Path("/sys/fs/cgroup")
    is_unified = (groups / "cgroup.controllers").exists()
    group = groups / ("" if is_unified else "cpu") / f"timeline-{os.getpid()}-{name}"
    if is_unified:
        (groups / "cgroup.subtree_control").write_text("+cpu")
    group.mkdir()
    try:
        if is_unified:
            (group / "cpu.max").write_text(f"{int(QUOTA * TURN)} {TURN}")
        else:
            (group / "cpu.cfs_period_us").write_text(str(TURN))
            (group / "cpu.cfs_quota_us").write_text(str(int(QUOTA * TURN)))
        (group / "cgroup.procs").write_text(str(process))
        yield
    finally:
        (group.parent / "cgroup.procs").write_text(str(process))
        group.rmdir()


def requests_per_second(servers, token):
    """Returns the rate of home timelines of all servers, which are loaded at once."""
    command = ["wrk", "--threads", "1", "--connections", "8", "--duration", f"{SECONDS}s", "--timeout", "10s",
               "--header", f"Authorization: Bearer {token}"]
    runs = [subprocess.Popen([*command, server.url + HOME], stdout=subprocess.PIPE, text=True) for server in servers]
    outputs = [run.communicate()[0] for run in runs]
    if any(re.search("Non-2xx|Socket errors", output) for output in outputs):
        sys.exit("\n".join(outputs))
    return sum(float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1]) for output in outputs)


def server_rates(timeline):
    """Returns the rates of home timelines of one server and of two servers, each with the same processor time."""
    with tempfile.TemporaryDirectory() as folder, pair.chosen(world.World)(
        timeline, pathlib.Path(folder), False
    ) as store, contextlib.ExitStack() as stack:
        reader = store.existing("hansolo")
        reader.log_in()
        token = reader.run("token", "create", "--name", "cluster.py", "--scope", "read")["token"]
        servers = []
        for host in pair.HOSTS:
            server = world.Server(store, 0, ("--host", host, "--call-limit", "0"))
            stack.callback(server.stop)
            server.wait()
            requests_per_second([server], token)
            stack.enter_context(quota(host, server.process_id))
            servers.append(server)
        # In turns, because the load of the machine changes.
        first, both, second = (requests_per_second(some, token) for some in (servers[:1], servers, servers[1:]))
        return (first + second) / 2, both


def main():
    program, timeline, address = *sys.argv[1:], os.environ["TIMELINE_POSTGRES_TEST"]
    missed = []

    def check(name, value, target, is_met):
        print(f"{name}: {value:.2f} (target {target})" + ("" if is_met else ", missed"))
        if not is_met:
            missed.append(name)

    print("posts per second, repetitions and round trips per post")
    rates = {}
    for name, *values in rows(program, "writers"):
        rates[name] = float(values[0])
        print(f"  {name}: " + ", ".join(values))
    print(f"  32 writers, two bare inserts: {bare_inserts(address):.0f}")
    ratio = rates["32 writers"] / rates["32 writers, one clock row"]
    check("32 writers / with one clock row", ratio, TARGETS["clock"], ratio >= TARGETS["clock"])

    print("followed users: page, floor, floor of posts alone, and lateral in ms")
    for values in rows(program, "pages"):
        followed, page, floor, _, lateral = map(float, values)
        print(f"  {followed:.0f}: " + ", ".join(values[1:]))
        check(f"page / floor at {followed:.0f}", page / floor, TARGETS["page"], page / floor <= TARGETS["page"])
        if followed == 10_000:
            check("lateral / page", lateral / page, TARGETS["lateral"], lateral / page >= TARGETS["lateral"])

    one, two = server_rates(timeline)
    print(f"home timelines per second with {QUOTA:.0%} of a processor for each server: {one:.0f}, two: {two:.0f}")
    print(f"two servers / one: {two / one:.2f}")
    sys.exit(1 if missed else 0)


main()
