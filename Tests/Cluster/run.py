"""Lets nodes of a PostgreSQL cluster fail while programs write to it: run.py [OPTION...]

Everything runs in private namespaces and a temporary folder, which end with this program. It exits with 0 if nothing
acknowledged was lost or doubled, and writes resumed in time after every fault.
"""

import argparse
import contextlib
import os
import pathlib
import random
import shlex
import shutil
import subprocess
import sys
import time

import namespaces
from faults import LIMITS, FaultTest, Templates
from patroni import Cluster
from settings import NODES, TTL

STAND_IN = f"{sys.executable} {pathlib.Path(__file__).with_name('writer.py')}"
CLIENT = f"{sys.executable} {pathlib.Path(__file__).with_name('client.py')}"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=3, help="how often the primary is killed with SIGKILL")
    parser.add_argument("--cuts", type=int, default=2, help="how often the primary's link is cut")
    parser.add_argument("--stops", type=int, default=1, help="how often the primary is stopped with SIGSTOP")
    parser.add_argument("--standby-cuts", type=int, default=1, help="how often the synchronous standby's link is cut")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6), help="order and durations of the faults")
    parser.add_argument("--writers", type=int, default=4, help="writers outside; each node has another one")
    parser.add_argument("--program", type=pathlib.Path, help="a `timeline` whose servers write, not the stand-in")
    parser.add_argument("--prepare", help="a command before the writers start, empty for none; see faults.py")
    parser.add_argument("--writer", help="the command of a writer")
    parser.add_argument("--checker", help="a command that prints the keys of all items")
    parser.add_argument("--ttl", type=int, default=TTL, help="seconds until the key of a silent primary expires")
    parser.add_argument("--kill-limit", type=float, default=LIMITS["kill"], help="longest outage after a kill")
    parser.add_argument("--no-fsync", action="store_true", help="write faster; a kill loses nothing anyway")
    parser.add_argument("--logs", type=pathlib.Path, help="copy the logs of the servers and the writers to this folder")
    broken = parser.add_argument_group("showing that the test fails")
    broken.add_argument("--asynchronous", action="store_true", help="replicate asynchronously, which loses items")
    broken.add_argument("--patroni", help="another Patroni, such as Debian 12's, which loses items after a stop")
    broken.add_argument("--careless", action="store_true", help="let writers double items with an unknown outcome")
    parser.add_argument("--run", nargs=argparse.REMAINDER, metavar="COMMAND",
                        help="run only this command, with the cluster's address in TIMELINE_POSTGRES_TEST")
    return parser.parse_args()


def templates(options, folder):
    """Returns the given commands, or those of the stand-in, or of a program's clients."""
    careless = " --careless" if options.careless else ""
    if options.program:
        program = f"{shlex.quote(str(options.program.absolute()))} --store {{address}} --photos {folder}/photos"
        prepare = f"{CLIENT} prepare {program} --folder {folder}/host"
        writer = f"{CLIENT} write {program} --folder {{folder}} --log {{log}} --name {{name}}{careless}"
        checker = f"{CLIENT} list {program} --folder {folder}/checker --dsn {{dsn}}"
    else:
        prepare = f"{STAND_IN} prepare --dsn {{dsn}}"
        writer = f"{STAND_IN} write --dsn {{dsn}} --log {{log}} --name {{name}}{careless}"
        checker = f"{STAND_IN} list --dsn {{dsn}}"
    return Templates(
        prepare=prepare if options.prepare is None else options.prepare,
        writer=options.writer or writer,
        checker=options.checker or checker,
    )


@contextlib.contextmanager
def kept_logs(folder, target):
    """Copies all logs at the end, if there is a target."""
    try:
        yield
    finally:
        if target:
            ignored = shutil.ignore_patterns("data", "etcd", "photos", ".s.*")
            shutil.copytree(folder, target, dirs_exist_ok=True, ignore=ignored)


def main():
    options = arguments()
    # Also chosen before the private namespaces are entered, where this program starts again.
    if "--seed" not in " ".join(sys.argv):
        sys.argv[1:1] = ["--seed", str(options.seed)]
    folder = namespaces.enter()
    LIMITS["kill"] = options.kill_limit
    start = time.monotonic()
    network = namespaces.Network(NODES)
    cluster = Cluster(network, folder, not options.asynchronous, not options.no_fsync, options.ttl, options.patroni)
    with kept_logs(folder, options.logs), cluster:
        print(f"Three nodes after {time.monotonic() - start:.1f} s; seed {options.seed}", flush=True)
        if options.run:
            environment = {**os.environ, "TIMELINE_POSTGRES_TEST": cluster.url()}
            return subprocess.run(options.run, env=environment, check=False).returncode
        logs = folder / "logs"
        logs.mkdir()
        test = FaultTest(cluster, logs, templates(options, folder), options.writers, options.seed)
        well = test.run({
            "kill": options.kills, "cut": options.cuts, "stop": options.stops, "standby cut": options.standby_cuts,
        })
    minutes = (time.monotonic() - start) / 60
    print("All is well," if well else "✘ Something is wrong,", f"after {minutes:.1f} minutes.", flush=True)
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
