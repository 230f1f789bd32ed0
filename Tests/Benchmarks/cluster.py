#!/usr/bin/env python3
"""Measures a store in PostgreSQL: postgres.py run cluster.py PROGRAM, where PROGRAM is ClusterBenchmark.

Everything runs on one machine in one run, so only ratios mean much. The exit status is 1 if a ratio misses its target.
Requires pgbench, which is in the Debian package postgresql.
"""

import os
import re
import subprocess
import sys

#: The targets: a page and the least that it has to ask, the lateral and a page, posts with and without a clock row.
TARGETS = {"page": 1.3, "lateral": 10, "clock": 4}
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


def main():
    program, address = sys.argv[1], os.environ["TIMELINE_POSTGRES_TEST"]
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

    print("followed users, page, floor and lateral in ms")
    for values in rows(program, "pages"):
        followed, page, floor, lateral = map(float, values)
        print(f"  {followed:.0f}: " + ", ".join(values[1:]))
        check(f"page / floor at {followed:.0f}", page / floor, TARGETS["page"], page / floor <= TARGETS["page"])
        if followed == 10_000:
            check("lateral / page", lateral / page, TARGETS["lateral"], lateral / page >= TARGETS["lateral"])
    sys.exit(1 if missed else 0)


main()
