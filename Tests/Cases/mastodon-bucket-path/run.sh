#!/bin/bash
# Usage: run.sh BINARY    exits 0 if the product does the right thing, 1 if not, and prints one line why.
# Report: mastodon/mastodon app/services/backup_service.rb keeps the path of the media URL; on servers with path-style object storage (e.g. mastodon.world: s3…/mastodonworld/media_attachments/…) that path starts with the bucket, but the files in the archive do not. Related: blackle/mastodon-data-viewer.py#4
# Right:  each attachment is found by the end of its path, although the path in outbox.json is longer than that of the file
. "$(dirname "$0")/../lib.sh"
user ida
"$B" import mastodon "$H/input" >"$T/out" 2>&1; R=$?
 feed | python3 -c '
import json, sys
p = json.load(sys.stdin)["posts"]
sys.exit(0 if sorted(x["caption"] for x in p) == ["Picture 1", "Picture 2"] and len({x["photos"][0]["blob"] for x in p}) == 2 else 1)' && ok "both posts with their own pictures"
 bad "exit status $R: $(head -1 "$T/out")"
