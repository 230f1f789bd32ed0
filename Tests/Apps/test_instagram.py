"""python-instagram, and the calls that the apps of the source documents sent, byte for byte."""

import http.client
import itertools
import json
import re
import urllib.parse

import requests
from instagram.bind import InstagramAPIError
from instagram.client import InstagramAPI
from instagram.oauth2 import OAuth2AuthExchangeError

import photos
import shapes
import values
from cases import AppsTest
from pages import Visitor
from world import PASSWORD

REDIRECT = "http://photos.example/callback"
_latitudes = itertools.count(-60, 3)


class InstagramTest(AppsTest):
    """People with an app of the old API."""

    @classmethod
    def setUpClass(cls):
        """Creates a small world that the tests only read: posts with a tag and at a place of their own."""
        world = cls.world
        cls.ada, cls.eve = world.person("ada"), world.person("eve")
        cls.tag, cls.tower, cls.at = f"snow{cls.ada.name}fall", f"Tower of {cls.ada.name}", (next(_latitudes), -140.125)
        place = ("--place", cls.tower, f"--at={cls.at[0]},{cls.at[1]}")
        cls.posts = [
            cls.ada.post(photos.jpeg(world.folder, 900, 600), f"Number {number} #{cls.tag} @{cls.eve.name}", *place)
            for number in range(5)
        ]
        cls.eve.run("like", cls.posts[0])
        cls.comment = cls.eve.run("comment", cls.posts[0], "A comment")["id"]
        cls.eve.run("follow", cls.ada.name)

    def setUp(self):
        super().setUp()
        self.secret = self.token(self.ada)

    def api(self, token=None, server=None, **options):
        """Returns python-instagram, pointed at a server in the way that its classes offer."""
        url = (server or self.world.server).url

        class Here(InstagramAPI):
            host = url.removeprefix("http://")
            protocol = "http"
            authorize_url = f"{url}/oauth/authorize"
            access_token_url = f"{url}/oauth/access_token"

        return Here(access_token=token, **options)

    def register(self, redirect=REDIRECT, scopes="read write follow"):
        response = self.call(
            "POST", "/api/v1/apps", data={"client_name": "Old App", "redirect_uris": redirect, "scopes": scopes}
        )
        self.assertEqual(response.status_code, 200, response.text)
        return response.json()

    def v1(self, path, method="GET", status=200, server=None, **options):
        """Makes a call, and returns its data."""
        response = self.call(method, f"/v1{path}", server=server, **options)
        self.assertEqual(response.status_code, status, f"{path}: {response.text[:300]}")
        return response.json()


