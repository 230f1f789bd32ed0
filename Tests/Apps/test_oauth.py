"""Apps register, sign in in both ways, and sign out."""

import base64
import hashlib
import re
import secrets
import urllib.parse

import requests
from mastodon import Mastodon, MastodonIllegalArgumentError, MastodonUnauthorizedError

from cases import AppsTest, StrictSession
from pages import Visitor
from world import PASSWORD

OOB = "urn:ietf:wg:oauth:2.0:oob"


class OAuthTest(AppsTest):
    """A test with registered apps, on a server of its own, because an address may register only so many."""

    server = None

    @classmethod
    def setUpClass(cls):
        cls.server = cls.serve()

    def register(self, redirect=OOB, scopes="read write", name="Photo App", **options):
        """Registers an app."""
        data = {
            "client_name": name,
            "redirect_uris": redirect,
            "scopes": scopes,
            "website": "https://app.example",
        } | options
        response = self.call("POST", "/api/v1/apps", data=data)
        self.assertEqual(response.status_code, 200, response.text)
        return response.json()

    def address(self, app, path="/oauth/authorize", **options):
        """Returns the address at which a person lets an app act for them."""
        query = {
            "response_type": "code",
            "client_id": app["client_id"],
            "redirect_uri": OOB,
            "scope": "read write",
        } | options
        return f"{path}?{urllib.parse.urlencode({key: value for key, value in query.items() if value is not None})}"

    def exchange(self, app, proof, status=200, server=None, **options):
        """Exchanges a code for a token."""
        data = {
            "grant_type": "authorization_code",
            "code": proof,
            "client_id": app["client_id"],
            "client_secret": app["client_secret"],
            "redirect_uri": OOB,
        } | options
        data = {key: value for key, value in data.items() if value is not None}
        response = self.call("POST", "/oauth/token", data=data, server=server)
        self.assertEqual(response.status_code, status, response.text)
        return response.json()

    def authorize(self, app, person, button=None, **options):
        """Lets an app act for a person who has just opened their browser."""
        return Visitor(self.url).authorize(self.address(app, **options), person, button)

    def me(self, token):
        """Returns the username of the person for whom a token acts."""
        response = self.call("GET", "/api/v1/accounts/verify_credentials", token)
        self.assertEqual(response.status_code, 200, response.text)
        return response.json()["username"]


class Registration(OAuthTest):
    def test_in_three_encodings(self):
        fields = {
            "client_name": "Ünïcode <App>",
            "redirect_uris": f"{OOB}\nmyapp://callback",
            "scopes": "read write:favourites",
        }
        bodies = (
            {"data": fields},
            {"json": fields},
            {"files": {name: (None, value) for name, value in fields.items()}},
            {"json": fields | {"redirect_uris": [OOB, "myapp://callback"]}},
        )
        apps = [self.call("POST", "/api/v1/apps", **body).json() for body in bodies]
        for app in apps:
            self.assertEqual(app["name"], "Ünïcode <App>")
            self.assertIn(OOB, app["redirect_uri"])
            if "scopes" in app:
                self.assertEqual(app["scopes"], ["read", "write:favourites"])
        self.assertEqual(len({app["client_id"] for app in apps}), len(apps))
        self.assertEqual(len({app["client_secret"] for app in apps}), len(apps))

    def test_that_is_refused(self):
        good = {"client_name": "App", "redirect_uris": OOB, "scopes": "read"}
        for change in (
            {"client_name": ""},
            {"client_name": "n" * 5000},
            {"redirect_uris": ""},
            {"redirect_uris": "javascript:alert(1)"},
            {"redirect_uris": "JavaScript:alert(1)"},
            {"redirect_uris": "data:text/html,x"},
            {"redirect_uris": "/relative"},
            {"redirect_uris": "https://app.example/#fragment"},
            {"redirect_uris": "http://[bad"},
            {"scopes": "admin:read"},
            {"redirect_uris": f"{OOB}\njavascript:alert(1)"},
            {"redirect_uris": "https://app.example/\r\nSet-Cookie: x"},
            {"scopes": "everything"},
        ):
            with self.subTest(change=change):
                self.check_error(self.call("POST", "/api/v1/apps", data=good | change), 422)

    def test_a_website_that_is_none(self):
        """Its address is left out."""
        data = {"client_name": "App", "redirect_uris": OOB, "scopes": "read", "website": "javascript:alert(1)"}
        self.assertIsNone(self.call("POST", "/api/v1/apps", data=data).json()["website"])

    def test_the_metadata_document(self):
        # Over plain http, Mastodon.py refuses the addresses in it, and RFC 8414 demands https.
        self.assertEqual(requests.get(f"{self.url}/.well-known/oauth-authorization-server").status_code, 404)
        secure = self.world.secure
        response = requests.get(f"{secure.url}/.well-known/oauth-authorization-server", verify=str(secure.certificate))
        self.assertEqual(response.status_code, 200, response.text)
        document = response.json()
        self.assertEqual(document["issuer"].rstrip("/"), secure.url)
        for name in ("authorization", "token", "revocation"):
            self.assertTrue(document[f"{name}_endpoint"].startswith(secure.url + "/oauth/"), document)
        self.assertLessEqual(
            {"authorization_code", "client_credentials", "password"}, set(document["grant_types_supported"])
        )
        self.assertEqual(document["code_challenge_methods_supported"], ["S256"])
        self.assertEqual(document["response_types_supported"][0], "code")


