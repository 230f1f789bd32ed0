"""Every JSON answer has the documented shape, as strictly as apps that decode into fixed types."""

import random
import unittest

import entities
import old_entities
import photos
import shapes
import values
from cases import AppsTest


class Shapes(AppsTest):
    """A walk over all routes of the table, in a world with everything that they can show."""

    def test_all_routes(self):
        ada, eve = self.person("ada"), self.person("eve")
        app, other = self.client(ada), self.client(eve)
        token = app.access_token
        ada.run(
            "profile",
            "edit",
            "--name",
            'Ada "<b>" & Co',
            "--bio",
            "Bio #tag @leia https://ada.example",
            "--url",
            "https://ada.example/",
        )
        app.account_update_credentials(avatar=str(photos.jpeg(self.world.folder, 300, 300)))
        post = ada.post(
            photos.jpeg(self.world.folder), "Caption #sky @leia", "--place", "Eiffel Tower", "--at", "48.8583,2.2945"
        )
        four = self.post(app, 'Four "photos" <script>', 4)
        other.status_favourite(post)
        reply = other.status_post(f"A reply to @{ada.name}", in_reply_to_id=post)
        other.account_follow(app.me().id)
        app.account_follow(other.me().id)
        app.status_bookmark(post)
        app.status_favourite(self.post(other, "Liked").id)
        app.status_update(four.id, "Edited")
        app.markers_set("home", post)
        muted, blocked = self.client(self.person()), self.client(self.person())
        app.account_mute(muted.me().id)
        app.account_block(blocked.me().id)
        me, them = app.me().id, other.me().id
        media = app.media_post(str(photos.jpeg(self.world.folder)), description="Waiting").id
        notification = app.notifications()[0].id
        media_answer = self.call("GET", f"/v1/media/{post}?access_token={token}").json()
        place = media_answer.get("data", {}).get("location", {}).get("id")
        named = {
            "/api/v1/accounts/relationships": f"?id[]={them}",
            "/api/v1/accounts/familiar_followers": f"?id[]={them}",
            "/api/v1/accounts/search": "?q=e",
            "/api/v1/accounts/lookup": f"?acct={eve.name}",
            "/api/v2/search": "?q=sky",
            "/api/v1/markers": "?timeline[]=home&timeline[]=notifications",
            "/.well-known/webfinger": f"?resource=acct:{ada.name}@localhost",
            "/v1/media/search": "?lat=48.8583&lng=2.2945",
            "/v1/users/search": "?q=e",
            "/v1/tags/search": "?q=s",
            "/v1/locations/search": "?lat=48.8583&lng=2.2945",
        }
        required = [
            "/api/v1/instance",
            "/api/v2/instance",
            "/.well-known/nodeinfo",
            "/nodeinfo/2.0",
            "/api/v1/instance/rules",
            "/api/v1/apps/verify_credentials",
            "/api/v1/accounts/verify_credentials",
            "/api/v1/accounts/relationships",
            "/api/v1/accounts/familiar_followers",
            "/api/v1/accounts/search",
            "/api/v1/accounts/lookup",
            f"/api/v1/accounts/{them}",
            f"/api/v1/accounts/{me}/statuses",
            f"/api/v1/accounts/{me}/followers",
            f"/api/v1/accounts/{me}/following",
            f"/api/v1/accounts/{me}/featured_tags",
            f"/api/v1/accounts/{me}/lists",
            "/api/v1/timelines/home",
            "/api/v1/timelines/public",
            "/api/v1/timelines/tag/sky",
            "/api/v1/favourites",
            "/api/v1/bookmarks",
            f"/api/v1/media/{media}",
            f"/api/v1/statuses/{post}",
            f"/api/v1/statuses/{reply.id}",
            f"/api/v1/statuses/{post}/context",
            f"/api/v1/statuses/{reply.id}/context",
            f"/api/v1/statuses/{post}/source",
            f"/api/v1/statuses/{four.id}/history",
            f"/api/v1/statuses/{post}/favourited_by",
            f"/api/v1/statuses/{post}/reblogged_by",
            "/api/v2/search",
            "/api/v1/notifications",
            f"/api/v1/notifications/{notification}",
            "/api/v1/markers",
            "/api/v1/preferences",
            "/api/v1/custom_emojis",
            "/api/v1/filters",
            "/api/v2/filters",
            "/api/v1/lists",
            "/api/v1/announcements",
            "/api/v1/mutes",
            "/api/v1/blocks",
            "/api/v1/follow_requests",
            "/api/v1/domain_blocks",
            "/api/v1/followed_tags",
            "/api/v1/featured_tags",
            "/api/v1/tags/sky",
            "/api/v1/trends",
            "/api/v1/trends/tags",
            "/api/v1/trends/statuses",
            "/api/v1/trends/links",
            "/api/v1/suggestions",
            "/api/v2/suggestions",
            "/api/v1/conversations",
            "/api/v1/scheduled_statuses",
            "/api/v1/endorsements",
            "/v1/users/self",
            f"/v1/users/{them}",
            "/v1/users/self/feed",
            "/v1/users/self/media/liked",
            "/v1/users/self/requested-by",
            "/v1/users/search",
            f"/v1/users/{me}/media/recent",
            f"/v1/users/{me}/follows",
            f"/v1/users/{me}/followed-by",
            f"/v1/users/{them}/relationship",
            "/v1/media/popular",
            "/v1/media/search",
            f"/v1/media/{post}",
            f"/v1/media/shortcode/{post}",
            f"/v1/media/{post}/likes",
            f"/v1/media/{post}/comments",
            "/v1/tags/search",
            "/v1/tags/sky",
            "/v1/tags/sky/media/recent",
            "/v1/locations/search",
            f"/v1/locations/{place}",
            f"/v1/locations/{place}/media/recent",
            "/top",
            "/top.json",
            "/r/sky/top",
            "/r/sky/top.json",
        ]
        for path in required:
            with self.subTest(path=path):
                answer = self.call("GET", path + named.get(path, ""), token)
                self.assertEqual(answer.status_code, 200, answer.text[:300])
                self.assertRegex(answer.headers["Content-Type"], r"^application/json; charset=utf-8$")
                self.assertEqual(answer.headers.get("X-Content-Type-Options"), "nosniff")
                self.assertIsNotNone(shapes.shape_of("GET", path))
        # Lists with something in them, so that the check was not empty.
        for path in (
            "/api/v1/notifications",
            "/api/v1/mutes",
            "/api/v1/blocks",
            "/api/v1/favourites",
            "/api/v1/bookmarks",
            "/api/v1/trends/tags",
        ):
            self.assertTrue(self.call("GET", path, token).json(), path)

    def test_as_a_guest(self):
        """A guest gets the same shapes, without what concerns only users."""
        ada = self.person()
        post, server = ada.post(photos.jpeg(self.world.folder), "For guests #sky"), self.world.public
        account = self.call("GET", f"/api/v1/accounts/lookup?acct={ada.name}", server=server).json()["id"]
        for path in (
            f"/api/v1/statuses/{post}",
            f"/api/v1/statuses/{post}/context",
            f"/api/v1/accounts/{account}",
            "/api/v1/timelines/public",
            f"/api/v1/accounts/{account}/statuses",
            "/api/v1/timelines/tag/sky",
            "/api/v1/instance",
            "/api/v2/instance",
            "/api/v1/trends/tags",
            "/api/v1/custom_emojis",
            "/top.json",
        ):
            with self.subTest(path=path):
                answer = self.call("GET", path, server=server)
                self.assertEqual(answer.status_code, 200, answer.text[:300])

    def test_hostile_texts(self):
        """Any text that a person can write keeps the answers well-formed."""
        ada = self.person()
        app = self.client(ada)
        letters = [
            chr(number)
            for number in (
                *range(1, 32),
                34,
                38,
                39,
                60,
                62,
                92,
                127,
                0x85,
                0xA0,
                0x200B,
                0x2028,
                0x2029,
                0x202E,
                0xFEFF,
                0xFFFD,
                0x1F600,
                0x10FFFF,
            )
        ]
        random_source = random.Random(3)
        texts = [
            "#" * 50,
            "@" * 50,
            "https://" * 9,
            '"}]',
            "\\u0000",
            "</script><!--",
            "#a#b@c#d",
            "https://[::1]/@x#y",
            "&amp;&lt;",
            "a\n\n\n\nb\r\nc",
            "\t x",
        ]
        for _ in range(8):
            texts.append(
                "".join(
                    random_source.choice(letters + ["#t", "@leia", " ", "a", "https://x.example/"]) for _ in range(60)
                )
            )
        for text in texts:
            with self.subTest(text=text):
                media = app.media_post(str(photos.jpeg(self.world.folder, 60, 40)), description=f"Alt {text}"[:400])
                answer = self.call(
                    "POST", "/api/v1/statuses", app.access_token, json={"status": text, "media_ids": [str(media.id)]}
                )
                self.assertIn(answer.status_code, (200, 422), answer.text[:200])
                if answer.status_code == 200:
                    post = answer.json()["id"]
                    self.assertNotRegex(answer.json()["content"], r"<(?!/?(p|br|a|span)\b)")
                    for path in (f"/api/v1/statuses/{post}", f"/api/v1/statuses/{post}/source", f"/v1/media/{post}"):
                        self.call("GET", path, app.access_token)
        self.call("GET", "/api/v1/timelines/home", app.access_token)
        self.call("GET", "/top", app.access_token)


