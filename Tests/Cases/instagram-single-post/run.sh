#!/bin/bash
# Usage: run.sh BINARY    exits 0 if the product does the right thing, 1 if not, and prints one line why.
# Report: pixelfed/pixelfed#5272: a user with one post gets posts_1.json with an object instead of an array
# Right:  the one post is imported, with caption, date and all its pictures
. "$(dirname "$0")/../lib.sh"
user ida
"$B" import instagram "$H/input/one" >"$T/out" 2>&1; R1=$?
 "$B" import instagram "$H/input/album" >>"$T/out" 2>&1; R2=$?
 feed | python3 -c '
import json, sys
p = {x["caption"]: (x["createdAt"][:16], len(x["photos"])) for x in json.load(sys.stdin)["posts"]}
w = {"My only post ☀️": ("2024-06-01T12:00", 1), "Zwei Bilder für euch": ("2024-06-01T12:00", 2)}
sys.exit(0 if p == w else 1)' && ok "both single-post archives imported"
 bad "exit statuses $R1 and $R2, $(feed | grep -c '"caption"') of 2 posts: $(grep -m1 -i 'no picture\|not supported' "$T/out")"
