#!/bin/bash
# Usage: run.sh BINARY    exits 0 if the product does the right thing, 1 if not, and prints one line why.
# Report: simulot/immich-go#941: Google Takeout keeps date and description in screen43.JPG.supplemental-metadata.json
# Right:  date and description come from the JSON file, or the report says that the folder looks like Google Takeout and its dates are ignored (the documentation does not promise Takeout)
. "$(dirname "$0")/../lib.sh"
user ida
cp -r "$H/input" "$T/in"; find "$T/in" -type f -exec touch -d '2025-04-07 15:42 UTC' {} +
"$B" import folder "$T/in" >"$T/out" 2>&1
feed | grep -q '"2003-08-12T14:37:14' && ok "dated 2003-08-12"
grep -qiE 'google|takeout|date' "$T/out" && ok "the output says that dates are ignored"
bad "dated $(feed | grep -oE '20[0-9-]{8}T' | head -1) without a word about dates: $(head -1 "$T/out")"
