"""Tests of the exported site, opened from its folder without a server."""

import pathlib
import urllib.parse

from cases import BrowserTest
from pictures import picture
from test_hostile import SCRIPTS, TEXTS

WIDTHS = (360, 1440)


class SiteTests(BrowserTest):
    def test_exported_site(self):
        browser, folder = self.browser, self.world.folder
        author = self.world.person("site")
        author.run("profile", "edit", "--name", SCRIPTS[0], "--bio", SCRIPTS[1] + " #bio @nobody")
        posts = [author.post(picture(folder, 480, 120), text, "--alt", SCRIPTS[3]) for text in SCRIPTS + TEXTS]
        for text in SCRIPTS + TEXTS:
            author.run("comment", posts[0], text)
        site = self.world.path("site")
        author.run("export", "site", site)
        whole = self.world.path("whole")
        author.run("export", "site", whole, "--everything")

        self.check_links(site)
        self.check_links(whole)
        archive = self.world.path("archive")
        author.run("export", archive)
        self.check_links(archive / "site", archive)
        self.check_pages(archive, ["site/index.html", f"site/@{author.name}.html", f"site/post/{posts[0]}.html"])
        pages = [
            "index.html", f"@{author.name}.html", f"post/{posts[0]}.html", f"post/{posts[-1]}.html", "explore/tags.html",
            "months.html", *(f"tag/{path.name}" for path in sorted((site / "tag").iterdir())[:4]),
            *(f"month/{path.name}" for path in (site / "month").iterdir()),
        ]
        self.check_pages(site, pages)
        self.check_pages(whole, ["index.html", "@leia.html"])
        browser.driver.get((site / f"post/{posts[0]}.html").as_uri())
        shown = browser.script("return [...document.querySelectorAll('.comment-text')].map(text => text.textContent)")
        self.assertEqual(len(shown), len(SCRIPTS + TEXTS))
        self.assertIn("Karla", browser.script("return getComputedStyle(document.body).fontFamily"))
        browser.requests()

    def check_pages(self, site, pages):
        """Checks that pages load nothing from elsewhere, run no script and do not scroll sideways."""
        browser = self.browser
        for width in WIDTHS:
            browser.command(
                "Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=width < 768)
            for page in pages:
                with self.subTest(page=page, width=width):
                    browser.driver.get(f"{site.as_uri()}/{urllib.parse.quote(page)}")
                    browser.scroll_through(2)
                    requests = [url for url in browser.requests() if not url.startswith("data:")]
                    self.assertTrue(requests)
                    for url in requests:
                        self.assertTrue(url.startswith(site.as_uri() + "/"), url)
                    self.assertEqual(browser.console(), [])
                    self.assertEqual(browser.broken_photos(), [])
                    self.assertIsNone(browser.overflow(), f"{page} scrolls sideways at {width}.")
                    self.assertIsNone(browser.script("return self.executed ?? null"))
                    self.assertEqual(browser.all("script, form, iframe, object, link[rel=manifest]"), [])
                    self.assertEqual(browser.violations(), [], f"axe-core finds violations at {page}, {width}.")
                    if page == "index.html" or page.startswith("post/"):
                        name = f"site-{page.replace('/', '-')}-{width}.png"
                        browser.driver.save_screenshot(str(browser.failures.parent / name))
        browser.resize(browser.look)

    def check_links(self, site, folder=None):
        """Checks that each link and each photo of each page leads to a file in the folder."""
        folder = (folder or site).resolve()
        seen, rest = set(), [site / "index.html"]
        while rest:
            page = rest.pop()
            if page in seen:
                continue
            seen.add(page)
            for address in Addresses(page).all:
                parts = urllib.parse.urlsplit(address)
                if parts.scheme in ("http", "https") or not parts.path:
                    continue
                self.assertEqual(parts.scheme, "", address)
                target = pathlib.Path(page.parent / urllib.parse.unquote(parts.path)).resolve()
                self.assertTrue(target.is_relative_to(folder), f"{address} leaves the folder.")
                self.assertTrue(target.is_file(), f"{page.relative_to(site)} links to {address}, which is missing.")
                if target.suffix == ".html":
                    rest.append(target)
        self.assertEqual(
            {page.resolve() for page in site.rglob("*.html")}, {page.resolve() for page in seen}, "Unreachable pages.")


class Addresses:
    """The addresses in the attributes of a page."""

    def __init__(self, page):
        import html.parser

        self.all = []
        parser = html.parser.HTMLParser()
        parser.handle_starttag = self._tag
        parser.handle_startendtag = self._tag
        parser.feed(page.read_text("utf-8"))

    def _tag(self, tag, attributes):
        values = dict(attributes)
        self.all += [values[name] for name in ("href", "src") if values.get(name)]
        self.all += [part.split()[0] for part in (values.get("srcset") or "").split(",") if part.strip()]
