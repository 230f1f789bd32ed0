#!/bin/bash
# Usage: run.sh BINARY    exits 0 if the product does the right thing, 1 if not, and prints one line why.
# Report: VyrCossont/slurp#22 and neodb-social/neodb#1868: "@bob" in an archive is bob of another server; an importer must not mention the local bob
# Right:  the mention stays readable (best as @bob@far.example), and the unrelated local user bob is neither linked nor notified
. "$(dirname "$0")/../lib.sh"
user ida
user bob; login ida
"$B" import mastodon "$H/input" >/dev/null 2>&1
feed --of ida | python3 -c 'import json, sys; p = json.load(sys.stdin)["posts"]; sys.exit(0 if len(p) == 1 and "bob" in p[0]["caption"] else 1)' || bad "the post is missing or lost the name"
login bob
"$B" activity --format json | python3 -c 'import json, sys; sys.exit(1 if json.load(sys.stdin)["activity"] else 0)' || bad "local @bob is notified: $("$B" activity 2>/dev/null | head -1 | sed 's/  */ /g')"
ok "local @bob is not mentioned"
