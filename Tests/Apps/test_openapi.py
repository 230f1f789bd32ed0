"""The OpenAPI document says what the server does, as schemathesis and the routes in the sources say."""

import json
import os
import pathlib
import re
import unittest
import urllib.parse

import requests
import yaml
from mastodon import Mastodon

import photos
from cases import AppsTest, StrictSession, run
from routes import registered_routes

DOCUMENT = yaml.safe_load((pathlib.Path(__file__).parents[2] / "Docs/OpenAPI.yaml").read_text())
SCOPES = "read write follow push profile"
CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
)
#: The calls that cannot succeed here: they need the login of a browser, `https`, or what posts do not have; the
#: streams, which do not end; and the one that leaves no notification for the others.
WITHOUT_SUCCESS = {
    "GET /oauth/authorize",
    "POST /oauth/authorize",
    "GET /.well-known/oauth-authorization-server",
    "GET /api/v1/timelines/list/{id}",
    "GET /api/v1/streaming",
    "GET /api/v1/streaming/user",
    "GET /api/v1/streaming/user/notification",
    "POST /api/v1/notifications/clear",
    *(f"POST /api/v1/statuses/{{id}}/{name}" for name in ("mute", "pin", "reblog", "translate")),
}


def operations(document):
    """Returns the operations, such as "GET /api/v1/statuses/{id}", with their descriptions."""
    return {
        f"{method.upper()} {path}": operation
        for path, item in document["paths"].items()
        for method, operation in item.items()
        if method != "parameters"
    }


class Routes(unittest.TestCase):
    def test_every_route_is_described_and_every_description_has_a_route(self):
        described = {re.sub(r"\{(\w+)\}", r":\1", name) for name in operations(DOCUMENT)}
        self.assertEqual(described, registered_routes())


class Scopes(AppsTest):
    def test_each_call_needs_the_scope_that_is_described(self):
        person = self.person()
        tokens = {"push": self.token(person, "push")}
        for name, operation in operations(DOCUMENT).items():
            scopes = [scope for choice in operation["security"] for scope in choice.get("oauth", ())]
            if not scopes:
                continue
            [scope] = scopes
            if scope not in tokens:
                tokens[scope] = self.token(person, scope)
            with self.subTest(name):
                self.assertNotIn(self.status(name, tokens[scope]), (401, 403))
                self.assertEqual(self.status(name, tokens["push"]), 403)
                self.assertEqual(self.status(name, None), 401)
                with_guests = self.status(name, None, self.world.public)
                self.assertEqual(with_guests != 401, {} in operation["security"])

    def status(self, name, token, server=None):
        """Makes a call without parameters, and returns the status of its answer."""
        method, path = name.split()
        path = re.sub(r"\{\w+\}", "x", path)
        # A stream has no end, and not every answer has the shape of a success.
        with self.call(method, path, token, server, session=requests.Session(), stream=True) as answer:
            return answer.status_code


