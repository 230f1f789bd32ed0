#!/bin/bash
# Usage: run.sh BINARY    exits 0 if the product does the right thing, 1 if not, and prints one line why.
# Report: RhetTbull/osxphotos#1697 (Olympus E-M10 III writes "   :  "), mindeng/nom-exif#39 (malformed offset); Exif 2.31 prescribes blanks for "unknown"
# Right:  an unknown or malformed time zone makes the zone unknown; the date itself is still used
. "$(dirname "$0")/../lib.sh"
user ida
mkdir "$T/in"; cp "$H"/input/* "$T/in/"; touch -d '2023-11-14 22:13:20 UTC' "$T"/in/*

 "$B" import folder "$T/in" >"$T/out" 2>&1
 feed | python3 -c '
import json, sys
d = [x["createdAt"][:10] for x in json.load(sys.stdin)["posts"]]
sys.exit(0 if d == ["2019-08-12", "2019-08-12"] else 1)' && ok "taken on 12 August 2019"
 bad "dated $(feed | grep createdAt | cut -c 22-31 | sort | uniq -c | xargs) (the time of the file) instead of 2019-08-12; output: $(head -1 "$T/out")"
