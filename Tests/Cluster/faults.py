"""The test: writers write, nodes fail, and everything acknowledged must be present exactly once.

It does not know what is written. A writer is any command that adds items and logs a line with a monotonic time and a
key for each acknowledged one; a checker is any command that prints the key of each item that is present. Commands are
templates: {dsn} and {url} become connection strings, {address} a URI without options, {name} a unique name, {folder}
an empty folder, and {log} the log, to which the standard output goes in any case.
"""

import dataclasses
import random
import shlex
import subprocess
import time

from ledger import Log, compare, outage
from namespaces import OUTSIDE
from settings import NODES

#: The longest acceptable time from a fault to the next acknowledged write, in seconds.
LIMITS = {"kill": 20, "cut": 35, "stop": 35, "standby cut": 20}
#: The longest acceptable silence when a node returns.
RETURN_LIMIT = 20
#: How long a fault lasts. A cut outlasts its limit, so that writes cannot resume in time just because it has been
#: healed. Killed and stopped nodes also return early, while they still hold the leader's key, or while another is
#: being promoted.
DURATIONS = {"kill": (2, 25), "cut": (36, 40), "stop": (5, 40), "standby cut": (21, 25)}
#: A primary's fault that interrupts writes for a shorter time has missed the primary.
SHORTEST_OUTAGE = 0.5
#: Time for all writers to write for the first time, and again once the cluster is whole, in seconds.
STARTING, SETTLING = 120, 30


@dataclasses.dataclass
class Templates:
    """The commands that the test runs. `prepare`, which runs before the others, may be empty."""

    prepare: str
    writer: str
    checker: str


@dataclasses.dataclass
class Outcome:
    fault: str
    node: str
    start: float
    #: Seconds until the first writer outside the nodes wrote again, and until the last one did.
    first: float
    last: float
    #: Seconds of silence during the fault, and after it.
    silence: float
    returning: float
    primary: str
    acknowledged: int

    @property
    def problem(self):
        if self.last > LIMITS[self.fault]:
            return f"longer than {LIMITS[self.fault]} s"
        if self.returning > RETURN_LIMIT:
            return f"another outage of more than {RETURN_LIMIT} s"
        if self.fault != "standby cut" and self.silence < SHORTEST_OUTAGE:
            return "no effect"
        return ""


