#!/bin/bash
# Usage: run.sh BINARY    exits 0 if the product does the right thing, 1 if not, and prints one line why.
# Report: Exiv2/exiv2#2659 (Exif 3.0 has a type 129 for UTF-8), exiftool/exiftool#202 (old programs write captions in Latin-1)
# Right:  the descriptions become captions: those of type 129 as UTF-8, and those that are not valid UTF-8 as Latin-1, as in IPTC
. "$(dirname "$0")/../lib.sh"
user ida
mkdir "$T/in"; cp -r "$H"/input/* "$T/in/"; find "$T/in" -type f -exec touch -d '2023-11-14 22:13:20 UTC' {} +

"$B" import folder "$T/in" >/dev/null 2>&1
feed | python3 -c '
import json, sys
c = sorted(x["caption"] for x in json.load(sys.stdin)["posts"]); print(c); sys.exit(0 if c == ["Brücke über die Moldau", "Hornvík", "Überfahrt"] else 1)' >"$T/c" && ok "$(cat "$T/c")"
bad "captions: $(cat "$T/c")"
