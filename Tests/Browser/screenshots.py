"""Makes pictures of the pages in every size and theme."""

from browser import Browser, Look
from cases import BrowserTest
from world import SEEDS

LOOKS = [Look(width, theme) for width in (390, 820, 1440, 2560) for theme in ("light", "dark")]


def make(world, folder, filters):
    """Writes `PAGE-WIDTH-THEME.png` for each page and look whose name contains one of the filters."""
    folder.mkdir(exist_ok=True)
    leia = world.existing("leia")
    leia.log_in()
    posts = leia.run("feed", "--everyone", "--limit", "100")["posts"]
    add_avatars(world, posts)
    long = max(posts, key=lambda post: len(post["caption"]))
    pages = {
        "home": "/", "post": f"/post/{long['id']}", "profile": f"/@{long['author']['username']}",
        "explore": "/explore", "new": "/new", "search": "/search?q=night", "activity": "/activity",
        "settings": "/settings",
    }
    browser = Browser(LOOKS[0], world.server.url, world.folder / "chromium")
    try:
        for look in LOOKS:
            browser.resize(look)
            shoot(browser, {"login": "/login"}, folder, filters)
        BrowserTest("log_in", world, browser).log_in(leia)
        for look in LOOKS:
            browser.resize(look)
            shoot(browser, pages, folder, filters)
    finally:
        browser.quit()


def add_avatars(world, posts):
    """Gives most people a part of their newest photo as their picture."""
    newest = {post["author"]["username"]: post["id"] for post in reversed(posts)}
    for name, post in newest.items():
        if name not in ("3po", "pixelpete"):
            person = world.existing(name)
            person.log_in()
            person.run("profile", "edit", "--avatar", SEEDS / "images" / f"{post}.jpg")


def shoot(browser, pages, folder, filters):
    for name, path in pages.items():
        name = f"{name}-{browser.look}"
        if filters and not any(part in name for part in filters):
            continue
        browser.open(path)
        browser.settle()
        # The photos fade in.
        browser.wait("still photos", lambda: browser.script("return document.getAnimations().length === 0"))
        browser.settle()
        browser.driver.save_screenshot(str(folder / f"{name}.png"))
        print(folder / f"{name}.png", flush=True)