class PythonInstagram(InstagramTest):
    def setUp(self):
        super().setUp()
        self.app = self.api(self.secret)
        self.other = self.api(self.token(self.eve))
        self.me = self.app.user().id
        self.them = self.other.user().id

    def test_media(self):
        media = self.app.media(self.posts[0])
        self.assertEqual((media.id, media.type, media.user.username), (self.posts[0], "image", self.ada.name))
        self.assertEqual(media.caption.text, f"Number 0 #{self.tag} @{self.eve.name}")
        self.assertEqual((media.like_count, media.comment_count), (1, 1))
        self.assertEqual(media.comments[0].text, "A comment")
        self.assertEqual([tag.name for tag in media.tags], [self.tag])
        self.assertEqual(media.location.name, self.tower)
        self.assertAlmostEqual(media.location.point.latitude, self.at[0], places=3)
        self.assertEqual(media.user_has_liked, False)
        self.assertTrue(self.other.media(self.posts[0]).user_has_liked)
        self.assertTrue(media.link.startswith(self.url))
        for name, side in (("thumbnail", 150), ("low_resolution", 320), ("standard_resolution", 640)):
            image = media.images[name]
            picture = self.fetch_picture(image.url)
            self.assertEqual((picture.width, picture.height), (image.width, image.height), name)
            self.assertLessEqual(max(picture.size), side + 1, name)
        self.assertEqual(media.get_thumbnail_url(), media.images["thumbnail"].url)
        self.assertEqual(self.app.media_shortcode(media.link.rstrip("/").rsplit("/", 1)[-1]).id, media.id)

    def test_popular_and_searches(self):
        self.assertTrue(self.app.media_popular(count=3))
        self.assertLessEqual(len(self.app.media_popular(count=3)), 3)
        near = self.app.media_search(lat=self.at[0], lng=self.at[1], distance=1000)
        self.assertLessEqual(set(self.posts), {media.id for media in near})
        self.assertEqual(self.app.media_search(lat=self.at[0], lng=-self.at[1], distance=1000), [])
        times = [int(media.created_time.timestamp()) for media in near]
        self.assertEqual(
            self.app.media_search(lat=self.at[0], lng=self.at[1], max_timestamp=min(times) - 86400, distance=1000), []
        )
        self.assertIn(self.eve.name, [user.username for user in self.app.user_search(self.eve.name, 5)])
        self.assertEqual(self.app.user_search("zzzznobodyzzzz"), [])

    def test_users(self):
        self.assertEqual(self.app.user().username, self.ada.name)
        self.assertEqual(self.app.user(self.them).username, self.eve.name)
        counts = self.app.user().counts
        self.assertEqual((counts["media"], counts["followed_by"], counts["follows"]), (5, 1, 0))
        self.assertEqual(self.app.user_incoming_requests(), [])
        with self.assertRaises(InstagramAPIError):
            self.app.user("nonsense")

    def test_feeds_to_their_ends(self):
        """The library follows `next_url` as it is, with the credential in it."""
        for name, call in (
            ("recent", lambda: self.app.user_recent_media(as_generator=True, max_pages=None, count=2, user_id=self.me)),
            ("feed", lambda: self.app.user_media_feed(as_generator=True, max_pages=None, count=2)),
            ("tag", lambda: self.app.tag_recent_media(as_generator=True, max_pages=None, count=2, tag_name=self.tag)),
        ):
            with self.subTest(feed=name):
                seen = [media.id for page, _ in call() for media in page if media.user.username == self.ada.name]
                self.assertEqual(seen, list(reversed(self.posts)))
        page, following = self.app.user_recent_media(count=2, user_id=self.me)
        self.assertTrue(following.startswith(f"{self.url}/v1/users/{self.me}/media/recent"), following)
        self.assertIn(f"access_token={self.secret}", following)
        older, _ = self.app.user_recent_media(user_id=self.me, max_id=page[-1].id)
        self.assertEqual([media.id for media in older], list(reversed(self.posts[:3])))
        newer, _ = self.app.user_recent_media(user_id=self.me, min_id=self.posts[2])
        self.assertEqual({media.id for media in newer} - {self.posts[2]}, set(self.posts[3:]))
        feed, _ = self.other.user_media_feed()
        self.assertEqual({media.id for media in feed}, set(self.posts))

    def test_likes(self):
        author = self.person("bob")
        post = author.post(photos.jpeg(self.world.folder), "To like")
        for _ in range(2):
            self.other.like_media(post)
        self.assertEqual([user.username for user in self.app.media_likes(post)], [self.eve.name])
        liked, _ = self.other.user_liked_media()
        self.assertEqual(liked[0].id, post)
        self.assertEqual(author.run("show", post)["post"]["likeCount"], 1)
        for _ in range(2):
            self.other.unlike_media(post)
        self.assertEqual(self.app.media_likes(post), [])
        self.assertNotIn(post, [media.id for media in self.other.user_liked_media()[0]])
        with self.assertRaises(InstagramAPIError):
            self.other.like_media("-zzzzzzzzzzzzzzzzzzz")

    def test_comments(self):
        author = self.person("bob")
        post = author.post(photos.jpeg(self.world.folder), "To discuss")
        self.other.create_media_comment(post, "Hé & ho = ✓")
        comments = self.app.media_comments(post)
        self.assertEqual(
            [(comment.text, comment.user.username) for comment in comments], [("Hé & ho = ✓", self.eve.name)]
        )
        self.assertEqual(author.run("show", post)["comments"][0]["text"], "Hé & ho = ✓")
        with self.assertRaises(InstagramAPIError):
            self.api(self.token(self.person())).delete_comment(post, comments[0].id)
        with self.assertRaises(InstagramAPIError):
            self.other.delete_comment(self.posts[0], comments[0].id)
        self.other.delete_comment(post, comments[0].id)
        self.assertEqual(self.app.media_comments(post), [])
        with self.assertRaises(InstagramAPIError):
            self.other.create_media_comment(post, "")

    def test_relationships(self):
        bob = self.person("bob")
        app, them = self.api(self.token(bob)), self.them
        relation = app.user_relationship(user_id=them)
        self.assertEqual((relation.outgoing_status, relation.incoming_status), ("none", "none"))
        relation, _ = app.follow_user(user_id=them)
        self.assertEqual(relation.outgoing_status, "follows")
        self.assertEqual(self.other.user_relationship(user_id=app.user().id).incoming_status, "followed_by")
        self.assertEqual([user.username for user in app.user_follows()[0]], [self.eve.name])
        self.assertIn(bob.name, [user.username for user in app.user_followed_by(them)[0]])
        self.assertEqual(app.unfollow_user(user_id=them)[0].outgoing_status, "none")
        self.assertEqual(app.block_user(user_id=them)[0].incoming_status, "blocked_by_you")
        with self.assertRaises(InstagramAPIError):
            self.other.follow_user(user_id=app.user().id)
        self.assertEqual(app.unblock_user(user_id=them)[0].incoming_status, "none")
        for action in (app.approve_user_request, app.ignore_user_request):
            with self.assertRaises(InstagramAPIError):
                action(user_id=them)

    def test_tags(self):
        tag = self.app.tag(self.tag)
        self.assertEqual((tag.name, tag.media_count), (self.tag, 5))
        found, _ = self.app.tag_search(self.tag[:-3], 5)
        self.assertEqual([tag.name for tag in found], [self.tag])
        media, _ = self.app.tag_recent_media(count=2, tag_name=self.tag)
        self.assertEqual([item.id for item in media], self.posts[:2:-1])
        older, _ = self.app.tag_recent_media(count=9, max_tag_id=media[-1].id, tag_name=self.tag)
        self.assertLessEqual(set(self.posts[:3]), {item.id for item in older})

    def test_places(self):
        """A place's ID, as the search and the media state it, leads to its media."""
        place = self.app.media(self.posts[0]).location
        found = self.app.location_search(lat=self.at[0], lng=self.at[1])
        self.assertIn(place.id, [location.id for location in found])
        self.assertEqual(self.app.location(place.id).name, self.tower)
        media, _ = self.app.location_recent_media(location_id=place.id)
        self.assertLessEqual(set(self.posts), {item.id for item in media})
        with self.assertRaises(InstagramAPIError):
            self.app.location("1")
        self.assertEqual(self.app.location_search(lat=self.at[0], lng=-self.at[1]), [])

    def test_wrong_signature_is_ignored(self):
        """With a client secret, the library sends a signature of a form that no server could check."""
        signed = self.api(self.secret, client_id="x", client_secret="y")
        self.assertEqual(signed.user().username, self.ada.name)
        self.assertEqual(len(signed.user_recent_media(count=2)[0]), 2)

    def test_errors(self):
        for token in ("nonsense", ""):
            with self.assertRaises(InstagramAPIError) as caught:
                self.api(token or "0" * 20).user()
            self.assertEqual(
                (caught.exception.status_code, caught.exception.error_type), (400, "OAuthAccessTokenException")
            )
        with self.assertRaises(InstagramAPIError) as caught:
            self.app.media("nonsense")
        self.assertEqual(caught.exception.error_type, "APINotFoundError")
        reader = self.api(self.token(self.ada, "read"))
        with self.assertRaises(InstagramAPIError) as caught:
            reader.like_media(self.posts[0])
        self.assertEqual(caught.exception.error_type, "OAuthPermissionsException")

    def test_rate_limit_headers(self):
        self.app.user()
        self.assertGreater(int(self.app.x_ratelimit), 0)
        self.assertGreater(int(self.app.x_ratelimit_remaining), 0)