class MastodonPy(OAuthTest):
    def test_registers_and_logs_in_by_password(self):
        person, app, kept = self.person(), self.world.path("app.secret"), self.world.path("user.secret")
        identity = Mastodon.create_app(
            "Tests",
            scopes=["read", "write"],
            website="https://tests.example",
            to_file=str(app),
            api_base_url=self.url,
            session=StrictSession(),
        )
        self.assertTrue(all(identity))
        client = Mastodon(client_id=str(app), session=StrictSession(), ratelimit_method="throw")
        with self.assertRaises(MastodonIllegalArgumentError):
            client.log_in(person.email, "not the password", scopes=["read"])
        with self.assertRaises(MastodonIllegalArgumentError):
            client.log_in("nobody@timeline.example", PASSWORD, scopes=["read"])
        token = client.log_in(person.email, PASSWORD, scopes=["read", "write"], to_file=str(kept))
        self.assertEqual(client.account_verify_credentials().username, person.name)
        self.assertEqual(client.app_verify_credentials().name, "Tests")

        again = Mastodon(access_token=str(kept), session=StrictSession(), ratelimit_method="throw")
        self.assertEqual(again.access_token, token)
        self.assertEqual(again.me().acct, person.name)
        again.revoke_access_token()
        with self.assertRaises(MastodonUnauthorizedError) as caught:
            client.me()
        self.assertIn("revoked", str(caught.exception))

    def test_logs_in_by_code(self):
        person, app = self.person(), self.world.path("app.secret")
        Mastodon.create_app("Tests <b>", scopes=["read"], to_file=str(app), api_base_url=self.url)
        client = Mastodon(client_id=str(app), session=StrictSession(), ratelimit_method="throw")
        address = client.auth_request_url(scopes=["read"])
        visitor = Visitor(self.url)
        consent = visitor.authorize(address, person)
        self.assertTrue(consent.code, consent.response.text)
        client.log_in(code=consent.code, scopes=["read"])
        self.assertEqual(client.me().username, person.name)
        with self.assertRaises(MastodonIllegalArgumentError):
            client.log_in(code=consent.code, scopes=["read"])
        with self.assertRaises(MastodonIllegalArgumentError):
            client.log_in(code="nonsense", scopes=["read"])


