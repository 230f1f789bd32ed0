#!/bin/bash
# Usage: run.sh BINARY    exits 0 if the product does the right thing, 1 if not, and prints one line why.
# Report: etemesi254/zune-image#261 (the camera XNO P10 writes bytes between two segments; libjpeg warns and draws), tesseract-ocr/tesseract#103
# Right:  all pixels are there and every viewer draws the picture, so it is accepted; the copy for others has no such bytes
. "$(dirname "$0")/../lib.sh"
user ida
for f in PHO00007 PHO00008; do
    "$B" post "$H/input/$f.JPG" --format json >"$T/p" 2>"$T/e" || { M="$M; $(grep -o '"message".*' "$T/e" | head -1)"; continue; }
    grep -q thumbHash "$T/p" || M="$M; $f is not drawn"
    "$B" save "$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["id"])' "$T/p")" --stripped -o "$T/$f.jpg" >/dev/null 2>&1
    grep -q SECRET "$T/$f.jpg" && M="$M; the copy of $f contains the bytes"
done
[ -z "$M" ] && ok "accepted and cleaned"; bad "${M#; }"
