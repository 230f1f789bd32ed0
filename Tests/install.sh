#!/bin/sh
# Puts a built `timeline` in place: install.sh PREFIX BINARY
# The program, its demo data, its shell completions and its manual page.
set -e
prefix=$1
binary=$2
cd "$(dirname "$0")/.."

install -d "$prefix/bin" "$prefix/share/timeline" "$prefix/share/man/man1" \
    "$prefix/share/bash-completion/completions" "$prefix/share/zsh/site-functions" \
    "$prefix/share/fish/vendor_completions.d"
install -m 755 "$binary" "$prefix/bin/timeline"

rm -rf "$prefix/share/timeline/SeedData"
install -d "$prefix/share/timeline/SeedData/images"
install -m 644 SeedData/world.json "$prefix/share/timeline/SeedData/"
install -m 644 SeedData/images/* "$prefix/share/timeline/SeedData/images/"

for shell in bash zsh fish; do
    case $shell in
    bash) target=$prefix/share/bash-completion/completions/timeline ;;
    zsh) target=$prefix/share/zsh/site-functions/_timeline ;;
    fish) target=$prefix/share/fish/vendor_completions.d/timeline.fish ;;
    esac
    "$prefix/bin/timeline" --generate-completion-script "$shell" >"$target"
done
"$prefix/bin/timeline" --help-manual >"$prefix/share/man/man1/timeline.1"
echo "Installed $prefix/bin/timeline"