class Authorising(InstagramTest):
    def test_signed(self):
        """The authorisation by code, as python-instagram does it."""
        app = self.register()
        api = self.api(client_id=app["client_id"], client_secret=app["client_secret"], redirect_uri=REDIRECT)
        self.assertTrue(api.get_authorize_login_url(scope=["likes", "comments"]).startswith(self.url))
        consent = Visitor(self.url).authorize(
            api.get_authorize_url(scope=["likes", "comments", "relationships"]), self.ada
        )
        self.assertTrue(consent.location.startswith(f"{REDIRECT}?code="), consent.location)
        token, user = api.exchange_code_for_access_token(consent.code)
        self.assertEqual((user["username"], user["id"]), (self.ada.name, self.api(token).user().id))
        self.assertEqual(self.fetch_picture(user["profile_picture"]).format in ("PNG", "JPEG", "WEBP"), True)
        self.api(token).like_media(self.posts[1])
        with self.assertRaises(OAuth2AuthExchangeError) as caught:
            api.exchange_code_for_access_token(consent.code)
        self.assertTrue(str(caught.exception))
        with self.assertRaises(OAuth2AuthExchangeError):
            api.exchange_code_for_access_token("nonsense")

    def test_password(self):
        app = self.register()
        api = self.api(client_id=app["client_id"], client_secret=app["client_secret"], redirect_uri=REDIRECT)
        token, user = api.exchange_xauth_login_for_access_token(self.ada.email, PASSWORD, ["likes"])
        self.assertEqual(user["username"], self.ada.name)
        with self.assertRaises(OAuth2AuthExchangeError):
            api.exchange_xauth_login_for_access_token(self.ada.email, "wrong", ["likes"])

    def test_old_apps_in_a_web_view(self):
        """The addresses of the old apps, with both kinds of answers, a slash and their own parameters."""
        for redirect in (REDIRECT, "igapp://authorize"):
            app = self.register(redirect)
            for kind in ("token", "code"):
                for scope in (
                    "likes+comments+relationships",
                    "basic",
                    "likes%20comments",
                    "basic+public_content+follower_list",
                ):
                    with self.subTest(redirect=redirect, kind=kind, scope=scope):
                        path = (
                            f"/oauth/authorize/?client_id={app['client_id']}&redirect_uri={redirect}"
                            f"&response_type={kind}&scope={scope}&DEBUG=True"
                        )
                        consent = Visitor(self.url).authorize(path, self.ada)
                        self.assertTrue(
                            consent.location and consent.location.startswith(redirect), consent.response.text[:300]
                        )
                        if kind == "token":
                            # The old apps cut the token out of the text after "#access_token=".
                            self.assertRegex(consent.location, rf"^{re.escape(redirect)}#access_token=[^&]+$")
                            token = consent.fragment["access_token"]
                        else:
                            token = self.exchange(app, redirect, consent.code)
                        self.assertEqual(
                            self.v1(f"/users/self/?access_token={token}")["data"]["username"], self.ada.name
                        )
                        status = 200 if "likes" in scope else 400
                        self.v1(f"/media/{self.posts[2]}/likes?access_token={token}", "POST", status)

    def exchange(self, app, redirect, code):
        body = (
            f"client_id={app['client_id']}&client_secret={app['client_secret']}&grant_type=authorization_code"
            f"&redirect_uri={redirect}&code={code}"
        )
        response = self.call(
            "POST", "/oauth/access_token", data=body, headers={"Content-Type": "application/x-www-form-urlencoded"}
        )
        self.assertEqual(response.status_code, 200, response.text)
        self.assertNotIn("meta", response.json())
        return response.json()["access_token"]

    def test_refusing(self):
        app = self.register()
        path = f"/oauth/authorize/?client_id={app['client_id']}&redirect_uri={REDIRECT}&response_type=token&scope=basic"
        consent = Visitor(self.url).authorize(path, self.ada, "(?i)deny|refuse|cancel")
        self.assertIn("error=access_denied", consent.location)
        self.assertNotIn("access_token", consent.location)


