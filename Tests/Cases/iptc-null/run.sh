#!/bin/bash
# Usage: run.sh BINARY    exits 0 if the product does the right thing, 1 if not, and prints one line why.
# Report: drewnoakes/metadata-extractor#122: a text in IPTC is followed by null characters and rubbish; the first null ends it
# Right:  a secondary fault keeps the post: the picture is imported, and its caption and keyword end at the null character
. "$(dirname "$0")/../lib.sh"
user ida
mkdir "$T/in"; cp -r "$H"/input/* "$T/in/"; find "$T/in" -type f -exec touch -d '2023-11-14 22:13:20 UTC' {} +

"$B" import folder "$T/in" >"$T/out" 2>&1; R=$?
feed | python3 -c '
import json, sys
p = [x["caption"] for x in json.load(sys.stdin)["posts"]]; print(p); sys.exit(0 if p == ["Boat race on the lake\n\n#boat"] else 1)' >"$T/c" && [ $R = 0 ] && ok "caption up to the null"
bad "exit status $R, captions $(cat "$T/c"): $(head -1 "$T/out")"