class Table(unittest.TestCase):
    """The table itself notices what it is there for."""

    def check(self, shape, value, *words):
        if not words:
            return shape(value, "x")
        with self.assertRaises(values.Mismatch) as caught:
            shape(value, "x")
        for word in words:
            self.assertIn(word, str(caught.exception))

    def test_values(self):
        self.check(values.date, "2026-11-26T10:48:02.000Z")
        for wrong in (
            "2026-11-26T10:48:02Z",
            "2026-11-26T10:48:02.00Z",
            "2026-11-26T10:48:02.000+00:00",
            "2026-13-26T10:48:02.000Z",
            "",
            None,
            1,
        ):
            self.check(values.date, wrong, "date")
        self.check(values.address, "http://127.0.0.1:8080/photo/a%20b.jpg")
        for wrong in (
            "",
            "/relative",
            "photo.jpg",
            "https://x.example/a b",
            "https://x.example/ü",
            "https:///x",
            "https://x.example/<",
            None,
        ):
            self.check(values.address, wrong, "x")
        for wrong in (1, "", None, "a/b"):
            self.check(values.identifier, wrong, "ID")
        self.check(entities.blurhash, "LEHV6nWB2yk8pyo0adR*.7kCMdnj")
        for wrong in ("", "LEHV6n", "LEHV6nWB2yk8pyo0adR*.7kCMdn ", None):
            self.check(entities.blurhash, wrong, "x")
        for wrong in (True, "1", 1.5, None, -1):
            self.check(values.count, wrong, "x")

    def test_objects(self):
        relation = {key: False for key in entities.RELATIONSHIP.required} | {"id": "1", "languages": None, "note": ""}
        self.check(entities.RELATIONSHIP, relation)
        self.check(entities.RELATIONSHIP, relation | {"following": 1}, "following")
        del relation["muting"]
        self.check(entities.RELATIONSHIP, relation, "lacks ['muting']")
        image = {"url": "https://x.example/a", "width": 1, "height": 1}
        self.check(old_entities.IMAGE, image)
        self.check(old_entities.IMAGE, image | {"id": "1"}, "also has")

    def test_bodies(self):
        for content in (b'{"a": 1, "a": 2}', b'{"error": NaN}'):
            with self.assertRaises(values.Mismatch):
                shapes.parse(content)
        with self.assertRaises(values.Mismatch):
            shapes.check("GET", "/api/v1/statuses/x", 404, b'{"message": "x"}')
        with self.assertRaises(values.Mismatch):
            shapes.check("GET", "/api/v1/unknown", 200, b"{}")
        shapes.check("GET", "/api/v1/statuses/x", 404, b'{"error": "Record not found"}')
