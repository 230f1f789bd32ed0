"""What a token must not do, in both APIs."""

import random
import re

import photos
from cases import AppsTest

#: A route for each scope of the Mastodon API: the scope, the method, the path and the body.
#: `{status}` is a status of somebody else, `{mine}` one of the user, `{account}` somebody else.
SCOPES = (
    ("read:accounts", "GET", "/api/v1/accounts/verify_credentials", None),
    ("read:accounts", "GET", "/api/v1/accounts/{account}", None),
    ("read:accounts", "GET", "/api/v1/accounts/lookup?acct=leia", None),
    ("read:accounts", "GET", "/api/v1/accounts/search?q=leia", None),
    ("read:accounts", "GET", "/api/v1/preferences", None),
    ("read:statuses", "GET", "/api/v1/accounts/{account}/statuses", None),
    ("read:accounts", "GET", "/api/v1/accounts/{account}/followers", None),
    ("read:accounts", "GET", "/api/v1/accounts/{account}/following", None),
    ("read:statuses", "GET", "/api/v1/timelines/home", None),
    ("read:statuses", "GET", "/api/v1/timelines/public", None),
    ("read:statuses", "GET", "/api/v1/timelines/tag/sky", None),
    ("read:statuses", "GET", "/api/v1/statuses/{status}", None),
    ("read:statuses", "GET", "/api/v1/statuses/{status}/context", None),
    ("read:statuses", "GET", "/api/v1/statuses/{mine}/source", None),
    ("read:statuses", "GET", "/api/v1/markers?timeline[]=home", None),
    ("read:favourites", "GET", "/api/v1/favourites", None),
    ("read:bookmarks", "GET", "/api/v1/bookmarks", None),
    ("read:notifications", "GET", "/api/v1/notifications", None),
    ("read:search", "GET", "/api/v2/search?q=leia", None),
    ("read:follows", "GET", "/api/v1/accounts/relationships?id[]={account}", None),
    ("read:blocks", "GET", "/api/v1/blocks", None),
    ("read:mutes", "GET", "/api/v1/mutes", None),
    ("write:statuses", "POST", "/api/v1/statuses", {"status": "A reply", "in_reply_to_id": "{status}"}),
    ("write:statuses", "PUT", "/api/v1/statuses/{mine}", {"status": "Edited"}),
    ("write:statuses", "POST", "/api/v1/markers", {"home[last_read_id]": "{status}"}),
    ("write:favourites", "POST", "/api/v1/statuses/{status}/favourite", {}),
    ("write:favourites", "POST", "/api/v1/statuses/{status}/unfavourite", {}),
    ("write:bookmarks", "POST", "/api/v1/statuses/{status}/bookmark", {}),
    ("write:bookmarks", "POST", "/api/v1/statuses/{status}/unbookmark", {}),
    ("write:follows", "POST", "/api/v1/accounts/{account}/follow", {}),
    ("write:follows", "POST", "/api/v1/accounts/{account}/unfollow", {}),
    ("write:mutes", "POST", "/api/v1/accounts/{account}/mute", {}),
    ("write:mutes", "POST", "/api/v1/accounts/{account}/unmute", {}),
    ("write:blocks", "POST", "/api/v1/accounts/{account}/block", {}),
    ("write:blocks", "POST", "/api/v1/accounts/{account}/unblock", {}),
    ("write:notifications", "POST", "/api/v1/notifications/clear", {}),
    ("write:accounts", "PATCH", "/api/v1/accounts/update_credentials", {"note": "Changed"}),
    ("write:statuses", "DELETE", "/api/v1/statuses/{mine}", {}),
)
#: What "follow" includes, besides "read" and "write".
FOLLOW = {"read:blocks", "read:follows", "read:mutes", "write:blocks", "write:follows", "write:mutes"}


