#!/usr/bin/env python3
"""Writes the messages of the vectors as inputs for the fuzzer: reconciliation.py FOLDER

The first byte of each input selects the number of items.
"""
import json
import pathlib
import sys

vectors = json.loads(pathlib.Path("Tests/NegentropyTests/Vectors/negentropy-vectors.json").read_text())
texts = (message.get("client", message.get("server")) for case in vectors["cases"] for message in case["messages"])
messages = {text for text in texts if isinstance(text, str)}
for number, text in enumerate(sorted(messages)):
    pathlib.Path(sys.argv[1], str(number)).write_bytes(bytes([number % 4]) + bytes.fromhex(text))
