#!/bin/bash
# Usage: run.sh BINARY    exits 0 if the product does the right thing, 1 if not, and prints one line why.
# Report: nukeviet/nukeviet#1727: "toi duoc di hoc" does not find "tôi được đi học", although other accents are ignored; the same for ł and ø
# Right:  searches ignore accents (timeline help search), those of letters with a stroke or a hook included, as đ, ł and ø
. "$(dirname "$0")/../lib.sh"
user ida
post() { printf '%s' "$1" >"$T/x"; cat "$H/input/p.jpg" "$T/x" >"$T/p.jpg"; "$B" post "$T/p.jpg" --caption "$1" >/dev/null 2>&1; }
post 'tôi được đi học'; post 'Łódź i Wisła'; post 'Øresund, Tromsø'; post 'Bùi Đà Nẵng'
hits() { "$B" search "$1" --format json 2>/dev/null | grep -c '"caption"'; }
[ "$(hits hoc)" = 1 ] || bad "the control, hoc for học, is not found"
for w in duoc di lodz wisla oresund tromso 'da nang' đi Łódź; do [ "$(hits "$w")" = 1 ] || M="$M, $w"; done
[ -z "$M" ] && ok "all found"
bad "not found: ${M#, } (the control, hoc for học, is found)"
