#!/usr/bin/env python3
"""Writes the records and the bodies of the vectors as inputs for the fuzzer: records.py FOLDER

The first byte of each input selects whether the rest is a record or a body.
"""
import json
import pathlib
import sys

vectors = json.loads(pathlib.Path("Tests/TimelineCoreTests/Records/Vectors/record-vectors.json").read_text())
inputs = [b"\0" + bytes.fromhex(vector["record"]) for vector in vectors["valid"] + vectors["invalid"]]
inputs += [b"\1" + bytes.fromhex(vector["body"]) for vector in vectors["valid"]]
for number, content in enumerate(inputs):
    pathlib.Path(sys.argv[1], str(number)).write_bytes(content)
