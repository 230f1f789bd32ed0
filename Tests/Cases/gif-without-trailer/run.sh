#!/bin/bash
# Usage: run.sh BINARY    exits 0 if the product does the right thing, 1 if not, and prints one line why.
# Report: image-rs/image-gif#138 and #237, WebKit/WebKit#1678: many GIF files lack the last byte; browsers and ImageMagick show them
# Right:  all frames are there, so the picture is accepted; the copy for others ends in the trailer. A GIF that is cut short within its last frame stays refused
. "$(dirname "$0")/../lib.sh"
user ida
"$B" post "$H/input/still.gif" --format json >"$T/p" 2>"$T/e" || bad "$(grep -o '"message".*' "$T/e" | head -1)"
"$B" post "$H/input/moving.gif" --format json >/dev/null 2>"$T/e" || bad "$(grep -o '"message".*' "$T/e" | head -1)"
"$B" post "$H/input/cut.gif" --format json >/dev/null 2>&1 && bad "a GIF without half of its pixels is accepted"
"$B" save "$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["id"])' "$T/p")" --stripped -o "$T/s.gif" >/dev/null 2>&1
[ "$(tail -c 1 "$T/s.gif")" = ';' ] && ok "accepted and completed"; bad "accepted, but the copy for others lacks the trailer"
