#!/bin/sh
# Removes the files that install.sh has installed, and no store: uninstall.sh PREFIX
set -e
prefix=$1
root=
[ -w "$prefix/bin" ] || root=sudo
# Earlier versions installed the demo data in share/timeline. Under ~/.local, that folder is the default store.
$root rm -rf "$prefix/share/timeline-demo" "$prefix/share/timeline/SeedData"
$root rmdir "$prefix/share/timeline" 2>/dev/null || true
for file in bin/timeline share/bash-completion/completions/timeline share/zsh/site-functions/_timeline \
    share/fish/vendor_completions.d/timeline.fish share/man/man1/timeline.1 share/systemd/user/timeline.service \
    lib/systemd/user/timeline.service; do
    $root rm -f "$prefix/$file"
done
echo "Removed Timeline from $prefix. Your photos are still in their folder."
