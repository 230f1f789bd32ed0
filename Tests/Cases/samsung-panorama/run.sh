#!/bin/bash
# Usage: run.sh BINARY    exits 0 if the product does the right thing, 1 if not, and prints one line why.
# Report: libjpeg-turbo/libjpeg-turbo#163, photoprism/photoprism#3855 (and #3363): panoramas of Samsung phones lack EOI; the trailer follows the coded data directly
# Right:  all pixels are there, so the picture is accepted; the copy for others ends in EOI and has no trailer
. "$(dirname "$0")/../lib.sh"
user ida
"$B" post "$H/input/pano.jpg" --format json >"$T/p" 2>"$T/e" || bad "$(grep -o '"message".*' "$T/e" | head -1)"
 "$B" save "$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["id"])' "$T/p")" --stripped -o "$T/s.jpg" >/dev/null 2>&1
 python3 -c '
import sys; b = open(sys.argv[1], "rb").read(); sys.exit(0 if b[:2] == b"\xff\xd8" and b[-2:] == b"\xff\xd9" and b"SECRET" not in b and b"SEFT" not in b else 1)' "$T/s.jpg" && ok "accepted and cleaned"
 bad "accepted, but the copy for others is not a clean JPEG"
