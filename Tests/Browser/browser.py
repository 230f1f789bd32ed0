"""Chromium, driven through chromedriver."""

import contextlib
import dataclasses
import json
import pathlib
import time

import axe_playwright_python
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By

AXE = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
# The maximum time to wait, in seconds. A slow machine needs some of it, and only a failing test needs all of it.
PATIENCE = 120

# A script that runs in each document before the scripts of the page.
WATCH = """
self.shifts = [];
new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) shifts.push([
        entry.value, entry.sources.map(({node, previousRect: from, currentRect: to}) => [node?.nodeType === 1
            ? `${node.tagName}.${node.getAttribute("class")}` : String(node?.textContent),
            ...[from, to].map(box => [box.x, box.y, box.width, box.height].map(Math.round).join(" "))])]);
}).observe({type: "layout-shift", buffered: true});
"""


@dataclasses.dataclass(frozen=True)
class Look:
    """A width in CSS pixels and a theme."""

    width: int
    theme: str

    @property
    def height(self):
        return {320: 640, 390: 844, 820: 1180, 1440: 900, 2560: 1440}[self.width]

    @property
    def is_phone(self):
        return self.width < 768

    def __str__(self):
        return f"{self.width}-{self.theme}"


class Browser:
    """A browser with one page. Its methods wait for their elements."""

    def __init__(self, look, url, folder, arguments=()):
        self.look = look
        self.url = url
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for argument in (
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-proxy-server",
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", f"--user-data-dir={folder}",
            f"--window-size={look.width},{look.height}", "--lang=en", *arguments,
        ):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        options.add_experimental_option("perfLoggingPrefs", {"enableNetwork": True, "enablePage": False})
        self.driver = webdriver.Chrome(options, Service("/usr/bin/chromedriver"))
        self.driver.set_page_load_timeout(120)
        self.driver.set_script_timeout(120)
        self.command("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
        self.resize(look)

    def resize(self, look):
        """Emulates the screen of a look."""
        self.look = look
        self.command(
            "Emulation.setDeviceMetricsOverride",
            width=look.width, height=look.height, deviceScaleFactor=1, mobile=look.is_phone,
        )
        self.command("Emulation.setTouchEmulationEnabled", enabled=look.is_phone, maxTouchPoints=1)
        self.command(
            "Emulation.setEmulatedMedia",
            features=[{"name": "prefers-color-scheme", "value": look.theme}],
        )

    def quit(self):
        self.driver.quit()

    def forget(self):
        """Deletes the history, cookies, storage and the log, so that the next test starts like a new browser."""
        self.command("Emulation.setScriptExecutionDisabled", value=False)
        self.command("Network.setBlockedURLs", urls=[])
        self.driver.get("about:blank")
        # A full history loses pages that a script has left, as if no user had visited them.
        self.command("Page.resetNavigationHistory")
        self.command("Network.clearBrowserCookies")
        self.command("Storage.clearDataForOrigin", origin=self.url, storageTypes="all")
        self.console()
        self.requests()

    # Pages

    def open(self, path):
        """Opens a page of the server."""
        self.driver.get(self.url + path)

    @property
    def path(self):
        return self.driver.current_url.removeprefix(self.url)

    @contextlib.contextmanager
    def next_page(self):
        """Waits until the block has replaced the document with another one that is complete."""
        self.script("self.isOld = true")
        yield
        self.wait(
            "another page",
            lambda: self.script("return !self.isOld && document.readyState === 'complete'"),
        )

    def settle(self):
        """Waits until fonts and visible photos are loaded and two frames are drawn."""
        self.driver.execute_async_script("""
            const done = arguments[0];
            const isVisible = image => {
                const box = image.getBoundingClientRect();
                return box.width && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
            };
            const photos = [...document.images].filter(isVisible);
            // A photo that is broken does not decode.
            const decoded = photos.map(image => image.decode().catch(() => {}));
            Promise.all([document.fonts.ready, ...decoded]).then(() =>
                requestAnimationFrame(() => requestAnimationFrame(() => done())));
        """)

    def broken_photos(self):
        """Returns the addresses of the photos that were loaded but do not decode."""
        return self.driver.execute_async_script("""
            const done = arguments[0];
            const loaded = [...document.images].filter(image => image.complete && image.currentSrc);
            // A photo outside the viewport may be complete before its size is known.
            Promise.all(loaded.map(image => image.naturalWidth ? null : image.decode().then(() => null, () => image.currentSrc)))
                .then(addresses => done(addresses.filter(address => address)));
        """)

    def scroll_through(self, screens=6):
        """Scrolls down slowly and then back up."""
        for _ in range(screens):
            end = self.script("""
                const before = scrollY;
                scrollBy(0, innerHeight * .8);
                return scrollY === before;
            """)
            self.settle()
            if end:
                break
        self.script("scrollTo(0, 0)")
        self.settle()

    # Elements

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def find(self, selector):
        """Returns the first visible element that matches the selector."""
        visible = lambda: next((element for element in self.all(selector) if element.is_displayed()), None)
        return self.wait(f"a visible {selector}", visible)

    def text(self, selector):
        return self.find(selector).text

    def click(self, selector):
        """Clicks on the first visible element, in the middle of the viewport."""
        element = self.find(selector)
        self.script("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", element)
        element.click()

    def submit(self, selector):
        """Clicks on a button that leads to another page."""
        with self.next_page():
            self.click(selector)

    def fill(self, selector, text):
        """Replaces the text of a field."""
        field = self.find(selector)
        field.clear()
        field.send_keys(text)

    def choose(self, selector, *paths):
        """Chooses files for a field, which may be invisible."""
        element = self.wait(selector, lambda: next(iter(self.all(selector)), None))
        element.send_keys("\n".join(map(str, paths)))

    def press(self, keys):
        """Presses keys, wherever the focus is."""
        webdriver.ActionChains(self.driver).send_keys(keys).perform()

    def tap_twice(self, selector):
        """Taps twice on the middle of an element."""
        element = self.find(selector)
        self.script("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", element)
        box = self.script("const box = arguments[0].getBoundingClientRect(); return [box.x, box.y, box.width, box.height]", element)
        point = {"x": box[0] + box[2] / 2, "y": box[1] + box[3] / 2}
        for _ in range(2):
            self.command("Input.dispatchTouchEvent", type="touchStart", touchPoints=[point])
            self.command("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def status(self, address):
        """Returns the status code of the response to a request by the page."""
        return self.driver.execute_async_script(
            "const done = arguments[1]; fetch(arguments[0]).then(answer => done(answer.status), () => done(0))", address)

    def script(self, source, *arguments):
        return self.driver.execute_script(source, *arguments)

    def command(self, name, **parameters):
        return self.driver.execute_cdp_cmd(name, parameters)

    def wait(self, name, condition, patience=PATIENCE):
        """Waits until the condition is true and returns its value."""
        end = time.monotonic() + patience
        while True:
            value, error = None, None
            try:
                value = condition()
            except WebDriverException as exception:
                # The driver reports an element of the page before in several ways.
                error = exception
            if value:
                return value
            if time.monotonic() > end:
                raise AssertionError(f"Waited in vain for {name} at {self.path}.") from error
            time.sleep(0.03)

    def wait_for_text(self, text, selector="body"):
        """Waits until an element contains a text."""
        self.wait(f"“{text}” in {selector}", lambda: text in self.text(selector))

    # Reports

    def console(self):
        """Returns the messages in the console since the last call."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self):
        """Returns the URLs of the requests since the last call."""
        messages = (json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance"))
        return [
            message["params"]["request"]["url"]
            for message in messages
            if message["method"] == "Network.requestWillBeSent"
        ]

    def strangers(self):
        """Returns the requests since the last call that went to other servers."""
        own = (self.url, "http://127.0.0.1:", "data:", "blob:", "about:", "chrome")
        return [url for url in self.requests() if not url.startswith(own)]

    def shifts(self):
        """Returns the layout shifts in this document, each with the elements that moved."""
        return self.script("return self.shifts")

    def overflow(self, width=None):
        """Returns the pixels by which the page is wider than the viewport, and the elements that stick out.

        If a width is given, the viewport has this width during the measurement.
        """
        if width:
            look = self.look
            self.resize(dataclasses.replace(look, width=width))
            try:
                return self.overflow()
            finally:
                self.resize(look)
        return self.script("""
            const root = document.documentElement, extra = root.scrollWidth - root.clientWidth;
            const scrolls = element => { for (let box = element.parentElement; box && box !== document.body; box = box.parentElement)
                if (getComputedStyle(box).overflowX !== "visible") return true; };
            return extra <= 0 ? null : [extra, [...document.querySelectorAll("body *")]
                .filter(element => element.getBoundingClientRect().right > root.clientWidth + .5 && !scrolls(element))
                .slice(0, 5).map(element => `${element.tagName}.${element.getAttribute("class")}`)];
        """)

    def violations(self):
        """Returns the violations that axe-core finds, each with the first elements affected."""
        self.script(AXE)
        results = self.driver.execute_async_script("""
            const done = arguments[0];
            axe.run(document, {resultTypes: ["violations"], preload: location.protocol !== "file:"}).then(done, error => done({violations: [{id: String(error), nodes: []}]}));
        """)
        return [
            (violation["id"], [node["target"] for node in violation["nodes"][:3]])
            for violation in results["violations"]
        ]
