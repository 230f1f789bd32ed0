"""Runs the tests, or takes screenshots: run.py PROGRAM FOLDER [readme | screenshots [PICTURE...] | paint | TEST...]"""

import pathlib
import signal
import sys
import threading
import time
import traceback
import unittest

sys.path.append(str(pathlib.Path(__file__).parents[1] / "Cluster"))

import pair
import paint
import screenshots
import test_accounts
import test_archives
import test_hostile
import test_pages
import test_posts
import test_reading
import test_site
from browser import Browser, Look
from world import World

MODULES = (test_pages, test_reading, test_posts, test_accounts, test_hostile, test_site, test_archives)
# The looks of two browsers that run at the same time. All tests run in the first look of each browser.
LOOKS = ((Look(390, "light"), Look(1440, "light")), (Look(1440, "dark"), Look(390, "dark")))


class Result(unittest.TestResult):
    """Prints a line for each test."""

    def startTest(self, test):
        super().startTest(test)
        self.start = time.monotonic()
        self.isGood = True

    def stopTest(self, test):
        super().stopTest(test)
        mark = "✔" if self.isGood else "✘"
        print(f"{mark} {test}, {time.monotonic() - self.start:.1f} s", flush=True)

    def addError(self, test, error):
        super().addError(test, error)
        self.report(test)

    def addFailure(self, test, error):
        super().addFailure(test, error)
        self.report(test)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        print(f"Skipped: {test}: {reason}", flush=True)

    def addSubTest(self, test, part, error):
        super().addSubTest(test, part, error)
        if error:
            self.report(test)

    def report(self, test):
        self.isGood = False
        try:
            test.browser.driver.save_screenshot(str(test.picture_of_failure))
        except Exception:  # The failure may be that of the browser.
            traceback.print_exc()


def names(module, look, filters, is_first):
    for case in vars(module).values():
        if not isinstance(case, type) or not issubclass(case, unittest.TestCase) or case.__module__ != module.__name__:
            continue
        if not is_first and not case.in_all_looks:
            continue
        for name in unittest.defaultTestLoader.getTestCaseNames(case):
            if not filters or any(part in f"{case.__name__}.{name}-{look}" for part in filters):
                yield case, name


def work(world, folder, looks, filters, result):
    """Runs all tests in one browser."""
    try:
        # One browser restores pages from memory, and the other from stored copies.
        arguments = ["--disable-features=BackForwardCache"] if looks[0].is_phone else []
        browser = Browser(looks[0], world.server.url, world.folder / f"chromium-{looks[0]}", arguments)
        browser.failures = folder / "failures"
        browser.failures.mkdir(exist_ok=True)
        try:
            for look in looks:
                browser.resize(look)
                for module in MODULES:
                    for case, name in names(module, look, filters, look is looks[0]):
                        case(name, world, browser).run(result)
        finally:
            browser.quit()
    except Exception:
        result.errors.append((None, traceback.format_exc()))


def test(worlds, folder, filters):
    results = [Result() for _ in LOOKS]
    threads = [
        threading.Thread(target=work, args=(world, folder, looks, filters, result), daemon=True)
        for world, looks, result in zip(worlds, LOOKS, results)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    problems = [problem for result in results for problem in result.failures + result.errors]
    for case, message in problems:
        print(f"\n✘ {case}\n{message}", file=sys.stderr)
    count = sum(result.testsRun for result in results)
    print(f"{count} tests in the browser, {len(problems)} problems.")
    if problems:
        print(f"Pictures are in {folder / 'failures'}.")
    return bool(problems) or not count


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    program, folder, *names = sys.argv[1:]
    folder = pathlib.Path(folder)
    command = names[0] if names else None
    world_type = pair.chosen(World)
    with world_type(program, folder, is_light=command not in ("screenshots", "readme", "paint")) as world:
        if command == "screenshots":
            return screenshots.make(world, folder / "screenshots", names[1:])
        if command == "readme":
            return screenshots.make_readme(world)
        if command == "paint":
            return paint.measure(world)
        # Each browser has a store of its own, because a page changes when other people post, comment or like.
        with world_type(program, folder, is_light=False, original=world) as other:
            return test((world, other), folder, names)


if __name__ == "__main__":
    sys.exit(main())
