#!/bin/sh
# Checks that the examples of the documentation compile, and that every link in it resolves. The modules must be built.
set -e
cd "$(dirname "$0")/.."
bin=$(swift build --show-bin-path)
work=.build/documentation
rm -rf "$work"
mkdir -p "$work"
target=$(swift -print-target-info | sed -n 's/.*"triple": "\(.*\)".*/\1/p' | head -1)
docc=$(command -v docc || xcrun --find docc)
modules='TimelineCore TimelineSQLite TimelineArgon2 TimelineArchive TimelineMedia'
headers='-I .build/checkouts/GRDB.swift/Sources/GRDBSQLite -I Sources/CArgon2 -I Sources/CTurboJPEG -I Sources/CPNG
    -I Sources/CWebP -I Sources/CHEIF'

# An example is a block of Swift that begins with its imports.
awk -v work="$work" '
    FNR == 1 { article = FILENAME; gsub(/.*\/|\.md$/, "", article) }
    /^```swift$/ { example = work "/" article "-" ++count ".swift"; isFirst = 1; next }
    /^```$/ { example = ""; next }
    example == "" { next }
    isFirst && !/^import / { example = ""; next }
    { isFirst = 0; print > example }
' README.md Sources/*/*.docc/*.md
# shellcheck disable=SC2086  # a list of flags
swiftc -typecheck -parse-as-library -swift-version 6 -warnings-as-errors -I "$bin/Modules" $headers "$work"/*.swift
echo "$(find "$work" -name '*.swift' | wc -l | tr -d ' ') examples compile."

for module in $modules; do
    mkdir -p "$work/$module"
    # shellcheck disable=SC2086  # a list of flags
    swift symbolgraph-extract -module-name "$module" -target "$target" -I "$bin/Modules" $headers \
        -minimum-access-level public -skip-synthesized-members -output-dir "$work/$module"
    "$docc" convert "Sources/$module/$module.docc" --warnings-as-errors \
        --additional-symbol-graph-dir "$work/$module" --output-dir "$work/$module.doccarchive" \
        --fallback-display-name "$module" --fallback-bundle-identifier "timeline.$module" >"$work/$module.log" 2>&1 || {
        cat "$work/$module.log" >&2
        exit 1
    }
done
echo 'All documentation links resolve.'
