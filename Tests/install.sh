#!/bin/sh
# Installs a built `timeline` with its demo data, completions, manual page and service: install.sh PREFIX BINARY
set -e
prefix=$1
binary=$2
cd "$(dirname "$0")/.."

# Only installing may need root; the build belongs to the user.
above=$prefix
while [ ! -e "$above" ]; do above=$(dirname "$above"); done
root=
[ -w "$above" ] || root=sudo

$root install -d "$prefix/bin" "$prefix/share/man/man1" \
    "$prefix/share/bash-completion/completions" "$prefix/share/zsh/site-functions" \
    "$prefix/share/fish/vendor_completions.d"
$root install -m 755 "$binary" "$prefix/bin/timeline"

# Not in share/timeline: under ~/.local, that folder is the default store.
$root rm -rf "$prefix/share/timeline-demo"
$root install -d "$prefix/share/timeline-demo/images"
$root install -m 644 SeedData/world.json "$prefix/share/timeline-demo/"
$root install -d "$prefix/share/timeline-demo/avatars"
$root install -m 644 SeedData/avatars/* "$prefix/share/timeline-demo/avatars/"
$root install -m 644 SeedData/images/* "$prefix/share/timeline-demo/images/"

for shell in bash zsh fish; do
    case $shell in
    bash) target=$prefix/share/bash-completion/completions/timeline ;;
    zsh) target=$prefix/share/zsh/site-functions/_timeline ;;
    fish) target=$prefix/share/fish/vendor_completions.d/timeline.fish ;;
    esac
    "$binary" --generate-completion-script "$shell" | $root tee "$target" >/dev/null
done
$root install -m 644 Docs/timeline.1 "$prefix/share/man/man1/timeline.1"
# A user service, which is started with: systemctl --user enable --now timeline
# systemd searches this folder under /usr, /usr/local and ~/.local.
if [ "$(uname)" = Linux ]; then
    $root install -d "$prefix/share/systemd/user"
    sed "s|@PREFIX@|$prefix|" Docs/timeline.service | $root tee "$prefix/share/systemd/user/timeline.service" >/dev/null
fi

cat <<END
Installed $prefix/bin/timeline.

  completions  $prefix/share/bash-completion/completions/timeline
               $prefix/share/zsh/site-functions/_timeline
               $prefix/share/fish/vendor_completions.d/timeline.fish
  manual       $prefix/share/man/man1/timeline.1
  demo data    $prefix/share/timeline-demo
END
[ "$(uname)" != Linux ] || echo "  service      $prefix/share/systemd/user/timeline.service"
echo
echo "Completions work in the next shell. 'make uninstall' removes all of these, but none of your photos."
case $prefix in
/usr | /usr/local) ;;
*)
    echo "zsh needs this line in ~/.zshrc, before compinit:"
    echo "  fpath=($prefix/share/zsh/site-functions \$fpath)"
    ;;
esac
