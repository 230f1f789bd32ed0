#!/bin/sh
# Installs missing system libraries, and the given Debian packages: packages.sh [PACKAGE...]
set -e

install_debian() {
    missing=
    for package in "$@"; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' ||
            missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    echo "Installing$missing"
    root=
    [ "$(id -u)" -eq 0 ] || root=sudo
    $root apt-get update -qq
    # shellcheck disable=SC2086  # a list of packages
    # RUNLEVEL=1 stops installed servers from starting.
    $root env RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
}

install_brew() {
    for package in "$@"; do
        brew list --versions "$package" >/dev/null || brew install "$package"
    done
}

case "$(uname)" in
Darwin) install_brew sqlite argon2 libsodium zlib jpeg-turbo libpng webp chafa ;;
*) if command -v dpkg-query >/dev/null; then
    install_debian libsqlite3-dev libargon2-dev libsodium-dev zlib1g-dev libturbojpeg0-dev libpng-dev \
        libwebp-dev libchafa-dev libglib2.0-dev
else
    echo "Install the development files of SQLite 3, libargon2, libsodium, zlib, libjpeg-turbo, libpng, libwebp and libchafa with your system's package manager." >&2
fi ;;
esac

if [ $# -gt 0 ] && command -v dpkg-query >/dev/null; then install_debian "$@"; fi
