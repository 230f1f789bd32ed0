#!/bin/sh
# Checks that the examples in the README, the overviews and the comments compile, and that all links of the documentation
# resolve. The modules must be built.
set -e
cd "$(dirname "$0")/.."
bin=$(swift build --show-bin-path)
scratch=${SWIFTPM_BUILD_DIR:-.build}
work=$scratch/documentation
rm -rf "$work"
mkdir -p "$work"
target=$(swift -print-target-info | sed -n 's/.*"triple": "\(.*\)".*/\1/p' | head -1)
docc=$(command -v docc || xcrun --find docc)
# The modules of the library products, each with one overview.
modules='PictureFiles TimelineCore TimelineSQLite TimelineArgon2 TimelineArchive TimelineMedia TimelineSync TimelineTesting'
headers=$(printf -- '-I %s ' Sources/C*)

# An example is a block of Swift that begins with its imports.
awk -v work="$work" '
    FNR == 1 { article = FILENAME; gsub(/.*\/|\.md$/, "", article) }
    /^```swift$/ { example = work "/" article "-" ++count ".swift"; isFirst = 1; next }
    /^```$/ { example = ""; next }
    example == "" { next }
    isFirst && !/^import / { example = ""; next }
    { isFirst = 0; print > example }
' README.md Sources/*/*.docc/*.md

# An example in the comment of a public declaration becomes a method of `Examples`; errors refer to the comment. A test
# suite cannot.
for module in $modules; do find "Sources/$module" -name '*.swift'; done | LC_ALL=C sort | xargs awk '
    BEGIN {
        print "import Foundation\nimport TimelineArchive\nimport TimelineArgon2\nimport TimelineCore"
        print "import TimelineMedia\nimport TimelineSQLite\nimport TimelineSync\nimport TimelineTesting"
    }
    FNR == 1 { inside = 0; example = "" }
    /^ *\/\/\/ ```swift$/ { example = ""; line = FNR + 1; inside = 1; next }
    inside && /^ *\/\/\/ ```$/ { inside = 0; next }
    inside { sub(/^ *\/\/\/ ?/, ""); example = example $0 "\n"; next }
    example == "" || /^ *(\/\/\/|@)/ { next }
    /public/ && example !~ /@Test/ {
        printf "extension Examples { func example%d() async throws {\n", ++count
        printf "#sourceLocation(file: \"%s\", line: %d)\n%s#sourceLocation()\n} }\n", FILENAME, line, example
    }
    { example = "" }
' >"$work/comments.swift"

# shellcheck disable=SC2086  # a list of flags
swiftc -typecheck -parse-as-library -swift-version 6 -I "$bin/Modules" $headers "$work"/*.swift \
    Tests/Documentation/Examples.swift 2>"$work/examples.log" || {
    cat "$work/examples.log" >&2
    exit 1
}
echo "$(($(find "$work" -name '*.swift' | wc -l) - 1 + $(grep -c '^extension Examples' "$work/comments.swift"))) examples compile."

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
