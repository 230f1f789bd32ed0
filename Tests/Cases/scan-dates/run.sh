#!/bin/bash
# Usage: run.sh BINARY    exits 0 if the product does the right thing, 1 if not, and prints one line why.
# Report: TheLastGimbus/GooglePhotosTakeoutHelper#136, photoprism/photoprism#3220 (scans older than 1970), photonixapp/photonix#249 (old scans sorted above new photos); XMP dates may be a year or a day only
# Right:  partial XMP dates are used; a picture older than 1970 is put at the beginning, or at least reported, never silently dated by its file
. "$(dirname "$0")/../lib.sh"
user ida
mkdir "$T/in"; cp "$H"/input/* "$T/in/"; touch -d '2023-11-14 22:13:20 UTC' "$T"/in/*

 "$B" import folder "$T/in" --report "$T/rep" >"$T/out" 2>&1
 feed | python3 -c '
import json, sys
d = sorted(x["createdAt"][:10] for x in json.load(sys.stdin)["posts"]); r = open(sys.argv[1]).read()
print(" ".join(d))
old = any(x < "1971" for x in d) or "wedding1954" in r
sys.exit(0 if old and any(x[:4] == "1985" for x in d) and "1998-05-06" in d else 1)' "$T/rep" >"$T/d" && ok "$(cat "$T/d")"
 bad "1954, 1985 and 1998-05-06 are dated $(cat "$T/d") (the time of the files); findings in the report: $(grep -c outcome "$T/rep")"
