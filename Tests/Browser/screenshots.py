"""Takes screenshots of the pages in every size and theme, and those for the README."""

import base64
import pathlib

from browser import Browser, Look
from cases import BrowserTest

LOOKS = [Look(width, theme) for width in (390, 820, 1440, 2560) for theme in ("light", "dark")]
README = {"home": Look(1440, "light"), "post": Look(1440, "dark"), "explore": Look(1440, "light")}
DOCUMENTS = pathlib.Path(__file__).parents[2] / "Docs/Screenshots"


class Studio:
    """A browser for the demo's store, which can log in as leia."""

    def __init__(self, world):
        leia = world.existing("leia")
        leia.log_in()
        posts = leia.run("feed", "--everyone", "--limit", "100")["posts"]
        best = max(posts, key=lambda post: (post["commentCount"], len(post["caption"])))
        self.pages = {
            "home": "/", "post": f"/post/{best['id']}", "profile": f"/@{best['author']['username']}",
            "explore": "/explore", "new": "/new", "search": "/search?q=night", "activity": "/activity",
            "settings": "/settings", "invite": "/settings/invite", "devices": "/settings/sync",
            "follow": "/settings/follow", "people": "/explore/people", "near": "/explore/near",
        }
        self.browser = Browser(LOOKS[0], world.server.url, world.folder / "chromium")
        self.browser.command("Emulation.setScrollbarsHidden", hidden=True)
        self._test = BrowserTest("log_in", world, self.browser)
        self._leia = leia

    def log_in(self):
        self._test.log_in(self._leia)

    def shoot(self, path, look, file, format, **options):
        """Writes a screenshot of a page."""
        browser = self.browser
        browser.resize(look)
        browser.open(path)
        browser.settle()
        # Wait until the photos have faded in.
        browser.wait("still photos", lambda: browser.script("return document.getAnimations().length === 0"))
        browser.settle()
        picture = browser.command("Page.captureScreenshot", format=format, **options)["data"]
        file.write_bytes(base64.b64decode(picture))
        print(file, flush=True)


def make(world, folder, filters):
    """Writes `PAGE-WIDTH-THEME.png` for each page and look whose name contains one of the filters."""
    folder.mkdir(exist_ok=True)
    studio = Studio(world)

    def shoot(pages):
        for look in LOOKS:
            for name, path in pages.items():
                if not filters or any(part in f"{name}-{look}" for part in filters):
                    studio.shoot(path, look, folder / f"{name}-{look}.png", "png")

    try:
        shoot({"login": "/login", "signup": "/signup", "invitation": "/invitation#1/abc"})
        studio.log_in()
        shoot(studio.pages)
    finally:
        studio.browser.quit()


def make_readme(world):
    """Writes the screenshots for the README."""
    studio = Studio(world)
    try:
        studio.log_in()
        for name, look in README.items():
            studio.shoot(studio.pages[name], look, DOCUMENTS / f"{name}.jpg", "jpeg", quality=88)
    finally:
        studio.browser.quit()
