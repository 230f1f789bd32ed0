#!/bin/bash
# Usage: run.sh BINARY    exits 0 if the product does the right thing, 1 if not, and prints one line why.
# Report: XMP as ExifTool writes it (a file of this kind in bpatrik/pigallery2#823; escaping: RhetTbull/osxphotos#271): apostrophes are &#39;
# Right:  character references of XML are read: the caption is Mum's "garden" & roses, and no tag contains 39
. "$(dirname "$0")/../lib.sh"
user ida
mkdir "$T/in"; cp "$H"/input/* "$T/in/"; touch -d '2023-11-14 22:13:20 UTC' "$T"/in/*

 "$B" import folder "$T/in" >/dev/null 2>&1
 feed | python3 -c '
import json, sys
p = json.load(sys.stdin)["posts"][0]; print(p["caption"].replace("\n", " ")); sys.exit(0 if p["caption"].startswith("Mum\x27s \"garden\" & roses") and "39" not in p["caption"] else 1)' >"$T/c" && ok "$(cat "$T/c")"
 bad "caption: $(cat "$T/c")"
