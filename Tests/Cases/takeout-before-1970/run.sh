#!/bin/bash
# Usage: run.sh BINARY    exits 0 if the product does the right thing, 1 if not, and prints one line why.
# Report: TheLastGimbus/GooglePhotosTakeoutHelper#32, #136: the JSON file of a scan has a negative timestamp; also markdoliner/flickrmirrorer#14
# Right:  a date before 1970 is the first day that a post can have, with its year in the report, whatever source states it; later scans stay later
. "$(dirname "$0")/../lib.sh"
user ida
mkdir "$T/in"; cp -r "$H"/input/* "$T/in/"; find "$T/in" -type f -exec touch -d '2023-11-14 22:13:20 UTC' {} +

"$B" import folder "$T/in" --report "$T/rep" >"$T/out" 2>&1
feed | python3 -c '
import json, sys
p = sorted((x["createdAt"], x["caption"]) for x in json.load(sys.stdin)["posts"])
r = " ".join(json.loads(l).get("reason", "") for l in open(sys.argv[1])); years = [y for y in ("1944", "1965") if y in r]
print([x[0][:10] for x in p], "years in the report:", years)
sys.exit(0 if [(d[:10], c) for d, c in p] == [("1970-01-01", "Grandmother at school"), ("1970-01-01", "Grandmother in the garden")] and len(years) == 2 else 1)' "$T/rep" >"$T/d" && ok "1970-01-01, with the years in the report"
bad "scans of 1944 and 1965 are dated $(cat "$T/d")"
