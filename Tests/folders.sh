#!/bin/sh
# Checks that the folders of each target depend on each other without cycles:
# folders.sh [--all | --places | --order | --count] [TARGET...]
# An arrow is the use of a type that is declared in another folder of the same target. A file outside the folders is
# treated as a folder. Prints the arrows that close a cycle, each with one use. --places prints every use, --all every
# arrow, --order the layers from the bottom up, and --count only numbers.
cd "$(dirname "$0")/.." || exit 1
mode=cycles
case $1 in --*) mode=${1#--} && shift ;; esac
[ $# -gt 0 ] || set -- PictureFiles Negentropy TimelineSync TimelineCore TimelineSQLite TimelineS3 TimelineArgon2 TimelineArchive TimelineMedia TimelinePages TimelineServer TimelineCommands TimelineTesting

status=0
for target in "$@"; do
    files=$(find "Sources/$target" -name '*.swift' | LC_ALL=C sort)
    # shellcheck disable=SC2086  # a list of files
    arrows=$(LC_ALL=C awk -v target="$target" -v mode="$mode" -f Tests/folders.awk $files $files) || status=1
    [ -z "$arrows" ] || printf '%s\n' "$arrows" | LC_ALL=C sort
done
exit $status
