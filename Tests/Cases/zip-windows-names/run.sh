#!/bin/bash
# Usage: run.sh BINARY    exits 0 if the product does the right thing, 1 if not, and prints one line why.
# Report: zeroturnaround/zt-zip#34, eclipse-scout/scout.rt#448: Windows writes names in code page 437 into ZIP files, and importers then fail or lose the files
# Right:  an archive that was unpacked and zipped again on Windows, in a folder "Mastodon für später", is imported: names without the flag for UTF-8 are not UTF-8
. "$(dirname "$0")/../lib.sh"
user ida
"$B" import mastodon "$H/input/archive.zip" >"$T/out" 2>&1; R=$?
feed | python3 -c 'import json, sys; p = json.load(sys.stdin)["posts"]; sys.exit(0 if [(x["caption"], len(x["photos"])) for x in p] == [("Die Brücke", 1)] else 1)' && [ $R = 0 ] && ok "the post is imported"
bad "exit status $R: $(head -1 "$T/out")"
