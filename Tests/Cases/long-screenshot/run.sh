#!/bin/bash
# Usage: run.sh BINARY    exits 0 if the product does the right thing, 1 if not, and prints one line why.
# Report: oneprolabs/sourcelens#149, julyx10/lap#286: clamping only the longer side makes long screenshots unreadable
# Right:  the link "Full size" of a 1080 × 12960 screenshot leads to a picture that can be read
. "$(dirname "$0")/../lib.sh"
user ida
ID=$("$B" post "$H/input/screenshot.png" --format json 2>/dev/null | python3 -c 'import json, sys; print(json.load(sys.stdin)["id"])')
 serve
 W=$(cd "$T" && python3 - "$URL" "$ID" <<'E'
import sys, re, struct; from web import Web
w = Web(sys.argv[1]); w.login('ida'); h = w.get('/post/' + sys.argv[2])
a = next(x for x in re.findall(r'<a[^>]*>', h) if 'full-size' in x or 'Full size' in x)
b = w.raw(re.search(r'href="([^"]+)"', a).group(1))[2]
if b[:4] == b'\x89PNG': print(*struct.unpack('>II', b[16:24])); sys.exit()
i = 2
while not 0xC0 <= b[i + 1] <= 0xC2: i += 2 + struct.unpack('>H', b[i + 2:i + 4])[0]
print(*struct.unpack('>HH', b[i + 5:i + 9])[::-1])
E
 )
 set -- $W; [ "${1:-0}" -ge 540 ] && ok "$1 × $2"; bad "“Full size” shows $1 × $2 pixels of 1080 × 12960"
