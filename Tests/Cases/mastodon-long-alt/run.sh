#!/bin/bash
# Usage: run.sh BINARY    exits 0 if the product does the right thing, 1 if not, and prints one line why.
# Report: mastodon/mastodon#12268 (descriptions have up to 1,500 characters) and mastodon/mastodon#39306 (up to 10,000 since 2026)
# Right:  the post and its picture are imported; the description is kept as far as it fits, and what does not fit is reported or continued
. "$(dirname "$0")/../lib.sh"
user ida
"$B" import mastodon "$H/input" >"$T/out" 2>&1; R=$?
 feed | python3 -c '
import json, sys
p = {x["caption"]: x["photos"][0].get("alt", "") for x in json.load(sys.stdin)["posts"]}
sys.exit(0 if set(p) == {"A chart", "A page of text"} and p["A chart"].startswith("The chart shows") and p["A page of text"].startswith("Transcript") else 1)' && ok "both posts kept"
 bad "exit status $R, $(feed | grep -c '"caption"') of 2 posts: $(head -1 "$T/out")"
