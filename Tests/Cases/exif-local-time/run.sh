#!/bin/bash
# Usage: run.sh BINARY    exits 0 if the product does the right thing, 1 if not, and prints one line why.
# Report: nextcloud/viewer#2753 (local time taken as UTC), Exiv2/exiv2#3172 ("dates extracted from images can be in the future")
# Right:  Exif time without a zone is local time, in `import folder` as in `post --date photo`; a picture taken 20 minutes ago is never "in the future"
. "$(dirname "$0")/../lib.sh"
export TZ=Asia/Tokyo
user ida
mkdir "$T/a" "$T/b"; cp "$H/input/DSC00001.JPG" "$T/a/"
 # The camera's clock shows local time; write the time of 20 minutes ago into the second picture.
 python3 - "$H/input/DSC00002.JPG" "$T/b/DSC00002.JPG" <<'E'
import sys, datetime
t = (datetime.datetime.now() - datetime.timedelta(minutes=20)).strftime('%Y:%m:%d %H:%M:%S').encode()
b = open(sys.argv[1], 'rb').read(); assert b.count(b'2222:22:22 22:22:22') == 1
open(sys.argv[2], 'wb').write(b.replace(b'2222:22:22 22:22:22', t))
E
 "$B" import folder "$T/b" >"$T/out" 2>&1; R=$?
 [ $R = 0 ] || M="a picture taken 20 minutes ago is rejected: $(head -1 "$T/out" | cut -c 1-90). "
 "$B" import folder "$T/a" >/dev/null 2>&1
 I=$(feed | grep -oE '2024-07-[0-9T:]+' | head -1)
 P=$("$B" post "$H/input/DSC00001.JPG" --date photo --format json 2>/dev/null | grep -oE '2024-07-[0-9T:]+' | head -1)
 [ "$I" = "$P" ] || M="${M}20:30 in Tokyo is $I UTC for import folder, $P UTC for post --date photo"
 [ -z "$M" ] && ok "local time"; bad "$M"