class Rights(AppsTest):
    def setUp(self):
        super().setUp()
        self.ada, self.eve = self.person("ada"), self.person("eve")
        self.app, self.other = self.client(self.ada), self.client(self.eve)

    def fill(self, text):
        """Replaces the names of a route by the IDs of this test."""
        for name, value in self.names.items():
            text = text.replace("{" + name + "}", value)
        return text

    def prepare(self):
        """Creates what the routes of the table concern."""
        self.names = {
            "status": str(self.post(self.other, "Theirs #sky").id),
            "mine": str(self.post(self.app, "Mine").id),
            "account": self.other.me().id,
        }

    def request(self, method, path, body, token):
        data = {key: self.fill(value) for key, value in body.items()} if body else None
        return self.call(method, self.fill(path), token, data=data)

    def test_scopes(self):
        """Each route needs its scope: the exact one is enough, all others are not, and neither is none."""
        self.prepare()
        scopes = sorted({route[0] for route in SCOPES})
        tokens = {scope: self.token(self.ada, scope) for scope in (*scopes, "read", "write", "follow", "push")}
        for scope, method, path, body in SCOPES:
            self.check_error(self.request(method, path, body, None), 401)
            general = scope.split(":")[0]
            allowed = {scope, general} | ({"follow"} if scope in FOLLOW else set())
            for name in ("read", "write", "follow", "push", *random.Random(path).sample(scopes, 5)):
                if name not in allowed:
                    with self.subTest(route=f"{method} {path}", scope=name):
                        self.check_error(self.request(method, path, body, tokens[name]), 403, "authorized scopes")
            # The exact scope last, because it changes something.
            with self.subTest(route=f"{method} {path}", scope=scope):
                answer = self.request(method, path, body, tokens[scope])
                self.assertEqual(answer.status_code, 200, answer.text[:300])
            if method == "DELETE":
                self.names["mine"] = str(self.post(self.app, "Another").id)

    def test_media_scope(self):
        file = {"file": ("a.jpg", photos.jpeg(self.world.folder).read_bytes(), "image/jpeg")}
        for scopes, status in (("read", 403), ("write:statuses", 403), ("write:media", 200), ("write", 200)):
            answer = self.call("POST", "/api/v2/media", self.token(self.ada, scopes), files=file)
            self.assertEqual(answer.status_code, status, answer.text)
        self.check_error(self.call("POST", "/api/v2/media", files=file), 401)

    def test_a_token_cannot_grow(self):
        """No request of a token with a small scope makes one with a larger scope."""
        app = self.call(
            "POST",
            "/api/v1/apps",
            data={"client_name": "Small", "redirect_uris": "urn:ietf:wg:oauth:2.0:oob", "scopes": "read"},
        ).json()
        identity = {"client_id": app["client_id"], "client_secret": app["client_secret"]}
        for grant in (
            {"grant_type": "password", "username": self.ada.email, "password": self.ada.password},
            {"grant_type": "client_credentials"},
        ):
            answer = self.call("POST", "/oauth/token", data=identity | grant | {"scope": "read write"})
            self.assertEqual((answer.status_code, answer.json()["error"]), (400, "invalid_scope"))

    def test_wrong_tokens(self):
        self.prepare()
        good = self.app.access_token
        for token in ("", "nonsense", good[:-1], good + "x", good.swapcase(), "null", "Bearer", "a" * 4000):
            with self.subTest(token=token[:20]):
                answer = self.call("GET", "/api/v1/timelines/home", headers={"Authorization": f"Bearer {token}"})
                self.check_error(answer, 401)
        for header in (f"Basic {good}", good, f"Bearer  {good} x", f"Token {good}"):
            with self.subTest(header=header[:12]):
                self.check_error(self.call("GET", "/api/v1/timelines/home", headers={"Authorization": header}), 401)
        # Also where guests may read, a wrong token is an error and no guest.
        self.check_error(self.call("GET", "/api/v1/timelines/public", "nonsense", self.world.public), 401)
        self.assertEqual(
            self.call("GET", "/api/v1/timelines/home", headers={"Authorization": f"bearer {good}"}).status_code, 200
        )

    def test_others_things_by_their_ids(self):
        """What belongs to somebody else is not there: bookmarks, favourites, notifications, markers, attachments."""
        self.prepare()
        mine, theirs = self.names["mine"], self.names["status"]
        self.app.status_bookmark(theirs)
        self.app.markers_set("home", mine)
        self.other.status_favourite(mine)
        notification = self.app.notifications()[0].id
        media = self.app.media_post(str(photos.jpeg(self.world.folder)))
        intruder = self.other.access_token
        for method, path, data in (
            ("GET", f"/api/v1/notifications/{notification}", None),
            ("POST", f"/api/v1/notifications/{notification}/dismiss", {}),
            ("GET", f"/api/v1/media/{media.id}", None),
            ("PUT", f"/api/v1/media/{media.id}", {"description": "Eve"}),
            ("DELETE", f"/api/v1/media/{media.id}", None),
        ):
            with self.subTest(path=path):
                self.check_error(self.call(method, path, intruder, data=data), 404)
        for method, path, data in (
            ("PUT", f"/api/v1/statuses/{mine}", {"status": "Eve"}),
            ("DELETE", f"/api/v1/statuses/{mine}", None),
            ("POST", f"/api/v1/statuses/{mine}/pin", {}),
        ):
            with self.subTest(path=path):
                answer = self.call(method, path, intruder, data=data)
                self.assertIn(answer.status_code, (403, 404, 422), answer.text)
        self.assertEqual(self.app.notifications()[0].id, notification)
        self.assertEqual(self.app.status(mine).content, self.other.status(mine).content)
        self.assertNotIn("home", self.other.markers_get(["home"]))
        self.assertEqual(self.other.bookmarks(), [])
        account = self.app.me().id
        for path in ("bookmarks", "favourites", "notifications", "mutes", "blocks"):
            answer = self.call("GET", f"/api/v1/accounts/{account}/{path}", intruder)
            self.check_error(answer, 404)
        # Nobody's email is anywhere.
        for path in (f"/api/v1/accounts/{account}", "/api/v1/accounts/verify_credentials", "/api/v1/instance"):
            self.assertNotIn(self.ada.email, self.call("GET", path, intruder).text)

    def test_attachments_are_private_until_they_are_posted(self):
        media = self.app.media_post(str(photos.jpeg(self.world.folder)))
        public = self.world.public
        # The file's address may be secret; its hash may not open it to those who guess it.
        for match in re.findall(r"[0-9a-f]{64}", f"{media.url} {media.preview_url}"):
            for server in (self.world.server, public):
                for size in ("copy", "original", "square320", "fit1080"):
                    self.assertNotEqual(self.call("GET", f"/photo/{match}/{size}", server=server).status_code, 200)

    def test_pictures_of_a_deleted_post(self):
        """The address of a picture dies with its post, except that its author may post it again for a day."""
        status = self.post(self.app)
        own = status.media_attachments[0].url
        address = self.other.status(status.id).media_attachments[0].url
        self.fetch_picture(address)
        self.app.status_delete(status.id)
        self.assertGreaterEqual(self.call("GET", address.removeprefix(self.url)).status_code, 400)
        self.fetch_picture(own)

    def test_blocked_people_by_id(self):
        """A blocked user finds nothing of the one who has blocked them, in either API."""
        self.prepare()
        mine, me = self.names["mine"], self.app.me().id
        self.app.account_block(self.names["account"])
        token = self.other.access_token
        for path in (
            f"/api/v1/statuses/{mine}",
            f"/api/v1/statuses/{mine}/context",
            f"/api/v1/statuses/{mine}/favourited_by",
            f"/api/v1/statuses/{mine}/history",
        ):
            with self.subTest(path=path):
                self.check_error(self.call("GET", path, token), 404)
        for action in ("favourite", "bookmark", "unfavourite", "unbookmark"):
            self.check_error(self.call("POST", f"/api/v1/statuses/{mine}/{action}", token), 404)
        answer = self.call("GET", f"/api/v1/accounts/{me}/statuses", token)
        self.assertTrue(answer.status_code in (403, 404) or answer.json() == [], answer.text[:200])
        for path in (
            f"/v1/media/{mine}",
            f"/v1/media/{mine}/likes",
            f"/v1/media/{mine}/comments",
            f"/v1/media/shortcode/{mine}",
        ):
            with self.subTest(path=path):
                answer = self.call("GET", f"{path}?access_token={token}")
                self.assertEqual(answer.json()["meta"]["error_type"], "APINotFoundError")
                self.assertIn(answer.status_code, (400, 404))
        answer = self.call("GET", f"/v1/users/{me}/media/recent?access_token={token}")
        self.assertTrue(answer.status_code in (400, 404) or answer.json()["data"] == [])
        for method in ("POST", "DELETE"):
            answer = self.call(method, f"/v1/media/{mine}/likes?access_token={token}")
            self.assertIn(answer.status_code, (400, 404), answer.text)
        answer = self.call("POST", f"/v1/media/{mine}/comments?access_token={token}", data={"text": "Hello"})
        self.assertIn(answer.status_code, (400, 404), answer.text)
        self.assertNotIn(mine, self.call("GET", f"/v1/tags/sky/media/recent?access_token={token}").text)
        self.assertNotIn(mine, self.call("GET", "/top", token).text)
        self.assertEqual(self.app.status(mine).replies_count, 0)

    def test_old_api_scopes_and_guests(self):
        self.prepare()
        mine, theirs, account = self.names["mine"], self.names["status"], self.names["account"]
        reader, writer = self.token(self.ada, "read"), self.token(self.ada, "write")
        changes = (
            ("POST", f"/v1/media/{theirs}/likes", {}),
            ("DELETE", f"/v1/media/{theirs}/likes", None),
            ("POST", f"/v1/media/{theirs}/comments", {"text": "x"}),
            ("POST", f"/v1/users/{account}/relationship", {"action": "follow"}),
            ("POST", f"/v1/users/{account}/relationship", {"action": "block"}),
        )
        for method, path, data in changes:
            with self.subTest(path=path):
                answer = self.call(method, f"{path}?access_token={reader}", data=data)
                self.assertEqual(answer.json()["meta"]["error_type"], "OAuthPermissionsException")
                for guest in ("", "?client_id=x"):
                    answer = self.call(method, path + guest, data=data, server=self.world.public)
                    self.assertEqual(answer.json()["meta"]["error_type"], "OAuthAccessTokenException")
        for path in (
            "/v1/users/self",
            "/v1/users/self/feed",
            "/v1/users/self/media/liked",
            "/v1/users/self/requested-by",
        ):
            with self.subTest(path=path):
                answer = self.call("GET", f"{path}?access_token={writer}")
                self.assertEqual(answer.json()["meta"]["error_type"], "OAuthPermissionsException")
                app = self.call(
                    "POST",
                    "/api/v1/apps",
                    data={"client_name": "A", "redirect_uris": "http://a.example/", "scopes": "read"},
                ).json()
                for guest in ("", "?client_id=x", f"?client_id={app['client_id']}"):
                    answer = self.call("GET", path + guest, server=self.world.public)
                    self.assertEqual(answer.json()["meta"]["error_type"], "OAuthAccessTokenException")
        # A guest of the old API has the ID of an app, which Instagram has given it.
        for guest, status in (("", 400), ("?client_id=x", 200)):
            answer = self.call("GET", f"/v1/media/{mine}{guest}", server=self.world.public)
            self.assertEqual(answer.status_code, status)
        self.app.status_favourite(theirs)
        comment = self.app.status_post("Mine", in_reply_to_id=theirs)
        answer = self.call(
            "DELETE", f"/v1/media/{theirs}/comments/{comment.id}?access_token={self.token(self.person())}"
        )
        self.assertIn(answer.status_code, (400, 403, 404), answer.text)
        self.assertEqual(self.app.status(theirs).replies_count, 1)

    def test_methods_of_changes(self):
        """No GET changes anything, and no other method reads."""
        self.prepare()
        theirs = self.names["status"]
        for path in (
            f"/api/v1/statuses/{theirs}/favourite",
            "/api/v1/notifications/clear",
            "/oauth/token",
            "/oauth/revoke",
            "/api/v1/apps",
            f"/api/v1/accounts/{self.names['account']}/follow",
            "/api/v2/media",
        ):
            answer = self.call("GET", path, self.app.access_token)
            self.assertIn(answer.status_code, (404, 405), path)
        self.assertEqual(self.app.status(theirs).favourites_count, 0)
        self.assertIn(self.call("POST", "/api/v1/timelines/home", self.app.access_token).status_code, (404, 405))
