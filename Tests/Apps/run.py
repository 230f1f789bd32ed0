"""Tests the client APIs with other people's apps: run.py PROGRAM FOLDER [TEST...]"""

import pathlib
import signal
import sys
import time
import unittest
import warnings

sys.path += [str(pathlib.Path(__file__).parents[1] / folder) for folder in ("Browser", "Cluster")]

import test_archive
import test_atom
import test_emacs
import test_example
import test_hostile_calls
import test_instagram
import test_limits
import test_mastodon_people
import test_mastodon_posting
import test_mastodon_reading
import test_oauth
import test_openapi
import test_proxies
import test_proxy
import test_reddit
import test_rights
import test_shapes
import test_streaming
import test_toot
import pair
from cases import AppsTest, AppsWorld

MODULES = (
    test_oauth,
    test_mastodon_reading,
    test_mastodon_posting,
    test_mastodon_people,
    test_streaming,
    test_toot,
    test_emacs,
    test_archive,
    test_instagram,
    test_reddit,
    test_atom,
    test_example,
    test_shapes,
    test_rights,
    test_limits,
    test_hostile_calls,
    test_proxy,
    test_proxies,
    test_openapi,
)


class Result(unittest.TestResult):
    """Prints a line for each test."""

    def startTest(self, test):
        super().startTest(test)
        self.start = time.monotonic()
        self.counts = self.problem_count, len(self.skipped)

    @property
    def problem_count(self):
        return len(self.failures) + len(self.errors)

    def stopTest(self, test):
        super().stopTest(test)
        if len(self.skipped) == self.counts[1]:
            mark = "✔" if self.problem_count == self.counts[0] else "✘"
            print(f"{mark} {test.id()}, {time.monotonic() - self.start:.1f} s", flush=True)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        print(f"Skipped: {test.id()}: {reason}", flush=True)


def suite(filters):
    """Returns the tests whose names contain one of the filters."""
    tests = unittest.TestSuite()
    for module in MODULES:
        for case in unittest.defaultTestLoader.loadTestsFromModule(module):
            tests.addTests(test for test in case if not filters or any(part in test.id() for part in filters))
    return tests


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    program, folder, *filters = sys.argv[1:]
    # The apps use parts of Python that will be removed one day.
    warnings.simplefilter("ignore")
    result = Result()
    with pair.chosen(AppsWorld)(pathlib.Path(program).absolute(), pathlib.Path(folder).absolute()) as world:
        AppsTest.world = world
        suite(filters).run(result)
    problems = result.failures + result.errors
    for case, message in problems:
        print(f"\n✘ {case}\n{message}", file=sys.stderr)
    print(f"{result.testsRun} tests with apps, {len(problems)} problems.")
    return bool(problems) or not result.testsRun


if __name__ == "__main__":
    sys.exit(main())
