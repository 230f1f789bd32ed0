"""Mastodon.py posts, replies, likes, edits and deletes."""

import html
import re
import uuid

from mastodon import MastodonAPIError, MastodonNotFoundError

import photos
from cases import AppsTest
from statuses import ids, plain


class Posting(AppsTest):
    def setUp(self):
        super().setUp()
        self.ada = self.person()
        self.app = self.client(self.ada)

    def test_one_photo(self):
        path = photos.jpeg(self.world.folder, 900, 600, is_tagged=True)
        media = self.app.media_post(str(path), description="A red square — «alt»", focus=(0.1, -0.2))
        self.assertEqual(media.description, "A red square — «alt»")
        status = self.app.status_post(
            "Sunset over #Tatooine with @leia\n\nSecond line & <b>no markup</b>", media_ids=[media]
        )
        self.assertEqual([attachment.description for attachment in status.media_attachments], ["A red square — «alt»"])
        self.assertEqual(plain(status.content), "Sunset over #Tatooine with @leia\n\nSecond line & <b>no markup</b>")
        self.assertNotIn("<b>", status.content)
        self.assertEqual(status.tags[0].name, "tatooine")
        self.assertEqual(status.mentions[0].username, "leia")
        post = self.ada.run("show", status.id)["post"]
        self.assertEqual(post["photos"][0]["alt"], "A red square — «alt»")
        self.assertEqual((post["photos"][0]["width"], post["photos"][0]["height"]), (900, 600))
        attachment = status.media_attachments[0]
        content = self.call_for(attachment.url)
        self.assertTrue(photos.is_similar(content, path))
        self.assertNotIn(photos.SECRET.encode(), content)
        self.assertFalse(photos.opened(content).getexif())
        self.assertIsNone(post["place"])
        self.assertEqual(self.app.timeline_home()[0].id, status.id)
        self.assertEqual(self.app.account_statuses(self.app.me().id)[0].id, status.id)
        self.assertEqual(self.app.me().statuses_count, 1)

    def call_for(self, address):
        answer = self.call("GET", address.removeprefix(self.url))
        self.assertEqual(answer.status_code, 200)
        return answer.content

    def test_four_photos(self):
        paths = [photos.jpeg(self.world.folder, 400 + 10 * number, 300) for number in range(4)]
        media = [self.app.media_post(str(path), description=f"Number {number}") for number, path in enumerate(paths)]
        status = self.app.status_post("Four", media_ids=media)
        self.assertEqual(
            [attachment.description for attachment in status.media_attachments], [f"Number {n}" for n in range(4)]
        )
        post = self.ada.run("show", status.id)["post"]
        self.assertEqual([photo["width"] for photo in post["photos"]], [400, 410, 420, 430])
        for attachment, path in zip(status.media_attachments, paths):
            self.assertTrue(photos.is_similar(self.call_for(attachment.preview_url), path))

    def test_attachments_before_their_post(self):
        media = self.app.media_post(str(photos.jpeg(self.world.folder)))
        self.assertIsNone(media.description)
        self.assertEqual(self.app.media(media.id).id, media.id)
        changed = self.app.media_update(media.id, description="Described later")
        self.assertEqual(changed.description, "Described later")
        status = self.app.status_post("", media_ids=[media])
        self.assertEqual(status.media_attachments[0].description, "Described later")
        self.assertEqual(plain(status.content), "")
        with self.assertRaises(MastodonAPIError):
            self.app.status_post("The same attachment twice", media_ids=[media])
        stranger = self.client(self.person("eve"))
        other = self.app.media_post(str(photos.jpeg(self.world.folder)), description="Mine")
        for call in (
            lambda: stranger.media(other.id),
            lambda: stranger.media_update(other.id, description="Eve"),
            lambda: stranger.status_post("Stolen", media_ids=[other]),
        ):
            with self.assertRaises(MastodonAPIError):
                call()
        self.assertEqual(self.app.media(other.id).description, "Mine")

    def test_posts_that_are_refused(self):
        media = str(self.app.media_post(str(photos.jpeg(self.world.folder))).id)
        for data, code in (
            ({"status": "No photo at all"}, 422),
            ({}, 422),
            ({"status": "Direct", "media_ids[]": media, "visibility": "direct"}, 422),
            ({"status": "x", "media_ids[]": "nonsense"}, 422),
            ({"status": "x" * 100_000, "media_ids[]": media}, 422),
            ({"status": "A poll", "media_ids[]": media, "poll[options][]": "a", "poll[expires_in]": "300"}, 422),
            ({"status": "Later", "media_ids[]": media, "scheduled_at": "2099-01-01T00:00:00Z"}, 422),
            ({"status": "x", "in_reply_to_id": "-zzzzzzzzzzzzzzzzzzz"}, 404),
        ):
            with self.subTest(data=str(data)[:80]):
                self.check_error(self.call("POST", "/api/v1/statuses", self.app.access_token, data=data), code)
        status = self.app.status_post("The attachment is still good", media_ids=[media])
        self.assertEqual(len(status.media_attachments), 1)
        self.assertEqual(self.app.me().statuses_count, 1)

    def test_files_that_are_refused(self):
        folder = self.world.folder
        for name, content in (
            ("text.jpg", b"not a picture"),
            ("empty.jpg", b""),
            ("page.html", b"<html><script>alert(1)</script>"),
            ("cut.jpg", photos.jpeg(folder).read_bytes()[:400]),
        ):
            with self.subTest(name=name):
                answer = self.call(
                    "POST", "/api/v2/media", self.app.access_token, files={"file": (name, content, "image/jpeg")}
                )
                self.check_error(answer, 422)
        self.check_error(
            self.call("POST", "/api/v2/media", self.app.access_token, data={"description": "no file"}), 422
        )

    def test_three_encodings(self):
        """Forms, JSON and multipart mean the same."""

        def media():
            return str(self.app.media_post(str(photos.jpeg(self.world.folder))).id)

        bodies = [
            {"data": {"status": "Ünï ✓ & more", "media_ids[]": [media(), media()], "sensitive": "0", "visibility": ""}},
            {
                "json": {
                    "status": "Ünï ✓ & more",
                    "media_ids": [media(), media()],
                    "sensitive": False,
                    "spoiler_text": None,
                }
            },
            {
                "files": [
                    ("status", (None, "Ünï ✓ & more")),
                    ("media_ids[]", (None, media())),
                    ("media_ids[]", (None, media())),
                    ("sensitive", (None, "false")),
                ]
            },
            {"params": {"status": "Ünï ✓ & more", "media_ids[]": [media(), media()]}},
            {
                "data": {
                    "status": "Ünï ✓ & more",
                    "media_ids[]": [media(), media()],
                    "in_reply_to_id": "",
                    "sensitive": "",
                    "spoiler_text": "",
                }
            },
        ]
        for body in bodies:
            with self.subTest(kind=next(iter(body))):
                answer = self.call("POST", "/api/v1/statuses", self.app.access_token, **body)
                self.assertEqual(answer.status_code, 200, answer.text)
                status = answer.json()
                self.assertEqual(plain(status["content"]), "Ünï ✓ & more")
                self.assertEqual(len(status["media_attachments"]), 2)
                self.assertIsNone(status["in_reply_to_id"])

    def test_reply(self):
        leia = self.person("leia")
        status = self.post(self.app, "Look")
        reply = self.client(leia).status_reply(self.app.status(status.id), "Great!")
        self.assertEqual(reply.in_reply_to_id, status.id)
        self.assertEqual(reply.in_reply_to_account_id, status.account.id)
        self.assertIn("Great!", plain(reply.content))
        self.assertEqual(reply.media_attachments, [])
        again = self.app.status_post("Thanks", in_reply_to_id=reply.id)
        context = self.app.status_context(status.id)
        self.assertEqual(ids(context.descendants), ids([reply, again]))
        self.assertEqual(self.app.status(status.id).replies_count, 2)
        self.assertEqual(self.ada.run("show", status.id)["post"]["commentCount"], 2)
        with self.assertRaises(MastodonAPIError):
            self.post(self.app, "A photo in a reply", in_reply_to_id=status.id)
        self.assertNotIn(str(reply.id), ids(self.app.timeline_home()))

    def test_favourites(self):
        eve = self.client(self.person("eve"))
        statuses = [self.post(self.app, f"Number {number}") for number in range(3)]
        for status in statuses:
            for _ in range(2):  # A second favourite changes nothing.
                liked = eve.status_favourite(status.id)
                self.assertEqual((liked.favourited, liked.favourites_count), (True, 1))
        self.assertEqual(ids(eve.fetch_remaining(eve.favourites(limit=2))), ids(reversed(statuses)))
        self.assertEqual(self.app.favourites(), [])
        self.assertEqual(self.app.status(statuses[0].id).favourites_count, 1)
        self.assertFalse(self.app.status(statuses[0].id).favourited)
        for _ in range(2):
            liked = eve.status_unfavourite(statuses[1].id)
            self.assertEqual((liked.favourited, liked.favourites_count), (False, 0))
        self.assertEqual(ids(eve.favourites()), ids([statuses[2], statuses[0]]))
        self.assertEqual(
            [account.username for account in self.app.status_favourited_by(statuses[0].id)], [eve.me().username]
        )

    def test_bookmarks(self):
        eve = self.person("eve")
        reader = self.client(eve)
        statuses = [self.post(self.app, f"Number {number}") for number in range(3)]
        for status in reversed(statuses):
            self.assertTrue(reader.status_bookmark(status.id).bookmarked)
        self.assertTrue(reader.status_bookmark(statuses[0].id).bookmarked)
        kept = ids(reader.fetch_remaining(reader.bookmarks(limit=2)))
        self.assertEqual(sorted(kept), sorted(ids(statuses)))
        self.assertEqual(self.app.bookmarks(), [])
        self.assertFalse(self.app.status(statuses[0].id).bookmarked)
        self.assertEqual({post["id"] for post in eve.run("bookmarks")["posts"]}, set(kept))
        self.assertFalse(reader.status_unbookmark(statuses[1].id).bookmarked)
        self.assertEqual(len(reader.bookmarks()), 2)
        self.app.status_delete(statuses[0].id)
        self.assertEqual(ids(reader.bookmarks()), ids([statuses[2]]))

    def test_edit_and_delete(self):
        status = self.post(self.app, "First", 2)
        source = self.app.status_source(status.id)
        self.assertEqual(source.text, "First")
        changed = self.app.status_update(status.id, "Second #edited")
        self.assertEqual(plain(changed.content), "Second #edited")
        self.assertIsNotNone(changed.edited_at)
        self.assertEqual(len(changed.media_attachments), 2)
        self.assertEqual(changed.created_at, status.created_at)
        self.assertEqual(self.app.status_source(status.id).text, "Second #edited")
        self.assertEqual(self.ada.run("show", status.id)["post"]["caption"], "Second #edited")
        self.assertGreaterEqual(len(self.app.status_history(status.id)), 1)
        same = self.app.status_update(status.id, "Third", media_ids=[media.id for media in changed.media_attachments])
        self.assertEqual(ids(same.media_attachments), ids(changed.media_attachments))
        with self.assertRaises(MastodonAPIError):
            self.app.status_update(status.id, "Fourth", media_ids=[changed.media_attachments[1].id])
        deleted = self.app.status_delete(status.id)
        self.assertEqual(deleted.text, "Third")
        with self.assertRaises(MastodonNotFoundError):
            self.app.status(status.id)
        with self.assertRaises(MastodonNotFoundError):
            self.app.status_delete(status.id)
        self.assertEqual(self.app.timeline_home(), [])
        again = self.app.status_post("Fourth", media_ids=[media.id for media in deleted.media_attachments])
        self.assertEqual(len(again.media_attachments), 2)

    def test_editing_the_description_of_a_photo(self):
        status = self.post(self.app, "Described")
        attachment = status.media_attachments[0]
        changed = self.call(
            "PUT",
            f"/api/v1/statuses/{status.id}",
            self.app.access_token,
            json={
                "status": "Described",
                "media_ids": [str(attachment.id)],
                "media_attributes": [{"id": str(attachment.id), "description": "A better text", "focus": "0,0"}],
            },
        )
        self.assertEqual(changed.status_code, 200, changed.text)
        self.assertEqual(changed.json()["media_attachments"][0]["description"], "A better text")

    def test_comments_are_deleted_by_their_authors(self):
        eve = self.client(self.person("eve"))
        status = self.post(self.app)
        reply = eve.status_post("Mine", in_reply_to_id=status.id)
        with self.assertRaises(MastodonAPIError):
            self.client(self.person("mallory")).status_delete(reply.id)
        self.assertEqual(plain(eve.status_delete(reply.id).text), "Mine")
        self.assertEqual(self.app.status(status.id).replies_count, 0)

    def test_idempotency(self):
        """The same key answers the first result, also at the same time and after a restart; another key posts again."""
        media = [self.app.media_post(str(photos.jpeg(self.world.folder))) for _ in range(2)]
        key = uuid.uuid4().hex
        first = self.app.status_post("Once", media_ids=media[:1], idempotency_key=key)
        for _ in range(2):
            self.assertEqual(self.app.status_post("Once", media_ids=media[:1], idempotency_key=key).id, first.id)
        other_server = self.client(server=self.world.serve())
        other_server.access_token = self.app.access_token
        self.assertEqual(other_server.status_post("Once", media_ids=media[:1], idempotency_key=key).id, first.id)
        self.assertNotEqual(self.app.status_post("Once", media_ids=media[1:], idempotency_key=key + "x").id, first.id)
        self.assertEqual(len(self.app.timeline_home()), 2)
        # The key belongs to its user.
        eve = self.client(self.person("eve"))
        mine = self.post(eve, "Once", idempotency_key=key)
        self.assertNotEqual(mine.id, first.id)
        self.assertEqual(mine.account.username, eve.me().username)
        replies = [self.app.status_post("Reply", in_reply_to_id=first.id, idempotency_key="reply") for _ in range(2)]
        self.assertEqual(replies[0].id, replies[1].id)

    def test_visibility_states_the_truth(self):
        """On a server without guests, nothing claims to be public; on one with guests, nothing private is accepted."""
        status = self.post(self.app)
        self.assertNotIn(status.visibility, ("public", "direct"))
        self.assertEqual(self.post(self.app, visibility=status.visibility).visibility, status.visibility)
        public = self.client(server=self.world.public)
        public.access_token = self.app.access_token
        self.assertEqual(public.status(status.id).visibility, "public")
        media = [public.media_post(str(photos.jpeg(self.world.folder)))]
        with self.assertRaises(MastodonAPIError):
            public.status_post("Followers only", media_ids=media, visibility="private")
        self.assertEqual(public.status_post("Everyone", media_ids=media, visibility="public").visibility, "public")

    def test_reblogs_are_refused_plainly(self):
        status = self.post(self.app)
        for action in ("reblog", "pin"):
            answer = self.call("POST", f"/api/v1/statuses/{status.id}/{action}", self.app.access_token)
            self.assertIn(answer.status_code, (403, 404, 422), answer.text)
            self.assertIn("error", answer.json())

    def test_links_in_content(self):
        """Tags, mentions and links are elements that apps recognise; nothing else is markup."""
        status = self.post(self.app, 'See https://example.org/a?b=1&c=2 #sky @leia <script>alert(1)</script> &amp; "q"')
        links = re.findall(r'<a [^>]*\bhref="([^"]*)"[^>]*>(.*?)</a>', status.content)
        texts = {plain(text): html.unescape(address) for address, text in links}
        self.assertEqual(texts["#sky"], f"{self.url}/tag/sky")
        self.assertEqual(texts["@leia"], f"{self.url}/@leia")
        self.assertIn("https://example.org/a?b=1&c=2", texts.values())
        self.assertRegex(status.content, r'<a [^>]*class="[^"]*mention hashtag[^"]*"')
        self.assertRegex(status.content, r'<a [^>]*class="[^"]*\bmention u-url\b[^"]*"')
        tags = set(re.findall(r"</?([a-z0-9]+)", status.content))
        self.assertLessEqual(tags, {"p", "br", "a", "span"})
        self.assertNotRegex(status.content, r"(?i)<[^>]*\son[a-z]+=|javascript:")
