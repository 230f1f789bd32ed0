#!/bin/bash
# Usage: run.sh BINARY    exits 0 if the product does the right thing, 1 if not, and prints one line why.
# Report: nomacs/nomacs#1646, qgis/QGIS#55073: phones and programs write the orientation as LONG instead of SHORT
# Right:  the picture is upright, in its size, its preview and its public copy
. "$(dirname "$0")/../lib.sh"
user ida
serve
for f in big-endian little-endian; do
    "$B" post "$H/input/$f.jpg" --format json >"$T/p" 2>"$T/e" || { M="$M; $f refused"; continue; }
    S=$(cd "$T" && python3 - "$URL" <<'E'
import json, sys, struct; from web import Web
p = json.load(open('p'))['photos'][0]; print(p['width'], p['height'], end=' ')
w = Web(sys.argv[1]); w.login('ida'); b = w.raw('/photo/' + p['blob'] + '/fit1080')[2]
i = 2
while not 0xC0 <= b[i + 1] <= 0xC2: i += 2 + struct.unpack('>H', b[i + 2:i + 4])[0]
print(*struct.unpack('>HH', b[i + 5:i + 9])[::-1])
E
    )
    [ "$S" = "32 64 32 64" ] || M="$M; $f: size and preview $S instead of 32 64 32 64"
done
[ -z "$M" ] && ok "upright"; bad "${M#; }"