class Writer:
    """A writer's process at a place."""

    def __init__(self, test, name, place):
        self.name, self.place = name, place
        self.log = Log(test.folder / f"{name}.log")
        # A writer on a node prefers that node, even after it has been cut off.
        nodes = sorted(NODES, key=lambda node: node != place)
        folder = test.folder / name
        folder.mkdir()
        command = test.command(test.templates.writer, nodes, log=self.log.path, name=name, folder=folder)
        self.errors = test.folder / f"{name}.errors"
        with open(self.log.path, "ab") as log, open(self.errors, "ab") as errors:
            self.process = subprocess.Popen(
                test.cluster.network.at(place, *command), stdin=subprocess.DEVNULL, stdout=log, stderr=errors
            )

    def check(self):
        if self.process.poll() is not None:
            raise AssertionError(f"{self.name} ended: {self.errors.read_text()[-1000:]}")

    def end(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


class FaultTest:
    """Runs a schedule of faults on a cluster."""

    def __init__(self, cluster, folder, templates, outside=4, seed=0):
        self.cluster, self.folder, self.templates = cluster, folder, templates
        self.random = random.Random(seed)
        self.places = [OUTSIDE] * outside + list(NODES)
        self.writers = []

    def run(self, counts):
        """Runs faults, given as a dictionary of kinds and counts, prints a table, and returns whether all is well."""
        schedule = [kind for kind, count in counts.items() for _ in range(count)]
        self.random.shuffle(schedule)
        if self.templates.prepare:
            subprocess.run(self.command(self.templates.prepare), check=True, timeout=60)
        print_row("", "fault", "node", "lasted", "first write", "all write", "on return", "new primary", "acknowledged")
        try:
            self.writers = [Writer(self, f"w{number}", place) for number, place in enumerate(self.places)]
            self._wait_for_writers(time.monotonic(), STARTING)
            outcomes = [self._fail(number, kind) for number, kind in enumerate(schedule, 1)]
        finally:
            for writer in self.writers:
                writer.end()
        comparison, problem = self._compare()
        print_summary(outcomes, comparison)
        self._explain(comparison.lost, outcomes)
        if problem:
            print("✘", problem)
        return comparison.is_exact and not problem and not any(outcome.problem for outcome in outcomes)

    def command(self, template, nodes=NODES, **fields):
        cluster = self.cluster
        fields |= {"dsn": cluster.dsn(nodes), "url": cluster.url(nodes), "address": cluster.address(nodes)}
        return [part.format(**fields) for part in shlex.split(template)]

    def _fail(self, number, fault):
        """Lets a node fail and return, and waits until all is as before."""
        self.cluster.wait_until_whole()
        self._wait_for_writers(time.monotonic())
        time.sleep(self.random.uniform(0.5, 2))
        node = self.cluster.standby() if fault == "standby cut" else self.cluster.wait_for_primary()
        duration = self.random.uniform(*DURATIONS[fault])
        # About every second kill ends the machine with its etcd, not the database alone.
        machine = self.random.random() < 0.5
        start = time.monotonic()
        if fault == "kill":
            self.cluster.kill9(node, machine)
        elif fault == "stop":
            self.cluster.stop(node)
        else:
            self.cluster.cut(node)
        time.sleep(max(0, start + duration - time.monotonic()))
        end = time.monotonic()
        if fault == "kill":
            self.cluster.start(node)
        elif fault == "stop":
            self.cluster.cont(node)
        else:
            self.cluster.heal(node)
        self.cluster.wait_until_whole()
        self._wait_for_writers(time.monotonic())
        outcome = self._outcome(fault, node, start, end)
        name = f"{fault} (machine)" if fault == "kill" and machine else fault
        times = (f"{seconds:.1f} s" for seconds in (duration, outcome.first, outcome.last, outcome.returning))
        print_row(number, name, node, *times, outcome.primary, outcome.acknowledged, outcome.problem)
        return outcome

    def _outcome(self, fault, node, start, end):
        times = [writer.log.since(start) for writer in self.writers if writer.place == OUTSIDE]
        first, silence, returning = outage(start, end, [moment for each in times for moment in each])
        last = max(outage(start, end, each)[0] for each in times)
        acknowledged = sum(len(writer.log.since(start)) for writer in self.writers)
        return Outcome(fault, node, start, first, last, silence, returning, self.cluster.primary(), acknowledged)

    def _wait_for_writers(self, start, limit=SETTLING):
        """Waits until each writer has written something after a moment."""
        while waiting := [writer for writer in self.writers if not writer.log.since(start)]:
            for writer in waiting:
                writer.check()
            if time.monotonic() > start + limit:
                names = ", ".join(f"{writer.name} ({writer.place})" for writer in waiting)
                errors = waiting[0].errors.read_text()[-1000:]
                raise AssertionError(f"{names} did not write within {limit} s although all nodes run: {errors}")
            time.sleep(0.1)

    def _explain(self, lost, outcomes):
        """Prints when lost items were acknowledged."""
        lost = set(lost)
        for writer in self.writers:
            if times := [moment for moment, key in writer.log.entries if key in lost]:
                number = sum(outcome.start <= times[0] for outcome in outcomes)
                fault = outcomes[number - 1].start if number else 0
                print(f"  {writer.name} ({writer.place}): {len(times)} lost, acknowledged {times[0] - fault:.3f} to "
                      f"{times[-1] - fault:.3f} s after fault {number}")

    def _compare(self):
        self.cluster.wait_until_whole()
        command = self.command(self.templates.checker)
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
        entries = [entry for writer in self.writers for entry in writer.log.read()]
        problem = (done.stderr or "The checker failed.") if done.returncode else ""
        return compare([key for _, key in entries], done.stdout.splitlines()), problem


def print_row(*cells):
    widths = (3, 14, 4, 6, 11, 9, 9, 11, 12)
    line = " ".join(str(cell).ljust(width) for cell, width in zip(cells, widths))
    print(line + (f" ✘ {cells[-1]}" if len(cells) > len(widths) and cells[-1] else ""), flush=True)


def print_summary(outcomes, comparison):
    for fault, limit in LIMITS.items():
        if some := sorted(outcome.last for outcome in outcomes if outcome.fault == fault):
            print(f"{fault}: {len(some)}, all write after {some[0]:.1f} to {some[-1]:.1f} s, limit {limit:g} s")
    lost, doubled = len(comparison.lost), len(comparison.doubled)
    print(f"{comparison.acknowledged:,} acknowledged, {lost:,} lost, {doubled:,} doubled; "
          f"{comparison.present:,} present, {comparison.unknown:,} of them with an unknown outcome")
    for name, keys in (("lost", comparison.lost), ("doubled", comparison.doubled)):
        if keys:
            print(f"✘ {name}: {', '.join(keys[:5])}{' …' if len(keys) > 5 else ''}")
