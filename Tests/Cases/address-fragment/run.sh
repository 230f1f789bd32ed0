#!/bin/bash
# Usage: run.sh BINARY    exits 0 if the product does the right thing, 1 if not, and prints one line why.
# Report: mastodon/mastodon#37652, bookwyrm-social/bookwyrm#2764: "#Decision" at the end of an address becomes a hashtag
# Right:  an address in a text is one entity: no tag and no mention inside it; what follows the address counts
. "$(dirname "$0")/../lib.sh"
user ida
user bob; login ida
ID=$("$B" post "$H/input/p.jpg" --caption "$(cat "$H/input/caption.txt")" --format json 2>/dev/null | python3 -c 'import json, sys; print(json.load(sys.stdin)["id"])')
[ -n "$ID" ] || bad "not posted"
G=$("$B" tags --format json 2>/dev/null | python3 -c '
import json, sys
def names(x): return [x["name"]] if isinstance(x, dict) and "name" in x else [n for y in (x.values() if isinstance(x, dict) else x if isinstance(x, list) else []) for n in names(y)]
print(*sorted(names(json.load(sys.stdin))))')
login bob
"$B" activity --format json | python3 -c 'import json, sys; sys.exit(1 if json.load(sys.stdin)["activity"] else 0)' || M=", and bob is notified"
[ "$G$M" = law ] && ok "only #law"; bad "tags: $G$M"
