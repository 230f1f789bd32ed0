#!/bin/bash
# Usage: run.sh BINARY    exits 0 if the product does the right thing, 1 if not, and prints one line why.
# Report: NousResearch/hermes-agent#73868, bndct-devops/tome#206: word and particle are one token, so Korean nouns are not found
# Right:  searching for a Korean noun finds captions in which a particle follows it, as the product already does for Chinese, Japanese and Thai
. "$(dirname "$0")/../lib.sh"
user ida
"$B" post "$H/input/p.jpg" --caption '오늘은 서울에서 사진을 찍었다' >/dev/null 2>&1
"$B" post "$H/input/q.jpg" --caption '今日は東京タワーに行きました' >/dev/null 2>&1
hits() { "$B" search "$1" --format json 2>/dev/null | grep -c '"caption"'; }
[ "$(hits 東京)" = 1 ] || bad "Japanese control not found"
for w in 서울 사진 오늘; do [ "$(hits $w)" = 1 ] || M="$M $w"; done
[ -z "$M" ] && ok "all Korean nouns found"
bad "not found:$M (the Japanese control 東京 is found)"
