#!/bin/bash
# Usage: run.sh BINARY    exits 0 if the product does the right thing, 1 if not, and prints one line why.
# Report: timelinize/timelinize#144, pulsejet/memories#420, observ-ing/core#405 (Android's picker keeps GPS tags with zeros)
# Right:  0°, 0° means "no position": --place-from-photo shares no place
. "$(dirname "$0")/../lib.sh"
user ida
for f in zero unknown; do "$B" post "$H/input/$f.jpg" --place-from-photo --format json >"$T/$f" 2>"$T/e"; grep -q latitude "$T/$f" && M="$M $f: $(grep -oE '"(latitude|longitude)" : [0-9.]+' "$T/$f" | xargs)"; done
[ -z "$M" ] && ok "no place shared"; bad "shared as a place:$M"
