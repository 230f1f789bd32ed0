"""PRAW reads the top listing, and so does the reader of the source documents."""

import praw
import requests

import photos
from cases import AppsTest


class Reddit(AppsTest):
    @classmethod
    def setUpClass(cls):
        cls.ada = cls.world.person("ada")
        cls.posts = [
            cls.ada.post(photos.jpeg(cls.world.folder), f"Title {number} #mountains\nMore text") for number in range(7)
        ]
        cls.ada.run("comment", cls.posts[0], "A comment")
        cls.world.person("eve").run("like", cls.posts[0])

    def reddit(self, server, **options):
        """Returns PRAW, pointed at a server."""
        return praw.Reddit(
            user_agent="timeline tests",
            oauth_url=server.url,
            reddit_url=server.url,
            check_for_updates=False,
            **{"client_id": None, "client_secret": None} | options,
        )

    def check_submission(self, submission):
        self.assertEqual(submission.id, self.posts[0])
        self.assertEqual(submission.name, f"t3_{self.posts[0]}")
        self.assertEqual(submission.title.splitlines()[0], "Title 0 #mountains")
        self.assertEqual(submission.author.name, self.ada.name)
        self.assertEqual((submission.num_comments, submission.score), (1, 1))
        self.assertGreater(submission.created_utc, 1_700_000_000)
        self.fetch_picture(submission.url)
        self.fetch_picture(submission.thumbnail)

    def test_read_only(self):
        """PRAW's own read-only mode: the app is a guest of a public server."""
        app = self.call(
            "POST",
            "/api/v1/apps",
            data={"client_name": "PRAW", "redirect_uris": "http://localhost:8080", "scopes": "read"},
        ).json()
        reddit = self.reddit(self.world.public, client_id=app["client_id"], client_secret=app["client_secret"])
        self.assertTrue(reddit.read_only)
        submissions = list(reddit.subreddit("mountains").top(time_filter="all", limit=None))
        self.assertEqual({submission.id for submission in submissions}, set(self.posts))
        self.check_submission(next(submission for submission in submissions if submission.id == self.posts[0]))
        front = list(reddit.front.top(limit=25))
        self.assertEqual(len({submission.id for submission in front}), len(front))
        self.assertTrue(front)

    def test_with_a_token(self):
        """On a server without guests, with the token of a person."""
        reddit = self.reddit(self.world.server, client_id="tests")
        reddit.auth.implicit(access_token=self.token(self.ada, "read"), expires_in=3600, scope="read")
        submissions = list(reddit.subreddit("mountains").top(time_filter="all", limit=3, params={"limit": 3}))
        self.assertEqual(len(submissions), 3)

    def test_pages_to_the_end(self):
        reddit = self.reddit(self.world.server, client_id="tests")
        reddit.auth.implicit(access_token=self.token(self.ada, "read"), expires_in=3600, scope="read")
        listing = praw.models.ListingGenerator(
            reddit, "r/mountains/top", limit=None, request_limit=2, params={"t": "all"}
        )
        seen = [submission.id for submission in listing]
        self.assertEqual(sorted(seen), sorted(self.posts))

    def test_the_old_reader(self):
        """S3: `/top.json` and `/r/NAME/top.json` of a guest, with `limit`, `after` and `count`."""
        server = self.world.public
        first = self.call("GET", "/top.json?limit=5", server=server)
        self.assertEqual(first.status_code, 200, first.text)
        data = first.json()["data"]
        self.assertEqual(len(data["children"]), 5)
        second = self.call("GET", f"/top.json?limit=5&after={data['after']}&count=5", server=server).json()["data"]
        self.assertFalse(
            {child["data"]["id"] for child in data["children"]} & {child["data"]["id"] for child in second["children"]}
        )
        child = data["children"][0]["data"]
        self.fetch_picture(child["url"])
        if child["thumbnail"].startswith("http"):
            self.fetch_picture(child["thumbnail"])
        page = requests.get(server.url + child["permalink"])
        self.assertEqual(page.status_code, 200)
        for path in (
            "/r/mountains/top.json",
            "/r/mountains/top",
            "/r/mountains/top.json?limit=2",
            "/top?t=all&limit=3&raw_json=1",
        ):
            answer = self.call("GET", path, server=server)
            self.assertEqual(answer.status_code, 200, path)
        names = [
            child["data"]["id"]
            for child in self.call("GET", "/r/mountains/top.json", server=server).json()["data"]["children"]
        ]
        self.assertEqual(sorted(names), sorted(self.posts))
        self.assertEqual(
            self.call("GET", "/r/nothinghasthistag/top.json", server=server).json()["data"]["children"], []
        )

    def test_no_headers_that_break_praw(self):
        """PRAW fails if `X-RateLimit-Remaining` comes without `X-RateLimit-Used`."""
        headers = self.call("GET", "/top.json", server=self.world.public).headers
        if "X-RateLimit-Remaining" in headers:
            int(headers["X-RateLimit-Used"]), float(headers["X-RateLimit-Remaining"]), int(headers["X-RateLimit-Reset"])

    def test_guests_of_a_private_server(self):
        for path in ("/top.json", "/r/mountains/top.json"):
            answer = self.call("GET", path)
            self.assertIn(answer.status_code, (401, 403), path)
            self.assertNotIn("mountains", answer.text)