class Consenting(OAuthTest):
    def test_page(self):
        """The page shows the app and what it asks for, as text, and cannot be framed, shared or read by other sites."""
        person, visitor = self.person(), Visitor(self.url)
        app = self.register(name='Evil "App" <img src=x onerror=alert(1)>')
        response, page, form = visitor.consent_form(self.address(app, state="s"), person)
        self.assertIsNotNone(form, response.text)
        self.assertIn('Evil "App" <img src=x onerror=alert(1)>', page.text)
        self.assertIn("app.example", page.text)
        self.assertIn(person.name, page.text)
        self.assertNotIn("<img src=x", response.text)
        for answer in visitor.seen:
            with self.subTest(url=answer.url.split("?")[0]):
                self.assertIn("frame-ancestors 'none'", answer.headers.get("Content-Security-Policy", ""))
                self.assertIn(answer.headers.get("Referrer-Policy"), ("no-referrer", "same-origin"))
                self.assertNotIn("Access-Control-Allow-Origin", answer.headers)
                self.assertRegex(answer.headers.get("Cache-Control", ""), "private|no-store")

    def test_addresses_with_and_without_a_slash(self):
        person, app = self.person(), self.register()
        for path in ("/oauth/authorize", "/oauth/authorize/"):
            for more in ({}, {"state": "None", "lang": "None", "force_login": "False"}):
                with self.subTest(path=path, more=more):
                    consent = self.authorize(app, person, path=path, **more)
                    self.assertEqual(self.me(self.exchange(app, consent.code)["access_token"]), person.name)

    def test_redirects_to_the_app(self):
        person = self.person()
        for redirect in (
            "https://app.example/callback",
            "https://app.example/callback?kept=1",
            "http://127.0.0.1:9/cb",
            "icecubesapp://",
            "myapp://oauth/callback",
            "com.example.app:/cb",
            "igCLIENT://authorize",
        ):
            with self.subTest(redirect=redirect):
                app = self.register(redirect)
                consent = self.authorize(app, person, redirect_uri=redirect, state='a "state" &+/=ü')
                self.assertIn(consent.response.status_code, (302, 303), consent.response.text)
                self.assertTrue(consent.location.startswith(redirect), consent.location)
                self.assertEqual(consent.query.get("state"), 'a "state" &+/=ü')
                if "kept" in redirect:
                    self.assertEqual(consent.query.get("kept"), "1")
                answer = self.exchange(app, consent.code, redirect_uri=redirect)
                self.assertEqual(self.me(answer["access_token"]), person.name)

    def test_wrong_redirects_show_an_error_and_lead_nowhere(self):
        person, app = self.person(), self.register("https://app.example/callback")
        for redirect in (
            "https://app.example/callback/",
            "https://app.example/callbackx",
            "https://app.example/callback?x=1",
            "https://APP.example/callback",
            "https://evil.example/",
            "http://app.example/callback",
            "javascript:alert(1)",
            "//app.example/callback",
            OOB,
        ):
            with self.subTest(redirect=redirect):
                consent = self.authorize(app, person, redirect_uri=redirect)
                self.assertIsNone(consent.location)
                self.assertGreaterEqual(consent.response.status_code, 400)
        unknown = self.authorize({"client_id": "0" * 32}, person, redirect_uri="https://app.example/callback")
        self.assertIsNone(unknown.location)
        self.assertGreaterEqual(unknown.response.status_code, 400)

    def test_faults_redirect_nobody(self):
        """Anyone can register any address, so only the person's own decision leads there."""
        person, redirect = self.person(), "https://app.example/cb"
        app = self.register(redirect, scopes="read")
        for options, error in (
            ({"scope": "read write"}, "invalid_scope"),
            ({"scope": "nonsense"}, "invalid_scope"),
            ({"response_type": "nonsense"}, "unsupported_response_type"),
            ({"code_challenge": "x", "code_challenge_method": "plain"}, "invalid_request"),
        ):
            with self.subTest(options=options):
                consent = self.authorize(
                    app, person, **({"redirect_uri": redirect, "state": "st", "scope": "read"} | options)
                )
                self.assertIsNone(consent.location)
                self.assertEqual(consent.response.status_code, 400)
                self.assertIn(error, consent.page.text)
                self.assertIn("Photo App", consent.page.text)
                guest = requests.get(
                    self.url
                    + self.address(app, **({"redirect_uri": redirect, "scope": "read"} | options)),
                    allow_redirects=False,
                )
                self.assertTrue(guest.headers["Location"].startswith("/login?"), guest.headers["Location"])

    def test_refusing(self):
        redirect = "https://app.example/cb"
        app, person = self.register(redirect), self.person()
        consent = self.authorize(app, person, "(?i)deny|refuse|cancel", redirect_uri=redirect, state="st")
        self.assertEqual(
            consent.query,
            {"error": "access_denied", "state": "st"}
            | {key: value for key, value in consent.query.items() if key == "error_description"},
        )

    def test_forged_consent(self):
        """Another site cannot press the button: the form needs its token, and the request the same origin."""
        person, app, visitor = self.person(), self.register(), Visitor(self.url)
        response, _, form = visitor.consent_form(self.address(app), person)
        button = next((dict([pair]) for pair in form.buttons if pair), {})
        address = urllib.parse.urljoin(response.url, form.action)
        token_fields = [name for name in form.fields if "token" in name.lower()]
        self.assertTrue(token_fields, "The form has no token.")
        for name in token_fields:
            for value in ("", "AAAA", None):
                fields = form.fields | button | ({} if value is None else {name: value})
                if value is None:
                    del fields[name]
                answer = visitor.session.post(address, data=fields, allow_redirects=False)
                self.assertGreaterEqual(answer.status_code, 400, f"{name}={value}")
        for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}):
            answer = visitor.session.post(address, data=form.fields | button, headers=headers, allow_redirects=False)
            self.assertGreaterEqual(answer.status_code, 400, headers)
        stranger = requests.post(address, data=form.fields | button, allow_redirects=False)
        self.assertNotIn("code=", stranger.headers.get("Location", ""))
        # A token of an app does not replace the cookie.
        answer = requests.post(
            address,
            data=form.fields | button,
            allow_redirects=False,
            headers={"Authorization": f"Bearer {self.token(person)}"},
        )
        self.assertNotIn("code=", answer.headers.get("Location", ""))


