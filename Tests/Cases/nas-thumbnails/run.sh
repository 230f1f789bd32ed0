#!/bin/bash
# Usage: run.sh BINARY    exits 0 if the product does the right thing, 1 if not, and prints one line why.
# Report: simulot/immich-go#319, immich-app/immich#7980: thumbnails in Synology's @eaDir are imported as photos, dated today
# Right:  the folder has one photo
. "$(dirname "$0")/../lib.sh"
user ida
"$B" import folder "$H/input" >"$T/out" 2>&1
N=$(feed | grep -c '"caption"'); [ "$N" = 1 ] && ok "1 post"; bad "$N posts from 1 photo: $(tail -1 "$T/out")"
