#!/bin/sh
# Checks the English of comments, documents and texts for users: language.sh [--all] [GROUP...]
# The groups are sources, tests, documents and text; without any, all of them.
# It counts words that stand for a missing noun or verb ("what", "whoever", "is there", …). It is advice: it prints the
# groups with more than 2.0 of them per 1,000 words and the files with more than two, and never fails. A few words are
# to be replaced always. --all prints all hits.
cd "$(dirname "$0")/.." || exit 1
all=
[ "$1" != --all ] || { all=yes && shift; }
[ $# -gt 0 ] || set -- sources tests documents text

{
    find Sources \( -name '*.swift' -o -name '*.h' -o -name '*.md' -o -name '*.js' -o -name '*.css' \) -type f -print
    find Tests \( -name '*.swift' -o -name '*.h' -o -name '*.c' -o -name '*.sh' -o -name '*.py' \) -type f -print
    find Docs SeedData \( -name '*.md' -o -name '*.sh' -o -name '*.py' \) -type f -print
    echo README.md
    echo Makefile
    echo Package.swift
} | LC_ALL=C sort | LC_ALL=C xargs awk -f Tests/language.awk | awk -v all="$all" -v groups=" $* " '
    index(groups, " " $2 " ") == 0 { next }
    $1 == "hit" { group[++count] = $2; place[count] = $3; $1 = $2 = $3 = ""; text[count] = $0; next }
    {
        words[$2] += $4
        hits[$2] += $5
        never[$2] += $6
        if ($5 > 2 || $6 > 0) crowded[$3] = $2
        if ($5 > 2) print $3 ": " $5 " of the counted words; two are normal."
        if ($6 > 0) print $3 ": a word that should be replaced."
    }
    END {
        for (name in words) {
            rate[name] = 1000 * hits[name] / (words[name] ? words[name] : 1)
            if (rate[name] > 2 || all)
                printf "%s: %d in %d words, %.1f per 1,000; 2.0 are normal.\n", name, hits[name], words[name], rate[name]
        }
        for (i = 1; i <= count; i++) {
            file = place[i]
            sub(/:[0-9]*$/, "", file)
            if (all || rate[group[i]] > 2 || file in crowded) {
                sub(/^ +/, "", text[i])
                print place[i] ": " text[i]
            }
        }
        for (name in words) total += words[name]
        if (!total) print "No words were counted."
    }'
