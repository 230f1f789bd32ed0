#!/bin/sh
# Whether every link in the documentation of the library leads somewhere. The modules must be built.
set -e
bin=$(swift build --show-bin-path)
work=.build/documentation
rm -rf "$work"
target=$(swift -print-target-info | sed -n 's/.*"triple": "\(.*\)".*/\1/p' | head -1)
docc=$(command -v docc || xcrun --find docc)

for module in TimelineCore TimelineSQLite TimelineArgon2 TimelineArchive TimelineMedia; do
    mkdir -p "$work/$module"
    swift symbolgraph-extract -module-name "$module" -target "$target" -I "$bin/Modules" \
        -I .build/checkouts/GRDB.swift/Sources/GRDBSQLite -I Sources/CArgon2 -I Sources/CTurboJPEG -I Sources/CPNG \
        -I Sources/CWebP -I Sources/CHEIF -minimum-access-level public -skip-synthesized-members \
        -output-dir "$work/$module"
    "$docc" convert "Sources/$module/$module.docc" --warnings-as-errors \
        --additional-symbol-graph-dir "$work/$module" --output-dir "$work/$module.doccarchive" \
        --fallback-display-name "$module" --fallback-bundle-identifier "timeline.$module" >"$work/$module.log" 2>&1 || {
        cat "$work/$module.log" >&2
        exit 1
    }
done
echo "Every link leads somewhere."
