"""Rate limits, guests, apps in browsers, and the wall between the API and the pages."""

import datetime
import re

from mastodon import MastodonUnauthorizedError

from cases import AppsTest
from statuses import ids, plain


class Limits(AppsTest):
    def test_rate_limit_headers(self):
        app = self.client(self.person())
        for _ in range(3):
            app.timeline_home()
        self.assertLess(app.ratelimit_remaining, app.ratelimit_limit)
        self.assertGreater(app.ratelimit_reset, datetime.datetime.now().timestamp())
        answers = [self.call("GET", "/api/v1/timelines/home", app.access_token) for _ in range(2)]
        remaining = [int(answer.headers["X-RateLimit-Remaining"]) for answer in answers]
        self.assertEqual(remaining[0] - remaining[1], 1)
        self.assertRegex(answers[0].headers["X-RateLimit-Reset"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$")

    def test_requests_beyond_the_limit(self):
        """They are refused until the time in the header; another token is not affected."""
        self.assertLessEqual(
            int(self.call("GET", "/api/v1/preferences", self.token(self.person())).headers["X-RateLimit-Limit"]), 10_000
        )
        server, token, other = self.serve("--call-limit", "20"), self.token(self.person()), self.token(self.person())
        path = "/api/v1/preferences"
        answers = [self.call("GET", path, token, server) for _ in range(21)]
        self.assertEqual([answer.status_code for answer in answers], [200] * 20 + [429])
        answer = answers[-1]
        self.check_error(answer, 429)
        self.assertEqual(answer.headers["X-RateLimit-Remaining"], "0")
        self.assertGreater(int(answer.headers["Retry-After"]), 0)
        self.assertEqual(self.call("GET", path, other, server).status_code, 200)
        self.assertEqual(self.call("GET", f"/v1/users/self?access_token={token}", server=server).status_code, 429)

    def test_guests(self):
        """Without a token, only a public server shows posts, and nobody's own things."""
        status = self.post(self.client(self.person()), "For everyone #open")
        guest, public = self.client(), self.client(server=self.world.public)
        for call in (
            guest.timeline_public,
            lambda: guest.status(status.id),
            lambda: guest.account(status.account.id),
            guest.timeline_home,
            lambda: guest.status_context(status.id),
            lambda: guest.account_statuses(status.account.id),
            lambda: guest.search_v2("open"),
            lambda: guest.timeline_hashtag("open"),
            lambda: guest.account_lookup(status.account.username),
        ):
            with self.assertRaises(MastodonUnauthorizedError):
                call()
        self.assertIn(status.id, ids(public.timeline_public()))
        shown = public.status(status.id)
        self.assertEqual(plain(shown.content), "For everyone #open")
        self.assertFalse(shown.get("favourited"))
        self.assertEqual(ids(public.timeline_hashtag("open"))[0], status.id)
        self.assertEqual(public.account_lookup(status.account.username).id, status.account.id)
        self.assertEqual(ids(public.account_statuses(status.account.id)), [status.id])
        public.status_context(status.id)
        self.fetch_picture(shown.media_attachments[0].url)
        for call in (
            public.timeline_home,
            public.favourites,
            public.bookmarks,
            public.notifications,
            public.me,
            public.blocks,
            public.mutes,
            lambda: public.status_favourite(status.id),
            lambda: public.account_follow(status.account.id),
            public.preferences,
            lambda: public.status_post("x"),
            lambda: public.markers_get(["home"]),
        ):
            with self.assertRaises(MastodonUnauthorizedError):
                call()

    def test_preflight(self):
        """Apps in browsers may use the API from every site, without cookies; the pages are not shared."""
        origin = {"Origin": "https://elk.example"}
        for path, method in (
            ("/api/v1/timelines/home", "GET"),
            ("/api/v1/statuses", "POST"),
            ("/oauth/token", "POST"),
            ("/api/v2/media", "POST"),
            ("/api/v1/apps", "POST"),
            ("/oauth/revoke", "POST"),
            ("/api/v1/statuses/x", "DELETE"),
            ("/api/v1/accounts/update_credentials", "PATCH"),
            ("/api/v1/streaming/user", "GET"),
            ("/.well-known/nodeinfo", "GET"),
            ("/v1/media/popular", "GET"),
        ):
            with self.subTest(path=path):
                answer = self.call(
                    "OPTIONS",
                    path,
                    headers=origin
                    | {
                        "Access-Control-Request-Method": method,
                        "Access-Control-Request-Headers": "authorization,content-type,idempotency-key",
                    },
                )
                self.assertIn(answer.status_code, (200, 204), answer.text)
                self.assertEqual(answer.headers.get("Access-Control-Allow-Origin"), "*")
                self.assertIn(method, answer.headers["Access-Control-Allow-Methods"])
                allowed = answer.headers["Access-Control-Allow-Headers"].lower()
                self.assertTrue(
                    allowed == "*"
                    or {"authorization", "content-type", "idempotency-key"} <= set(re.split(r",\s*", allowed)),
                    allowed,
                )
                self.assertNotIn("Access-Control-Allow-Credentials", answer.headers)
        for status, answer in (
            (200, self.call("GET", "/api/v1/instance", headers=origin)),
            (401, self.call("GET", "/api/v1/timelines/home", headers=origin)),
            (404, self.call("GET", "/api/v1/nonsense", headers=origin)),
        ):
            self.assertEqual(answer.status_code, status)
            self.assertEqual(answer.headers.get("Access-Control-Allow-Origin"), "*", answer.url)
            exposed = answer.headers.get("Access-Control-Expose-Headers", "").lower()
            for name in ("link", "x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"):
                self.assertIn(name, exposed)
        for path in ("/", "/login", "/oauth/authorize", "/settings", "/@leia", "/assets"):
            for method in ("GET", "OPTIONS"):
                answer = self.call(method, path, headers=origin | {"Access-Control-Request-Method": "GET"})
                self.assertNotIn("Access-Control-Allow-Origin", answer.headers, f"{method} {path}")

    def test_cookies_do_not_count(self):
        """The session of the pages is no token, and a token is no session of the pages."""
        from pages import Visitor

        person = self.person()
        visitor = Visitor(self.url)
        _, page = visitor.open("/login")
        visitor.log_in_at(page, person)
        answer = visitor.session.get(self.url + "/api/v1/timelines/home")
        self.check_error(answer, 401)
        answer = visitor.session.post(self.url + "/api/v1/statuses", json={"status": "x"}, headers={"Origin": self.url})
        self.check_error(answer, 401)
        token = self.token(person)
        for path in ("/", "/settings"):
            answer = self.call("GET", path, token)
            self.assertNotIn(person.name, answer.text)
        for cookie in visitor.session.cookies:
            answer = self.call("GET", "/api/v1/timelines/home", cookie.value)
            self.check_error(answer, 401)
