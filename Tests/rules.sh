#!/bin/sh
# Who may import whom, and what no source may contain; see Docs/Architecture.md.
status=0

fail() {
    echo "$1" >&2
    status=1
}

# may_import TARGET MODULE...: these modules, and those of the system, and no other.
may_import() {
    target=$1
    shift
    allowed="Foundation Dispatch Synchronization Darwin Glibc Musl $*"
    found=$(grep -rhoE '^ *((public|package|internal|private|fileprivate|@testable|@preconcurrency) )*import +[A-Za-z0-9_]+' \
        "Sources/$target" | awk '{ print $NF }' | sort -u)
    for module in $found; do
        case " $allowed " in
        *" $module "*) ;;
        *) fail "$target may not import $module." ;;
        esac
    done
}

may_import TimelineCore Crypto
may_import TimelineSQLite TimelineCore GRDB GRDBSQLite
may_import TimelineArgon2 TimelineCore CArgon2
may_import TimelineArchive TimelineCore
may_import TimelineMedia TimelineCore CTurboJPEG CPNG CWebP CHEIF
may_import TimelineCommands TimelineCore TimelineSQLite TimelineArgon2 TimelineArchive TimelineMedia CChafa ArgumentParser
may_import TimelineTool TimelineCommands

for folder in Sources/*/; do
    name=$(basename "$folder")
    case $name in
    CArgon2 | CChafa | CTurboJPEG | CPNG | CWebP | CHEIF) continue ;;
    esac
    grep -q "^may_import $name " "$0" || fail "$name is missing in the table of imports."
done

# ban PATTERN REASON: the pattern stands in no source.
ban() {
    hits=$(grep -rnE "$1" Sources --include='*.swift' || true)
    [ -z "$hits" ] || fail "$2
$hits"
}

ban 'DispatchSemaphore|\.wait\(' 'Waiting blocks a thread that others need; use BlockingExecutor.'
ban '\b(print|debugPrint|dump|NSLog)\(' 'Only the console writes, and it writes to descriptors.'
ban 'fatalError|preconditionFailure|precondition\(|assert\(' 'A library does not end its program.'
ban '@unchecked|nonisolated\(unsafe\)|@preconcurrency' 'The compiler has to see that it is safe.'
ban 'try!|as!' 'Throw, or decide.'
ban '\bTODO\b|\bFIXME\b' 'Write an issue.'

hits=$(grep -rn 'CheckedBatch(unchecked' Sources --include='*.swift' | grep -v '^Sources/TimelineCore/Changes/' || true)
[ -z "$hits" ] || fail "Only validated changes are written; use CheckedBatch(checking:now:).
$hits"

hits=$(find Sources -name '*.swift' -exec awk '
    FNR == 1 { former = "" }
    /try\?/ && !/\/\// && former !~ /\/\// { print FILENAME ":" FNR ":" $0 }
    { former = $0 }' {} +)
[ -z "$hits" ] || fail "A swallowed error needs a comment, on its line or above, that says why.
$hits"

hits=$(grep -rlE '\bMutex\b' Sources Tests --include='*.swift' | grep -v '^Sources/TimelineCore/Concurrency/Lock.swift$' || true)
[ -z "$hits" ] || fail "The thread sanitizer cannot follow a Mutex; use Lock.
$hits"

exit $status