class Codes(OAuthTest):
    def test_single_use_and_binding(self):
        person, redirect = self.person(), "https://app.example/cb"
        app, other = self.register(f"{redirect}\n{OOB}"), self.register(f"{redirect}\n{OOB}")

        def code():
            return self.authorize(app, person, redirect_uri=redirect).code

        token = self.exchange(app, first := code(), redirect_uri=redirect)["access_token"]
        error = self.exchange(app, first, 400, redirect_uri=redirect)
        self.assertEqual(error["error"], "invalid_grant")
        for options, status, name in (
            ({"client_id": other["client_id"], "client_secret": other["client_secret"]}, 400, "invalid_grant"),
            ({"redirect_uri": OOB}, 400, "invalid_grant"),
            ({"redirect_uri": None}, 400, "invalid_grant"),
            ({"client_secret": "wrong"}, 401, "invalid_client"),
            ({"client_id": "0" * 32}, 401, "invalid_client"),
            ({"grant_type": "nonsense"}, 400, "unsupported_grant_type"),
            ({"grant_type": None}, 400, "invalid_request"),
            ({"code": None}, 400, "invalid_request"),
        ):
            with self.subTest(options=options):
                error = self.exchange(app, code(), status, **({"redirect_uri": redirect} | options))
                self.assertEqual(error["error"], name)
        self.assertIn(self.call("GET", "/api/v1/accounts/verify_credentials", token).status_code, (200, 401))

    def test_proof_key(self):
        person, app = self.person(), self.register()
        verifier = secrets.token_urlsafe(48)
        challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
        options = {"code_challenge": challenge, "code_challenge_method": "S256"}
        token = self.exchange(app, self.authorize(app, person, **options).code, code_verifier=verifier)["access_token"]
        self.assertEqual(self.me(token), person.name)
        for wrong in (None, "", verifier[:-1], challenge):
            with self.subTest(wrong=wrong):
                error = self.exchange(app, self.authorize(app, person, **options).code, 400, code_verifier=wrong)
                self.assertEqual(error["error"], "invalid_grant")
        # A verifier without a challenge is a downgrade (RFC 9700, section 4.8).
        self.exchange(app, self.authorize(app, person).code, 400, code_verifier=verifier)

    def test_three_encodings_and_basic_credentials(self):
        person, app = self.person(), self.register()

        def fields():
            return {"grant_type": "authorization_code", "code": self.authorize(app, person).code, "redirect_uri": OOB}

        identity = {"client_id": app["client_id"], "client_secret": app["client_secret"]}
        for body in (
            {"data": fields() | identity},
            {"json": fields() | identity},
            {"files": {name: (None, value) for name, value in (fields() | identity).items()}},
            {"data": fields(), "auth": (app["client_id"], app["client_secret"])},
        ):
            with self.subTest(body=body):
                response = self.call("POST", "/oauth/token", **body)
                self.assertEqual(response.status_code, 200, response.text)
                self.assertIn("no-store", response.headers.get("Cache-Control", ""))
                self.assertEqual(self.me(response.json()["access_token"]), person.name)

    def test_scopes_of_the_answer(self):
        person, app = self.person(), self.register(scopes="read write follow push")
        for scope in ("read", "read write follow push", "read:statuses write:favourites", "write:media read:accounts"):
            with self.subTest(scope=scope):
                answer = self.exchange(app, self.authorize(app, person, scope=scope).code)
                self.assertEqual(set(answer["scope"].split()), set(scope.split()))
        answer = self.exchange(app, self.authorize(app, person, scope=None).code)
        self.assertEqual(answer["scope"], "read")


