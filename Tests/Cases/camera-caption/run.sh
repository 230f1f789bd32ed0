#!/bin/bash
# Usage: run.sh BINARY    exits 0 if the product does the right thing, 1 if not, and prints one line why.
# Report: inaturalist/inaturalist#2086: cameras write "OLYMPUS DIGITAL CAMERA" and the like into ImageDescription
# Right:  the camera's default text does not become a public caption; a real description does
. "$(dirname "$0")/../lib.sh"
user ida
mkdir "$T/in"; cp "$H"/input/* "$T/in/"; touch -d '2023-11-14 22:13:20 UTC' "$T"/in/*

 "$B" import folder "$T/in" >/dev/null 2>&1
 feed | python3 -c '
import json, sys
c = sorted(x["caption"] for x in json.load(sys.stdin)["posts"]); print([x for x in c if x and x[:4] != "Boat"])
sys.exit(0 if len(c) == 5 and [x for x in c if x] == ["Boat race on the lake"] else 1)' >"$T/c" && ok "only the real description"
 bad "captions $(cat "$T/c")"
