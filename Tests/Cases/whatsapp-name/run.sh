#!/bin/bash
# Usage: run.sh BINARY    exits 0 if the product does the right thing, 1 if not, and prints one line why.
# Report: LibrePhotos/librephotos#416: WhatsApp pictures have no Exif date, but IMG-20190817-WA0007.jpg says it
# Right:  a date in the file name is better than the time at which the file was copied (the documentation promises only the latter)
. "$(dirname "$0")/../lib.sh"
user ida
mkdir "$T/in"; cp "$H"/input/* "$T/in/"; touch -d '2023-11-14 22:13:20 UTC' "$T"/in/*

"$B" import folder "$T/in" >/dev/null 2>&1
D=$(feed | grep -oE '"20[0-9-]{8}' | tr -d '"' | sort | xargs)
[ "$D" = "2019-08-17 2024-01-15" ] && ok "$D"; bad "dated $D instead of 2019-08-17 2024-01-15"
