#!/bin/bash
# Usage: run.sh BINARY    exits 0 if the product does the right thing, 1 if not, and prints one line why.
# Report: mikf/gallery-dl#6582 (--write-metadata puts a JSON file beside each picture), andyjohnson0/TakeoutExtractor#21 (JSON files that are no sidecars of Google)
# Right:  JSON files beside pictures make no Google Takeout unless they are those of Google: with --albums, the folder is an album with its name
. "$(dirname "$0")/../lib.sh"
user ida
mkdir "$T/in"; cp -r "$H"/input/* "$T/in/"; find "$T/in" -type f -exec touch -d '2023-11-14 22:13:20 UTC' {} +

"$B" import folder "$T/in" --albums >"$T/out" 2>&1; R=$?
feed | python3 -c '
import json, sys
p = [(x["caption"], len(x["photos"])) for x in json.load(sys.stdin)["posts"]]; print(p); sys.exit(0 if p == [("Lake trip", 2)] else 1)' >"$T/d" && [ $R = 0 ] && ok "one album"
bad "exit status $R, posts and pictures: $(cat "$T/d")"
