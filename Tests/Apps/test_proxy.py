"""A server behind a reverse proxy, and one with a certificate of its own."""

import re
import urllib.parse

import requests
from mastodon import Mastodon

import entities
from cases import AppsTest, StrictSession
from pages import Visitor
from proxy import certificate
from world import PASSWORD

REDIRECT = "https://app.example/cb"


class Behind(AppsTest):
    """`timeline serve --url https://NAME`, which a proxy with a certificate reaches."""

    def setUp(self):
        super().setUp()
        self.secure = self.world.secure
        self.session = StrictSession()
        self.session.verify = str(self.secure.certificate)

    def test_mastodon_py_through_the_proxy(self):
        person = self.person()
        app = self.world.path("app.secret")
        Mastodon.create_app(
            "Proxied", scopes=["read", "write"], to_file=str(app), api_base_url=self.secure.url, session=self.session
        )
        client = Mastodon(client_id=str(app), session=self.session, ratelimit_method="throw")
        # The document of RFC 8414 exists here, so Mastodon.py follows its addresses.
        address = client.auth_request_url(scopes=["read", "write"])
        visitor = Visitor(self.secure.url, str(self.secure.certificate))
        client.log_in(code=visitor.authorize(address, person).code, scopes=["read", "write"])
        self.assertEqual(client.me().username, person.name)
        client.log_in(person.email, PASSWORD, scopes=["read"])
        self.assertEqual(client.me().username, person.name)
        for cookie in visitor.session.cookies:
            self.assertTrue(cookie.secure, cookie.name)

    def test_addresses_are_those_of_the_proxy(self):
        client = Mastodon(
            access_token=self.token(self.person()),
            api_base_url=self.secure.url,
            session=self.session,
            ratelimit_method="throw",
        )
        statuses = [self.post(client, f"Number {number} @leia #sky") for number in range(3)]
        for status in statuses:
            for address in (
                status.url,
                status.uri,
                status.account.url,
                status.account.avatar,
                status.media_attachments[0].url,
            ):
                self.assertTrue(address.startswith(self.secure.url + "/"), address)
            for address in re.findall(r'href="([^"]+)"', status.content):
                self.assertTrue(address.startswith(self.secure.url + "/"), address)
        self.assertEqual(client.instance_v2().domain, self.secure.url.removeprefix("https://"))
        page = client.timeline_home(limit=1)
        seen = [str(page[0].id)]
        while page := client.fetch_next(page):
            seen.append(str(page[0].id))
        self.assertEqual(seen, [str(status.id) for status in reversed(statuses)])
        answer = self.call("GET", "/api/v1/timelines/home?limit=1", client.access_token, self.secure, self.session)
        self.assertIn(f"<{self.secure.url}/api/v1/timelines/home?", answer.headers["Link"])
        content = self.session.get(statuses[0].media_attachments[0].url)
        self.assertEqual(content.status_code, 200)

    def test_other_hosts_are_refused(self):
        port = self.secure.target
        for host in ("evil.example", "localhost.evil.example"):
            answer = requests.get(f"http://127.0.0.1:{port}/api/v1/instance", headers={"Host": host})
            self.assertGreaterEqual(answer.status_code, 400, host)
            self.assertNotIn("uri", answer.text)


class Encrypted(AppsTest):
    """`timeline serve --tls-cert --tls-key`, of a program that was built with TLS."""

    def test_mastodon_py(self):
        public, key = certificate(self.world.folder)
        try:
            server = self.world.serve(None, "--tls-cert", str(public), "--tls-key", str(key))
        except AssertionError as error:
            if "TLS" in str(error):
                self.skipTest("The program was built without TLS.")
            raise
        url = f"https://localhost:{urllib.parse.urlsplit(server.url).port}"
        session = StrictSession()
        session.verify = str(public)
        client = Mastodon(
            access_token=self.token(self.person()), api_base_url=url, session=session, ratelimit_method="throw"
        )
        status = self.post(client)
        self.assertTrue(status.url.startswith("https://"), status.url)
        document = session.get(f"{url}/.well-known/oauth-authorization-server")
        self.assertEqual(document.status_code, 200)
        entities.OAUTH_SERVER(document.json(), "document")
