#!/bin/sh
# Serves the demo's store until Ctrl-C: pages.sh PROGRAM [OPTION...]
# Prints the address and a login. The store is deleted afterwards.
set -e
program=$1
shift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$program" demo --store "$folder/store" --images none >"$folder/demo.txt"
echo 'Log in as hansolo@timeline.example, with the password carbonite-at-dawn.'
"$program" serve --store "$folder/store" "$@"
