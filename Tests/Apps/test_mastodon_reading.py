"""Mastodon.py discovers the server, and reads."""

import re

from mastodon import MastodonNotFoundError

from cases import AppsTest
from statuses import ids, plain, time_of


class Discovering(AppsTest):
    def test_the_server(self):
        guest = self.client()
        self.assertEqual(guest.retrieve_mastodon_version().split(".")[:2], ["4", "2"])
        old, new = guest.instance_v1(), guest.instance_v2()
        self.assertEqual(old.version, new.version)
        self.assertRegex(new.version, r"^4\.2\.\d+ \(compatible; Timeline \d+\.\d+\.\d+\)$")
        self.assertEqual(old.uri, self.url.removeprefix("http://"))
        self.assertEqual(new.domain, old.uri)
        self.assertFalse(new.registrations.enabled)
        self.assertGreaterEqual(new.configuration.statuses.max_media_attachments, 4)
        self.assertIn("image/jpeg", new.configuration.media_attachments.supported_mime_types)
        self.assertEqual(new.configuration.translation.enabled, False)
        self.assertTrue(guest.stream_healthy())
        self.assertEqual(guest.instance_nodeinfo().software.name, "timeline")
        self.fetch_picture(new.thumbnail.url)

    def test_calls_at_the_start_of_an_app(self):
        """What apps ask for at their start is answered, with nothing if Timeline has nothing of the kind."""
        client = self.client(self.person())
        client.preferences()
        for call in (
            client.custom_emojis,
            client.filters,
            client.lists,
            client.announcements,
            client.followed_tags,
            client.conversations,
            client.featured_tags,
            client.follow_requests,
            client.domain_blocks,
            client.scheduled_statuses,
            client.filters_v2,
            client.trending_links,
            client.endorsements,
        ):
            self.assertEqual(call(), [], call.__name__)
        client.trending_tags()
        client.trending_statuses()
        client.suggestions()

    def test_slashes_and_unknown_paths(self):
        for path in ("/api/v1/instance", "/api/v1/instance/", "/api/v2/instance", "/api/v2/instance/"):
            self.assertEqual(self.call("GET", path).status_code, 200, path)
        token = self.token(self.person())
        for method, path in (
            ("GET", "/api/v1/nonsense"),
            ("GET", "/api/v9/instance"),
            ("POST", "/api/v1/statuses/x/nonsense"),
            ("GET", "/api/"),
            ("GET", "/api/v1/statuses/-zzzzzzzzzzzzzzzzzzz"),
            ("GET", "/api/v1/accounts/nonsense"),
            ("GET", "/api/v1/media/nonsense"),
            ("POST", "/api/v1/statuses/0/favourite"),
            ("POST", "/api/v1/accounts/0/follow"),
            ("GET", "/api/v1/notifications/0"),
        ):
            with self.subTest(path=path):
                self.check_error(self.call(method, path, token), 404)
        self.assertIn(self.call("DELETE", "/api/v1/timelines/home", token).status_code, (404, 405))


