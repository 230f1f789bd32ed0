#!/bin/bash
# Usage: run.sh BINARY    exits 0 if the product does the right thing, 1 if not, and prints one line why.
# Report: strukturag/libheif#427, jakar/qt-heif-image-plugin#16: AVIF whose first brand is mif1, with avif among the others, is taken for HEIC
# Right:  AVIF is not supported and counted by its kind; it is no damaged HEIC, and the import of the rest succeeds with exit status 0
. "$(dirname "$0")/../lib.sh"
user ida
"$B" import folder "$H/input" >"$T/out" 2>&1; R=$?
[ $R = 0 ] && grep -q AVIF "$T/out" && [ "$(feed | grep -c '"caption"')" = 1 ] && ok "AVIF is counted, the JPEG is imported"
bad "exit status $R: $(head -1 "$T/out")"
