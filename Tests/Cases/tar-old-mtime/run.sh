#!/bin/bash
# Usage: run.sh BINARY    exits 0 if the product does the right thing, 1 if not, and prints one line why.
# Report: plougher/squashfs-tools#315, ruby/rubygems#7917, libarchive/libarchive#2562: a file older than 1970 has a negative time in its tar header, and the reader gives up
# Right:  the time is before 1970, but the archive is complete: the post is imported
. "$(dirname "$0")/../lib.sh"
user ida
for f in one both; do "$B" import mastodon "$H/input/$f.tar" >"$T/out" 2>&1; R=$?; [ $R = 0 ] || M="$M; $f: exit status $R, $(head -1 "$T/out")"; done
[ "$(feed | grep -c '"caption"')" = 2 ] && [ -z "$M" ] && ok "both archives are imported"; bad "${M#; }"
