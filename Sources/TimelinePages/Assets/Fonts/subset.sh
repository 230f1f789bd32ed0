#!/bin/sh
# Creates karla.woff2 from the font in Debian's package fonts-karla.
# Needs fonttools and brotli from PyPI; set PYFTSUBSET to the path of pyftsubset if it is not in PATH.
cd "$(dirname "$0")" || exit 1
fonts=${1:-/usr/share/fonts/truetype/karla-variable}
# Basic Latin, Latin-1, Latin Extended-A, a few more letters and marks, and typographic symbols.
unicodes=U+0020-007E,U+00A0-017F,U+0192,U+0218-021B,U+02C6-02C7,U+02D8-02DD,U+0300-0304,U+0306-0308,U+030A-030C
unicodes=$unicodes,U+0326-0328,U+2010-2015,U+2018-201E,U+2020-2022,U+2026,U+2030,U+2032-2033,U+2039-203A,U+2044
unicodes=$unicodes,U+2070,U+2074-2079,U+2080-2089,U+20AC,U+2116,U+2122,U+2190-2193,U+2212,U+2215,U+2248,U+2260,U+2264-2265

"${PYFTSUBSET:-pyftsubset}" "$fonts/Karla[wght].ttf" --unicodes="$unicodes" --flavor=woff2 --output-file=karla.woff2 \
    --layout-features='kern,liga,calt,ccmp,locl,mark,mkmk,lnum,pnum,tnum,frac' --no-hinting
