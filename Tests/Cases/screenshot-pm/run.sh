#!/bin/bash
# Usage: run.sh BINARY    exits 0 if the product does the right thing, 1 if not, and prints one line why.
# Report: earendil-works/pi#3135 (macOS writes "am" and "pm" in lower case in some countries), geospiza-fortis/owlrepo-client#32 (one digit of the hour)
# Right:  half of the day in a name counts in either case, after any kind of space
. "$(dirname "$0")/../lib.sh"
user ida
mkdir "$T/in"; cp -r "$H"/input/* "$T/in/"; find "$T/in" -type f -exec touch -d '2023-11-14 22:13:20 UTC' {} +

touch -d '2025-11-01 12:00 UTC' "$T"/in/*
"$B" import folder "$T/in" >/dev/null 2>&1
D=$(feed | grep -oE '"20[0-9T:-]{17}' | tr -d '"' | sort | xargs)
W="2020-09-04T21:12:10 2021-05-06T19:08:09 2023-04-14T23:02:03 2024-07-12T00:15:30"
[ "$D" = "$W" ] && ok "$D"; bad "dated $D instead of $W"
