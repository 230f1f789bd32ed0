#!/bin/bash
# Usage: run.sh BINARY    exits 0 if the product does the right thing, 1 if not, and prints one line why.
# Report: strukturag/libheif#1190 (also #1213, #1573, libvips/libvips#4169): iOS 18 relates auxiliary pictures and Exif to two items (tmap), and libheif before 1.18 refuses the file
# Right:  the picture, which the product parses itself, is drawn (e.g. from a copy without those relations), or posting it says that nobody will see it here
. "$(dirname "$0")/../lib.sh"
user ida
"$B" post "$H/input/ios17.heic" --format json 2>/dev/null | grep -q thumbHash || { echo "cannot judge: HEIC is not drawn at all on this machine"; exit 2; }
 "$B" post "$H/input/ios18.heic" --format json >"$T/p" 2>"$T/e" || bad "refused: $(head -1 "$T/e")"
 grep -q thumbHash "$T/p" && ok "drawn"
 grep -qi warning "$T/e" && ok "not drawn, and the command says so"
 serve; ID=$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["photos"][0]["blob"])' "$T/p")
 bad "accepted without a word; no ThumbHash, no preview; the page gets $(cd "$T" && python3 -c '
import sys; from web import Web
w = Web(sys.argv[1]); w.login("ida"); s, h, b, u = w.raw("/photo/" + sys.argv[2] + "/fit1080"); print(s, h.get("content-type"), len(b), "bytes")' "$URL" "$ID")"