class Passwords(OAuthTest):
    def grant(self, app, person, headers={}, server=None, **options):
        data = {
            "grant_type": "password",
            "username": person.email,
            "password": person.password,
            "scope": "read",
            "client_id": app["client_id"],
            "client_secret": app["client_secret"],
        }
        return self.call("POST", "/oauth/token", data=data | options, headers=headers, server=server)

    def test_grant(self):
        person, app = self.person(), self.register()
        response = self.grant(app, person)
        self.assertEqual(response.status_code, 200, response.text)
        self.assertEqual(self.me(response.json()["access_token"]), person.name)
        for options, status, name in (
            ({"password": "wrong"}, 400, "invalid_grant"),
            ({"username": "nobody@x.example"}, 400, "invalid_grant"),
            ({"client_secret": "wrong"}, 401, "invalid_client"),
            ({"scope": "read admin:read"}, 400, "invalid_scope"),
            ({"scope": "follow"}, 400, "invalid_scope"),
        ):
            with self.subTest(options=options):
                answer = self.grant(app, person, **options)
                self.assertEqual(answer.status_code, status, answer.text)
                self.assertEqual(answer.json()["error"], name)

    def test_other_sites_cannot_try_passwords(self):
        person, app = self.person(), self.register()
        for headers in ({"Origin": "https://evil.example"}, {"Origin": "null"}):
            answer = self.grant(app, person, headers)
            self.assertGreaterEqual(answer.status_code, 400, headers)
            self.assertNotIn("access_token", answer.text)

    def test_apps_themselves(self):
        """An app without a user is a guest."""
        app = self.register()
        data = {
            "grant_type": "client_credentials",
            "client_id": app["client_id"],
            "client_secret": app["client_secret"],
            "scope": "read",
        }
        answer = self.call("POST", "/oauth/token", data=data)
        self.assertEqual(answer.status_code, 200, answer.text)
        token = answer.json()["access_token"]
        response = self.call("GET", "/api/v1/apps/verify_credentials", token)
        self.assertEqual(response.json()["name"], app["name"])
        self.assertIn(self.call("GET", "/api/v1/accounts/verify_credentials", token).status_code, (401, 403, 422))
        self.assertIn(self.call("GET", "/api/v1/timelines/home", token).status_code, (401, 403, 422))


