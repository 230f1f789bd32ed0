#!/bin/sh
# Prepares a folder so that the linker prefers static C libraries, as far as they are installed, and prints options for
# `swift build`: PKG_CONFIG_PATH=FOLDER swift build $(static.sh FOLDER)
# Loading a shared library takes a tenth of a millisecond at each start. zlib and the decoders of pictures stay
# shared, so that they receive the system's security updates (decision 45).
set -e
folder=$1
mkdir -p "$folder"

# prefer LIBRARY PACKAGE...: links to the library, and describes its packages as if they were in the folder.
prefer() {
    library=$(cc -print-file-name="lib$1.a" 2>/dev/null) || return 0
    case $library in /*) ln -sf "$library" "$folder/lib$1.a" ;; *) return 0 ;; esac
    shift
    for package in "$@"; do
        description=$(pkg-config --variable=pcfiledir "$package" 2>/dev/null)/$package.pc
        [ ! -e "$description" ] || sed "/^Libs:/s|\\\${libdir}|$folder|g" "$description" >"$folder/$package.pc"
    done
}

if [ "$(uname)" = Linux ] && command -v cc >/dev/null && command -v pkg-config >/dev/null; then
    prefer sqlite3 sqlite3
    prefer argon2 libargon2
    # chafa needs glib, which needs pcre2.
    prefer pcre2-8
    if [ -e "$folder/libpcre2-8.a" ]; then
        prefer glib-2.0 glib-2.0
        prefer chafa chafa
        echo '-Xlinker -lpcre2-8'
    fi
fi
