"""Measures how soon a page is painted, in milliseconds; prints JSON."""

import json
import socket
import statistics
import time

from browser import Browser, Look
from cases import BrowserTest
from world import Server, free_port

ROUNDS = 9

# Resolves with the first and the largest paint, in milliseconds since 1970 and since the navigation.
PAINTS = """
const done = arguments[0];
const largest = new Promise(found => new PerformanceObserver(list => found(list.getEntries().at(-1).startTime))
    .observe({type: "largest-contentful-paint", buffered: true}));
const first = () => performance.getEntriesByName("first-contentful-paint")[0];
const wait = () => first()
    ? setTimeout(() => largest.then(largest => done(
        {first: performance.timeOrigin + first().startTime, largest: largest, shifts: self.shifts.length})), 300)
    : setTimeout(wait, 5);
wait();
"""


def wait_until_listening(port):
    while True:
        with socket.socket() as client:
            if client.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.002)


def measure(world):
    """Starts the server again and again while a logged-in browser waits for its home page."""
    leia = world.existing("leia")
    leia.log_in()
    world.server.stop()
    port = free_port()
    server = Server(world, port)
    server.wait()
    browser = Browser(Look(1440, "light"), server.url, world.folder / "chromium-paint")
    first, warm, shifts = [], [], 0
    try:
        BrowserTest("log_in", world, browser).log_in(leia)
        for _ in range(ROUNDS):
            server.stop()
            browser.driver.get("about:blank")
            start = time.time()
            server = Server(world, port)
            wait_until_listening(port)
            browser.open("/")
            cold = browser.driver.execute_async_script(PAINTS)
            first.append(cold["first"] - 1000 * start)
            browser.open("/")
            again = browser.driver.execute_async_script(PAINTS)
            warm.append(again["largest"])
            shifts += cold["shifts"] + again["shifts"]
    finally:
        browser.quit()
        server.stop()
    print(json.dumps({
        "first": statistics.median(first), "firstWorst": max(first),
        "largest": statistics.median(warm), "largestWorst": max(warm), "shifts": shifts, "rounds": ROUNDS,
    }))
    return 0
