#!/bin/sh
# Removes the files that install.sh has installed, and no store: uninstall.sh PREFIX
set -e
prefix=$1
root=
[ -w "$prefix/bin" ] || root=sudo
$root rm -rf "$prefix/share/timeline-demo"
for file in bin/timeline share/bash-completion/completions/timeline share/zsh/site-functions/_timeline \
    share/fish/vendor_completions.d/timeline.fish share/man/man1/timeline.1 share/systemd/user/timeline.service \
    lib/systemd/user/timeline.service; do
    $root rm -f "$prefix/$file"
done
echo "Removed Timeline from $prefix. Your photos are still in their folder."