class LiteralCalls(InstagramTest):
    """What the three apps sent, as bytes, without a library between."""

    def setUp(self):
        super().setUp()
        self.client = self.register()["client_id"]
        self.me = self.v1(f"/users/self?access_token={self.secret}")["data"]["id"]
        self.place = self.v1(f"/media/{self.posts[0]}?access_token={self.secret}")["data"]["location"]["id"]

    def send(self, request, server=None):
        """Sends the bytes of a request, and returns the status and the JSON of the answer."""
        address = urllib.parse.urlsplit((server or self.world.server).url)
        head, _, body = request.partition("\r\n\r\n")
        method, target, _ = head.split("\r\n")[0].split(" ")
        connection = http.client.HTTPConnection(address.hostname, address.port, timeout=60)
        connection.connect()
        connection.sock.sendall(request.replace("HOST", address.netloc).encode())
        response = http.client.HTTPResponse(connection.sock, method=method)
        response.begin()
        content = response.read()
        connection.close()
        path = target.split("?")[0]
        try:
            shapes.check(method, path, response.status, content)
        except values.Mismatch as problem:
            self.fail(str(problem))
        return response.status, json.loads(content)

    def get(self, target, server=None):
        """Sends what an old phone sends for an address."""
        lines = (
            f"GET {target} HTTP/1.1",
            "Host: HOST",
            "User-Agent: Dalvik/1.6.0 (Linux; U; Android 4.4.2; Nexus 5)",
            "Accept-Encoding: gzip",
            "Connection: close",
        )
        return self.send("\r\n".join(lines) + "\r\n\r\n", server)

    def test_s0(self):
        """The read-only feed: three calls of a guest, with the ID of a client."""
        public = self.world.public
        status, popular = self.get(f"/v1/media/popular?client_id={self.client}", public)
        self.assertEqual(status, 200)
        media = popular["data"][0]
        for path in (media["images"]["standard_resolution"]["url"], media["user"]["profile_picture"]):
            self.fetch_picture(path)
        self.assertTrue(all(item["likes"]["count"] >= 0 and item["created_time"].isdigit() for item in popular["data"]))
        status, recent = self.get(f"/v1/users/{self.me}/media/recent/?client_id={self.client}", public)
        self.assertEqual((status, {item["id"] for item in recent["data"]} >= set(self.posts)), (200, True))
        status, user = self.get(f"/v1/users/{self.me}/?client_id={self.client}", public)
        self.assertEqual(
            (status, user["data"]["username"], user["data"]["counts"]["followed_by"]), (200, self.ada.name, 1)
        )
        for target in (f"/v1/media/popular?client_id={self.client}", f"/v1/users/{self.me}/?client_id={self.client}"):
            status, error = self.get(target)
            self.assertEqual(status, 400, "The server shows nothing to guests.")
            self.assertIn("error_message", error["meta"])

    def test_s1(self):
        """The grid: several feeds, a photo's page, likes with the token in the address or in the body."""
        for target in (
            f"/v1/media/popular?access_token={self.secret}",
            f"/v1/users/self/feed?access_token={self.secret}",
            f"/v1/users/self/media/liked?access_token={self.secret}&count=20",
            f"/v1/tags/{self.tag}/media/recent?access_token={self.secret}",
            f"/v1/users/search?q={self.eve.name}&access_token={self.secret}",
            f"/v1/tags/search?q=snow&access_token={self.secret}",
        ):
            status, answer = self.get(target)
            self.assertEqual((status, answer["meta"]["code"]), (200, 200), target)
        status, answer = self.get(f"/v1/tags/{self.tag}/media/recent?access_token={self.secret}")
        self.assertEqual([item["id"] for item in answer["data"]], list(reversed(self.posts)))
        post, token = self.posts[3], self.token(self.eve)
        status, media = self.get(f"/v1/media/{post}?access_token={token}")
        self.assertEqual((media["data"]["likes"]["count"], media["data"]["user_has_liked"]), (0, False))
        body = f"access_token={token}"
        for request in (
            f"POST /v1/media/{post}/likes?access_token={token} HTTP/1.1\r\nHost: HOST\r\nContent-Length: 0\r\n\r\n",
            f"POST /v1/media/{post}/likes HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}",
            f"POST /v1/media/{post}/likes/?access_token={token} HTTP/1.1\r\nHost: HOST\r\n\r\n",
        ):
            self.assertEqual(self.send(request), (200, {"meta": {"code": 200}, "data": None}))
            _, media = self.get(f"/v1/media/{post}?access_token={token}")
            self.assertEqual((media["data"]["likes"]["count"], media["data"]["user_has_liked"]), (1, True))
        _, likes = self.get(f"/v1/media/{post}/likes?access_token={token}")
        self.assertEqual([user["username"] for user in likes["data"]], [self.eve.name])
        request = f"DELETE /v1/media/{post}/likes?access_token={token} HTTP/1.1\r\nHost: HOST\r\n\r\n"
        self.assertEqual(self.send(request), (200, {"meta": {"code": 200}, "data": None}))
        _, media = self.get(f"/v1/media/{post}?access_token={token}")
        self.assertEqual((media["data"]["likes"]["count"], media["data"]["user_has_liked"]), (0, False))

    def test_s2(self):
        """The media browser: own media, by place, by tag, like and unlike."""
        status, own = self.get(f"/v1/users/self/media/recent/?access_token={self.secret}")
        self.assertEqual((status, {item["id"] for item in own["data"]} >= set(self.posts)), (200, True))
        status, places = self.get(f"/v1/locations/search?lat={self.at[0]}&lng={self.at[1]}&access_token={self.secret}")
        self.assertEqual((status, str(self.place) in {str(place["id"]) for place in places["data"]}), (200, True))
        # Every matching place and every matching tag; the app had used only the first.
        for place in places["data"]:
            status, media = self.get(f"/v1/locations/{place['id']}/media/recent?access_token={self.secret}")
            self.assertEqual(status, 200)
        status, media = self.get(f"/v1/locations/{self.place}/media/recent?access_token={self.secret}")
        self.assertEqual([item["id"] for item in media["data"]], list(reversed(self.posts)))
        status, tags = self.get(f"/v1/tags/search?q={self.tag[:-3]}&access_token={self.secret}")
        self.assertEqual([tag["name"] for tag in tags["data"]], [self.tag])
        status, media = self.get(f"/v1/tags/{tags['data'][0]['name']}/media/recent/?access_token={self.secret}&count=2")
        self.assertEqual([item["id"] for item in media["data"]], self.posts[:2:-1])
        status, media = self.get(
            f"/v1/media/search?lat={self.at[0]}&lng={self.at[1]}&distance=5000&access_token={self.secret}"
        )
        self.assertTrue({item["id"] for item in media["data"]} >= set(self.posts))

    def test_three_forms_of_every_path(self):
        """With `.json`, with a slash at the end, and bare: the same answer."""
        for path in (
            "/media/popular",
            f"/media/search?lat={self.at[0]}&lng={self.at[1]}",
            f"/media/{self.posts[0]}",
            f"/media/shortcode/{self.posts[0]}",
            f"/media/{self.posts[0]}/likes",
            f"/media/{self.posts[0]}/comments",
            "/users/self",
            f"/users/{self.me}",
            "/users/self/feed",
            "/users/self/media/liked",
            "/users/self/media/recent",
            f"/users/{self.me}/media/recent",
            f"/users/search?q={self.ada.name}",
            "/tags/search?q=snow",
            f"/locations/search?lat={self.at[0]}&lng={self.at[1]}",
            f"/users/{self.me}/follows",
            "/users/self/follows",
            f"/users/{self.me}/followed-by",
            "/users/self/requested-by",
            f"/tags/{self.tag}",
            f"/tags/{self.tag}/media/recent",
            f"/locations/{self.place}",
            f"/locations/{self.place}/media/recent",
        ):
            base, _, query = path.partition("?")
            answers = []
            for form in ("", "/", ".json"):
                with self.subTest(path=base + form):
                    answer = self.v1(
                        f"{base}{form}?{query}&access_token={self.secret}"
                        if query
                        else f"{base}{form}?access_token={self.secret}"
                    )
                    answers.append(re.sub(r"(\.json|/)?\?", "?", json.dumps(answer.get("data"), sort_keys=True)))
            self.assertEqual(len(set(answers)), 1, path)

    def test_the_token_in_the_header_counts_too(self):
        self.assertEqual(
            self.v1("/users/self", headers={"Authorization": f"Bearer {self.secret}"})["data"]["username"],
            self.ada.name,
        )
        # And not in the address of the other API.
        self.check_error(self.call("GET", f"/api/v1/accounts/verify_credentials?access_token={self.secret}"), 401)
        response = self.call("POST", "/api/v1/statuses", data={"access_token": self.secret, "status": "x"})
        self.check_error(response, 401)

    def test_pages_send_no_referrer_and_cannot_be_cached(self):
        response = requests.get(f"{self.url}/v1/users/self?access_token={self.secret}")
        self.assertEqual(response.headers.get("Referrer-Policy"), "no-referrer")
        self.assertIn("no-store", response.headers.get("Cache-Control", ""))

    def test_script_callback_is_not_offered(self):
        """JSON with a callback (JSONP) would be a script of any name."""
        response = self.call("GET", f"/v1/users/self?access_token={self.secret}&callback=alert")
        self.assertTrue(response.headers["Content-Type"].startswith("application/json"))
        self.assertFalse(response.text.startswith("alert"))
        self.assertEqual(response.headers.get("X-Content-Type-Options"), "nosniff")
