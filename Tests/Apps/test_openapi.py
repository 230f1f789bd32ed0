"""The OpenAPI document says what the server does, as schemathesis finds out."""

import os
import pathlib
import unittest

from cases import AppsTest, run

DOCUMENT = pathlib.Path(__file__).parents[2] / "Docs/OpenAPI.yaml"


@unittest.skipUnless(DOCUMENT.exists(), "There is no Docs/OpenAPI.yaml.")
class OpenAPI(AppsTest):
    def test_schemathesis(self):
        home = self.world.path("schemathesis")
        home.mkdir()
        person = self.person()
        self.post(self.client(person))
        result = run(
            [
                self.world.bin / "schemathesis",
                "run",
                DOCUMENT,
                "--url",
                self.url,
                "--header",
                f"Authorization: Bearer {self.token(person)}",
                "--checks",
                "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance",
                "--max-examples",
                "25",
                "--seed",
                "38",
                "--generation-deterministic",
                "--workers",
                "1",
                "--no-color",
            ],
            {"HOME": str(home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8"},
            home,
            timeout=900,
        )
        self.assertEqual(result.returncode, 0, (result.stdout + result.stderr)[-6000:])