class Sessions(OAuthTest):
    def test_listed_and_revoked_by_the_person(self):
        """The app's token is a session with its name, which the person can end on the command line and on the pages."""
        person, app = self.person(), self.register(name="Listed App")
        tokens = [self.exchange(app, self.authorize(app, person).code)["access_token"] for _ in range(2)]
        sessions = [session for session in person.run("sessions")["sessions"] if "Listed App" in session["label"]]
        self.assertEqual(len(sessions), 2)
        person.run("sessions", "revoke", sessions[0]["id"])
        statuses = sorted(self.call("GET", "/api/v1/timelines/home", token).status_code for token in tokens)
        self.assertEqual(statuses, [200, 401])

        visitor = Visitor(self.url)
        _, page = visitor.open("/login")
        visitor.log_in_at(page, person)
        response, page = visitor.open("/settings")
        self.assertIn("Listed App", page.text)

    def test_revoking_needs_the_app(self):
        person, app, other = self.person(), self.register(), self.register()
        token = self.exchange(app, self.authorize(app, person).code)["access_token"]
        for identity in (
            {},
            {"client_id": other["client_id"], "client_secret": other["client_secret"]},
            {"client_id": app["client_id"], "client_secret": "wrong"},
        ):
            answer = self.call("POST", "/oauth/revoke", data={"token": token} | identity)
            self.assertIn(answer.status_code, (401, 403), answer.text)
            self.assertEqual(self.me(token), person.name)
        identity = {"client_id": app["client_id"], "client_secret": app["client_secret"]}
        for wrong in ("nonsense", token):
            # RFC 7009: an unknown token is no error.
            answer = self.call("POST", "/oauth/revoke", data={"token": wrong} | identity)
            self.assertEqual((answer.status_code, answer.text), (200, "{}"))
        self.check_error(self.call("GET", "/api/v1/accounts/verify_credentials", token), 401)

    def test_new_password_ends_apps(self):
        person, app = self.person(), self.register()
        token = self.exchange(app, self.authorize(app, person).code)["access_token"]
        person.run("passwd", "--password-stdin", input=f"{PASSWORD}\nanother-{PASSWORD}\n")
        self.check_error(self.call("GET", "/api/v1/accounts/verify_credentials", token), 401)

    def test_secrets_are_not_logged_or_stored(self):
        """Neither the log nor the files of the store contain a token, a code or a secret."""
        person, server = self.person(), self.world.serve(None, "--verbose")
        app = self.call(
            "POST", "/api/v1/apps", server=server, data={"client_name": "A", "redirect_uris": OOB, "scopes": "read"}
        ).json()
        code = Visitor(server.url).authorize(self.address(app, scope="read"), person).code
        token = self.exchange(app, code, server=server)["access_token"]
        self.assertEqual(self.call("GET", f"/v1/users/self?access_token={token}", server=server).status_code, 200)
        self.call("GET", "/api/v1/timelines/home", token, server=server)
        words = [token, code, app["client_secret"]]
        for word in words:
            self.assertNotIn(word, server.log())
        if isinstance(self.world.store, str):
            self.skipTest("The store is a database.")
        for path in self.world.store.rglob("*"):
            if path.is_file():
                content = path.read_bytes()
                for word in words:
                    self.assertNotIn(word.encode(), content, path)

    def test_script_tokens(self):
        """`timeline token create` makes tokens with the given scopes."""
        person = self.person()
        token = self.token(person, "read")
        self.assertEqual(self.me(token), person.name)
        self.check_error(self.call("POST", "/api/v1/statuses", token, data={"status": "x"}), 403, "authorized scopes")
        labels = [session["label"] for session in person.run("sessions")["sessions"]]
        self.assertTrue(any(re.search(r"\btests\b", label) for label in labels), labels)