class Reading(AppsTest):
    @classmethod
    def setUpClass(cls):
        cls.leia = cls.world.existing("leia")
        cls.leia.log_in()

    def setUp(self):
        super().setUp()
        self.app = self.client(self.leia)

    def feed(self):
        """Returns the IDs of the posts in the feed, as the command line lists them."""
        posts, before = [], []
        while True:
            page = self.leia.run("feed", "--limit", 50, *before)
            posts += page["posts"]
            if not page["next"]:
                return [post["id"] for post in posts]
            before = ["--before", page["next"]]

    def test_home_in_both_directions(self):
        """Paging to the end and back shows every status once, in the order of the feed."""
        expected = self.feed()
        self.assertGreater(len(expected), 30)
        for limit in (7, 20, 40):
            with self.subTest(limit=limit):
                page, down = self.app.timeline_home(limit=limit), []
                while page:
                    self.assertLessEqual(len(page), limit)
                    down += ids(page)
                    last, page = page, self.app.fetch_next(page)
                self.assertEqual(down, expected)
                page, up = last, []
                while page:
                    self.assertLessEqual(len(page), limit)
                    up = ids(page) + up
                    page = self.app.fetch_previous(page)
                self.assertEqual(up, expected)

    def test_positions(self):
        expected = self.feed()
        middle = expected[10]
        self.assertEqual(ids(self.app.timeline_home(max_id=middle, limit=3)), expected[11:14])
        self.assertEqual(ids(self.app.timeline_home(min_id=middle, limit=3)), expected[7:10])
        self.assertEqual(ids(self.app.timeline_home(since_id=middle, limit=3)), expected[:3])
        self.assertEqual(ids(self.app.timeline_home(since_id=middle)), expected[:10])
        self.assertEqual(ids(self.app.timeline_home(max_id=expected[5], since_id=middle)), expected[6:10])
        self.assertEqual(ids(self.app.timeline_home(max_id=expected[5], min_id=middle, limit=2)), expected[8:10])
        self.assertEqual(ids(self.app.timeline_home(max_id=expected[-1])), [])
        self.assertEqual(ids(self.app.timeline_home(min_id=expected[0])), [])
        self.assertEqual(len(self.app.timeline_home()), 20)
        self.assertEqual(len(self.app.timeline_home(limit=1000)), min(40, len(expected)))

    def test_link_header(self):
        """toot expects `rel="next"` first; the addresses are absolute and keep the parameters."""
        token = self.app.access_token
        answer = self.call("GET", "/api/v1/timelines/home?limit=3", token)
        link = answer.headers["Link"]
        first, last = answer.json()[0]["id"], answer.json()[-1]["id"]
        match = re.fullmatch(r'<([^>]+)>; rel="next", <([^>]+)>; rel="prev"', link)
        self.assertTrue(match, link)
        for address, key, value in ((match[1], "max_id", last), (match[2], "min_id", first)):
            self.assertTrue(address.startswith(f"{self.url}/api/v1/timelines/home?"), address)
            self.assertIn(f"{key}={value}", address)
            self.assertIn("limit=3", address)
        oldest = self.feed()[-2]
        self.assertNotIn(
            'rel="next"', self.call("GET", f"/api/v1/timelines/home?max_id={oldest}", token).headers.get("Link", "")
        )

    def test_other_lists_to_their_ends(self):
        """Every list pages to its end without repeating or missing anything."""
        me = self.app.me()
        profile = self.leia.run("profile", "leia")
        own = self.pages(self.app.account_statuses(me.id, limit=2, exclude_replies=True))
        self.assertEqual(len(own), profile["postCount"])
        self.assertEqual(own, sorted(own, reverse=True))
        followers = self.pages(self.app.account_followers(me.id, limit=2))
        self.assertEqual(len(followers), profile["followerCount"])
        following = self.pages(self.app.account_following(me.id, limit=2))
        self.assertEqual(len(following), profile["followingCount"])
        public = self.pages(self.app.timeline_public(limit=13))
        self.assertEqual(public, sorted(public, reverse=True))
        self.assertLessEqual(set(own), set(public))
        self.assertEqual(self.pages(self.app.timeline_local(limit=40)), public)
        tag = max(self.leia.run("tags", "--limit", 50)["tags"], key=lambda tag: tag["postCount"])
        tagged = self.pages(self.app.timeline_hashtag(tag["name"], limit=2))
        self.assertEqual(len(tagged), tag["postCount"])
        notifications = self.pages(self.app.notifications(limit=3))
        self.assertEqual(len(notifications), len(self.activity()))

    def pages(self, page):
        """Returns the IDs in a page and all that follow, which must be different."""
        items = ids(self.app.fetch_remaining(page))
        self.assertEqual(len(items), len(set(items)), items)
        return items

    def activity(self):
        items, after = [], []
        while True:
            page = self.leia.run("activity", "--limit", 50, *after)
            items += page["activity"]
            if not page["next"]:
                return items
            after = ["--after", page["next"]]

    def test_a_status_says_what_the_command_line_says(self):
        for post in self.leia.run("feed", "--limit", 15)["posts"]:
            status = self.app.status(post["id"])
            self.assertEqual(plain(status.content), post["caption"])
            self.assertEqual(status.favourites_count, post["likeCount"])
            self.assertEqual(status.replies_count, post["commentCount"])
            self.assertEqual(status.favourited, post["likedByViewer"])
            self.assertEqual(status.account.username, post["author"]["username"])
            self.assertEqual(round(status.created_at.timestamp() * 1000), time_of(post["id"]))
            self.assertEqual([tag.name for tag in status.tags], post["tags"])
            self.assertEqual(
                {mention.username.lower() for mention in status.mentions}, {name.lower() for name in post["mentions"]}
            )
            self.assertEqual(len(status.media_attachments), len(post["photos"]))
            for attachment, photo in zip(status.media_attachments, post["photos"]):
                size = attachment.meta.original
                self.assertEqual((size.width, size.height), (photo["width"], photo["height"]))
                self.assertEqual(attachment.description, photo.get("alt"))
                self.assertIsNotNone(attachment.blurhash)

    def test_pictures_need_no_credential(self):
        """Image loaders of apps send no token: the addresses alone are enough, and differ in their paths."""
        status = next(status for status in self.app.timeline_home() if status.media_attachments)
        attachment = status.media_attachments[0]
        whole, preview = self.fetch_picture(attachment.url), self.fetch_picture(attachment.preview_url)
        self.assertGreater(whole.width * whole.height, preview.width * preview.height - 1)
        self.assertAlmostEqual(whole.width / whole.height, attachment.meta.original.aspect, delta=0.02)
        addresses = {attachment.url, attachment.preview_url, status.account.avatar, status.account.header}
        for address in addresses | {status.account.avatar_static, status.account.header_static}:
            self.fetch_picture(address)
        paths = [address.split("?")[0] for address in addresses]
        self.assertEqual(len(set(paths)), len(paths), paths)
        self.assertFalse([path for path in paths if path.endswith("/")])

    def test_context(self):
        post = next(post for post in self.leia.run("feed", "--limit", 50)["posts"] if post["commentCount"] > 1)
        comments = self.leia.run("show", post["id"])["comments"]
        context = self.app.status_context(post["id"])
        self.assertEqual(context.ancestors, [])
        self.assertEqual(ids(context.descendants), [comment["id"] for comment in comments])
        for status, comment in zip(context.descendants, comments):
            self.assertEqual(plain(status.content), comment["text"])
            self.assertEqual(str(status.in_reply_to_id), post["id"])
            self.assertEqual(status.in_reply_to_account_id, self.app.status(post["id"]).account.id)
        context = self.app.status_context(comments[-1]["id"])
        self.assertEqual(ids(context.ancestors)[0], post["id"])

    def test_favourited_by(self):
        post = max(self.leia.run("feed", "--limit", 50)["posts"], key=lambda post: post["likeCount"])
        self.assertEqual(len(self.app.status_favourited_by(post["id"])), post["likeCount"])
        self.assertEqual(self.app.status_reblogged_by(post["id"]), [])

    def test_search(self):
        found = self.app.search_v2("hansolo")
        self.assertIn("hansolo", [account.username for account in found.accounts])
        self.assertEqual(self.app.search_v2("@hansolo", result_type="accounts").accounts[0].username, "hansolo")
        self.assertEqual(self.app.search_v2("hansolo", result_type="accounts").hashtags, [])
        tag = self.leia.run("tags", "--limit", 1)["tags"][0]["name"]
        self.assertIn(tag, [found.name for found in self.app.search_v2(f"#{tag}", result_type="hashtags").hashtags])
        self.assertIn(tag, [found.name for found in self.app.search_v2(tag[:-1], result_type="hashtags").hashtags])
        post = next(post for post in self.leia.run("feed")["posts"] if re.search(r"[a-z]{7}", post["caption"]))
        word = re.search(r"[a-z]{7,}", post["caption"])[0]
        self.assertIn(post["id"], ids(self.app.search_v2(word, result_type="statuses", limit=40).statuses))
        status = self.app.status(post["id"])
        self.assertEqual(
            ids(self.app.search_v2(status.url, resolve=True, result_type="statuses").statuses), [post["id"]]
        )
        self.assertEqual(self.app.account_search("hansolo", limit=1)[0].username, "hansolo")
        nothing = self.app.search_v2("zzzznothingzzzz")
        self.assertEqual((nothing.accounts, nothing.statuses, nothing.hashtags), ([], [], []))

    def test_lookup(self):
        host = self.url.removeprefix("http://")
        han = self.app.account_lookup("hansolo")
        self.assertEqual(self.app.account_lookup("HanSolo").id, han.id)
        self.assertEqual(self.app.account_lookup(f"hansolo@{host}").id, han.id)
        self.assertEqual(self.app.account(han.id).username, "hansolo")
        with self.assertRaises(MastodonNotFoundError):
            self.app.account_lookup("nobody-of-this-name")
        with self.assertRaises(MastodonNotFoundError):
            self.app.account_lookup("hansolo@elsewhere.example")

    def test_tag(self):
        tag = self.leia.run("tags", "--limit", 1)["tags"][0]["name"]
        self.assertEqual(self.app.tag(tag).name, tag)
        self.assertEqual(self.app.timeline_hashtag("nothinghasthistag"), [])

    def test_preview_of_profiles(self):
        han = self.app.account_lookup("hansolo")
        profile = self.leia.run("profile", "hansolo")
        self.assertEqual(
            (han.statuses_count, han.followers_count, han.following_count),
            (profile["postCount"], profile["followerCount"], profile["followingCount"]),
        )
        statuses = self.app.account_statuses(han.id, only_media=True, exclude_replies=True, exclude_reblogs=True)
        self.assertTrue(all(status.account.id == han.id and status.media_attachments for status in statuses))
        self.assertEqual(self.app.account_statuses(han.id, pinned=True), [])
        if han.last_status_at:
            self.assertEqual(str(han.last_status_at)[:10], statuses[0].created_at.date().isoformat())
        newest = ids(statuses)[0]
        self.assertNotIn(newest, ids(self.app.account_statuses(han.id, max_id=newest)))
