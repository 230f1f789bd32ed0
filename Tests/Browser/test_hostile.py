"""Tests of texts and pictures that try to run scripts or to break the layout."""

import urllib.parse

from cases import BrowserTest
from pictures import picture

# Each of these texts sets `executed` if a browser runs it as a script.
SCRIPTS = (
    "<script>self.executed=1</script>",
    "\"><img src=x onerror=self.executed=1>",
    "'><svg/onload=self.executed=1>",
    "</title></textarea></style><script>self.executed=1</script>",
    "javascript:self.executed=1",
    "<a href=\"javascript:self.executed=1\">a link</a>",
    "{{constructor.constructor('self.executed=1')()}} ${self.executed=1} <!-- --!> <![CDATA[",
    "&lt;script&gt;self.executed=1&lt;/script&gt; &#x3c;script>self.executed=1&#x3c;/script>",
)
TEXTS = (
    "\u202etxet desrever\u202c \u2066isolated\u2069 \u200fmark",
    "مرحبا @hansolo هذا نص طويل بالعربية #صورة مع كلمات 123",
    "日本語の長い文章は空白がないので、どこで改行するかが問題になります。#写真 とても長い文章です。",
    "W" * 400,
    "Z̴̡̛a̶̢͝l̷̨͠g̸̰̈o̵͉͑ " * 12,
    "👩‍👩‍👧‍👦🏳️‍🌈🇮🇸 #️⃣ ﷽﷽﷽",
    "a\n" * 40,
    "#" + "tag" * 30 + " @" + "m" * 30,
    "%s %n %00 ../../etc/passwd $(id) `id` ; DROP TABLE post; -- \\ \\u0000 NULL undefined NaN",
)


class HostileTests(BrowserTest):
    def test_hostile_texts_and_pictures(self):
        browser, folder = self.browser, self.world.folder
        number = len(str(browser.look.width))
        name = "w" * (29 if browser.look.is_phone else 28) + ("1" if browser.look.is_phone else "_2")
        self.assertEqual(len(name), 30)
        author = self.world.person("h")
        author.run(
            "profile", "edit", "--username", name, "--name", SCRIPTS[0] + "\u202e" + "W" * 20,
            "--bio", " ".join((SCRIPTS[1], TEXTS[1], TEXTS[3][:60])),
            "--url", "https://timeline.example/" + "long" * 40 + "?q=%22%3E%3Cscript%3E",
        )
        author.name = name
        texts = SCRIPTS + TEXTS
        sizes = ((480, 120), (120, 360), (1, 1))
        posts = []
        for index, text in enumerate(texts):
            options = ["--alt", SCRIPTS[index % len(SCRIPTS)], "--place", f"{text[:60]}"] if index < 8 else []
            posts.append(author.post(picture(folder, *sizes[index % 3]), text, *options))
        for text in texts:
            author.run("comment", posts[0], text)
        reader = self.new_person()
        reader.run("follow", name)

        query = urllib.parse.quote
        paths = [
            "/", f"/post/{posts[0]}", f"/post/{posts[-1]}", f"/@{name}", f"/@{name}/followers", "/explore",
            "/explore/everyone", "/explore/tags", f"/search?q={query(SCRIPTS[0])}", "/search?q=executed", "/search?q=w",
            f"/tag/{query('写真')}", f"/tag/{'tag' * 30}",
        ]
        self.check(paths)
        # Log in as the author, who also sees the forms that contain these texts.
        self.log_in_as(author)
        self.check([f"/post/{posts[0]}", f"/post/{posts[1]}/edit", f"/post/{posts[2]}/delete", "/settings/profile", "/activity"])
        browser.open(f"/post/{posts[0]}")
        shown = browser.script("return [...document.querySelectorAll('.comment-text')].map(text => text.textContent)")
        for text, comment in zip(texts, shown, strict=True):
            self.assertTrue(comment.endswith(text.strip()), f"{comment!r} is not {text!r}")

    def test_hostile_addresses(self):
        browser, person = self.browser, self.world.person("nina")
        self.expect(r"\b4\d\d \(")
        for path in (
            f"/login?next={urllib.parse.quote('javascript:self.executed=1')}",
            "/login?next=//timeline.invalid/", "/login?next=%2F%5Ctimeline.invalid",
        ):
            browser.open(path)
            browser.fill("#email", person.email)
            browser.fill("#password", person.password)
            browser.submit(".door-form .main.button")
            self.assertEqual(browser.path, "/")
        script = urllib.parse.quote(SCRIPTS[1])
        self.check([f"/@{script}", f"/tag/{script}", f"/post/{script}", f"/{script}", f"/explore/near?position={script}"])

    def log_in_as(self, person):
        self.browser.forget()
        self.log_in(person)

    def check(self, paths):
        for path in paths:
            self.browser.open(path)
            self.browser.settle()
            self.assertIsNone(self.browser.script("return self.executed ?? null"), f"{path} runs a script.")
            self.check_layout()