class Schemathesis(AppsTest):
    def test_schemathesis(self):
        server = self.serve("--call-limit", "0")
        self.home = self.world.path("schemathesis")
        self.home.mkdir()
        person = self.person()
        document = self.with_values(self.values(person, server))
        (self.home / "openapi.json").write_text(json.dumps(document))
        result = run(
            [
                self.world.bin / "schemathesis",
                "run",
                self.home / "openapi.json",
                "--url",
                server.url,
                "--header",
                f"Authorization: Bearer {self.token(person, SCOPES)}",
                "--checks",
                ",".join(CHECKS),
                "--phases",
                "examples,coverage,fuzzing",
                "--exclude-path-regex",
                "^/api/v1/(streaming(/user.*)?|notifications/clear)$",
                "--max-examples",
                "30",
                "--max-redirects",
                "0",
                "--seed",
                "38",
                "--generation-deterministic",
                "--continue-on-failure",
                "--no-shrink",
                "--report-har-path",
                self.home / "calls.har",
                "--no-color",
            ],
            {"HOME": str(self.home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8"},
            self.home,
            timeout=600,
        )
        self.assertEqual(result.returncode, 0, (result.stdout + result.stderr)[-20000:])
        self.check_successes()

    def values(self, person, server):
        """Posts, comments, uploads and likes as a person, and returns the IDs that schemathesis may use."""
        client = self.client(person, server=server)
        other = self.client(self.person("leia"), server=server)
        own = [self.post(client, f"At the #beach {number}")["id"] for number in range(6)]
        others = [self.post(other, f"At the #lake {number}")["id"] for number in range(2)]
        comments = [other.status_post(f"Lovely {number}", in_reply_to_id=own[number])["id"] for number in range(2)]
        for status in own:
            other.status_favourite(status)
        users = {account["id"] for account in [*client.directory(limit=3), other.me(), client.me()]}
        uploads = [client.media_post(str(photos.jpeg(self.world.folder))) for _ in range(4)]
        address = urllib.parse.urlsplit(uploads[0]["url"])
        _, _, blob, file = address.path.split("/")
        self.picture = {"blob": blob, "file": file, **dict(urllib.parse.parse_qsl(address.query))}
        self.app = Mastodon.create_app("tests", scopes=["read"], api_base_url=server.url, session=StrictSession())
        return {
            "AccountID": sorted(map(str, users)),
            "StatusID": own + others + comments,
            "UploadID": [upload["id"] for upload in uploads],
            "NotificationID": [notification["id"] for notification in client.notifications()],
            "TagName": ["beach", "Été"],
        }

    def with_values(self, values):
        """Returns the document with IDs that exist, and bodies that succeed, among those that schemathesis sends."""
        # A copy without shared parts.
        document = json.loads(json.dumps(DOCUMENT))
        references = {f"#/components/schemas/{name}": {"enum": examples} for name, examples in values.items()}

        def replace(value):
            if isinstance(value, list):
                return [replace(element) for element in value]
            if not isinstance(value, dict):
                return value
            if value.get("$ref") in references:
                return {"anyOf": [references[value["$ref"]], value]}
            return {key: replace(element) for key, element in value.items()}

        for item in document["paths"].values():
            for part in (item, *item.values()):
                if "parameters" in part:
                    part["parameters"] = replace(part["parameters"])
        schemas = document["components"]["schemas"]
        for name in schemas:
            if "Form" in name:
                schemas[name] = replace(schemas[name])
        # The others are there to be read.
        for parameter in document["paths"]["/api/v1/notifications/{id}/dismiss"]["parameters"]:
            parameter["schema"] = {"enum": values["NotificationID"][:2]}
        app = dict(zip(("client_id", "client_secret"), self.app))
        schemas["TokenForm"]["examples"] = [{"grant_type": "client_credentials", **app}]
        schemas["RevocationForm"]["examples"] = [app]
        schemas["StatusForm"]["examples"] = [{"status": "Hello", "media_ids": values["UploadID"][:1]}]
        for parameter in document["paths"]["/media/{blob}/{file}"]["get"]["parameters"]:
            parameter["example"] = self.picture[parameter["name"]]
        return document

    def check_successes(self):
        """Checks that each operation has succeeded at least once, so that its shape has been compared."""
        patterns = {name: re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(name))) for name in operations(DOCUMENT)}
        # A path without parameters precedes the same one with a parameter.
        names = sorted(patterns, key=lambda name: (name.count("{"), name))
        succeeded = set()
        for entry in json.loads((self.home / "calls.har").read_text())["log"]["entries"]:
            call = f"{entry['request']['method']} {urllib.parse.urlsplit(entry['request']['url']).path}"
            if 200 <= entry["response"]["status"] < 300:
                succeeded |= set([name for name in names if patterns[name].fullmatch(call)][:1])
        self.assertEqual(set(names) - succeeded, WITHOUT_SUCCESS)
