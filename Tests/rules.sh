#!/bin/sh
# Checks imports, banned code, the order of folders, texts and documents; see Docs/Architecture.md.
status=0

fail() {
    echo "$1" >&2
    status=1
}

# may_import TARGET MODULE...: the target may import only these modules and those of the system.
may_import() {
    target=$1
    shift
    allowed="Foundation Dispatch Synchronization Darwin Glibc Musl $*"
    found=$(grep -rhoE '^ *((public|package|internal|private|fileprivate|@testable|@preconcurrency|@_exported) )*import +[A-Za-z0-9_]+' \
        --include='*.swift' "Sources/$target" | awk '{ print $NF }' | sort -u)
    for module in $found; do
        case " $allowed " in
        *" $module "*) ;;
        *) fail "$target may not import $module." ;;
        esac
    done
}

may_import PictureFiles Foundation
may_import TimelineCrypto CSodium CryptoKit
may_import TimelineCore PictureFiles TimelineCrypto
may_import Negentropy TimelineCrypto
may_import TimelineSync Negentropy TimelineCore CCurl TimelineCrypto
may_import TimelineSQL TimelineCore TimelineCrypto
may_import TimelineSQLite TimelineCore TimelineSQL TimelineCrypto CSQLite
may_import TimelinePostgres TimelineCore TimelineSQL TimelineSQLite CLibPQ
may_import TimelineS3 TimelineCore CCurl
may_import TimelineCluster TimelineCore TimelinePostgres TimelineS3
may_import TimelineArgon2 TimelineCore CArgon2
may_import TimelineArchive PictureFiles TimelineCore TimelineCrypto CZlib
may_import TimelinePages TimelineCore
may_import TimelineTesting TimelineCore
may_import TimelineMedia PictureFiles TimelineCore CTurboJPEG CPNG CWebP CHEIF
may_import TimelineServer TimelineCore TimelineArchive TimelineSync TimelinePages TimelineMedia Hummingbird HummingbirdCore HummingbirdTLS HTTPTypes Logging NIOCore \
    NIOHTTP1 NIOHTTPTypes NIOSSL ServiceLifecycle UnixSignals TimelineCrypto
may_import TimelineCommands TimelineCore TimelineSQL TimelineSQLite TimelinePostgres TimelineCluster TimelineArgon2 TimelineArchive TimelineMedia TimelinePages TimelineServer \
    TimelineSync CChafa ArgumentParser
may_import TimelineTool TimelineCommands

for folder in Sources/*/; do
    name=$(basename "$folder")
    case $name in
    CArgon2 | CSodium | CSQLite | CZlib | CChafa | CTurboJPEG | CPNG | CWebP | CHEIF | CCurl | CLibPQ) continue ;;
    esac
    grep -q "^may_import $name " "$0" || fail "$name is missing from the table of imports."
done

# ban PATTERN REASON: no source may match the pattern.
ban() {
    hits=$(grep -rnE "$1" Sources --include='*.swift' || true)
    [ -z "$hits" ] || fail "$2
$hits"
}

ban 'DispatchSemaphore|\.wait\(' 'Waiting blocks a shared thread; use BlockingExecutor.'
ban '\b(print|debugPrint|dump|NSLog)\(' 'Only the console prints, and it writes to descriptors.'
ban 'fatalError|preconditionFailure|precondition\(|assert\(' 'A library must not terminate its program; throw an error.'
ban '@unchecked|nonisolated\(unsafe\)|@preconcurrency' 'Let the compiler check data races.'
ban 'try!|as!' 'Throw an error, or handle the other case.'
ban '\bTODO\b|\bFIXME\b' 'Write an issue instead.'

hits=$(grep -rn 'ValidatedBatch(unchecked' Sources --include='*.swift' | grep -vE '^Sources/(TimelineCore/Records|TimelineTesting)/' || true)
[ -z "$hits" ] || fail "Validate records with ValidatedBatch(checking:now:) before writing them.
$hits"

# Files in stores, backups, exports and sync folders are opened through OpenFolder only. The exceptions open what the user
# has named on the command line, terminals and temporary files.
raw='FileManager|FileHandle\(|Data\(contentsOf:|\bO_(RDONLY|WRONLY|RDWR|CREAT)\b'
raw="$raw|(^|[^.A-Za-z])(open|openat|opendir|fdopendir|fopen|mkdir|mkdirat|rename|renameat|unlink|unlinkat|lstat|fstatat|linkat|symlink|mkstemp|chmod|utimes|creat)\\([a-z.]*(path|descriptor)\\b"
hits=$(grep -rnE "$raw" Sources --include='*.swift' | grep -vE '^[^:]*:[0-9]*: *///' |
    grep -vE '^Sources/(TimelineCore/Blobs/(OpenFolder|OpenFile|DurableFile)|TimelineCore/Photos/PhotoFile\.swift|TimelineArchive/Files/ArchiveFile|TimelineServer/Server/TLSFiles|TimelineCommands/(Files|Console|Context|Commands/(Posts|Store))/|TimelineCommands/Store/StoreFolder)' || true)
[ -z "$hits" ] || fail "Reach files below a root through OpenFolder, which follows no links.
$hits"

hits=$(find Sources -name '*.swift' -exec awk '
    FNR == 1 { previous = "" }
    /try\?/ && !/\/\// && previous !~ /\/\// { print FILENAME ":" FNR ":" $0 }
    { previous = $0 }' {} +)
[ -z "$hits" ] || fail "Explain each discarded error (try?) in a comment on its line or the line above.
$hits"

hits=$(grep -rlE '\bMutex\b' Sources Tests --include='*.swift' | grep -v '^Sources/TimelineCore/Concurrency/Lock.swift$' || true)
[ -z "$hits" ] || fail "Use Lock instead: the thread sanitizer cannot follow a Mutex.
$hits"

private='private_value|peer|rejection|rejection_count|blob_mark|account|session|restriction|original'
hits=$(grep -rnE "\b(FROM|INTO|UPDATE|JOIN) ($private)\b" Sources/TimelineSQL Sources/TimelineSQLite Sources/TimelinePostgres --include='*.swift' | grep -vE '/(Accounts|Schema)/' || true)
[ -z "$hits" ] || fail "Only PrivateTables may read and write private tables.
$hits"

Tests/folders.sh PictureFiles Negentropy TimelineSync TimelineCore TimelineSQL TimelineSQLite TimelinePostgres TimelineS3 TimelineCluster TimelineArgon2 TimelineArchive TimelineMedia TimelinePages TimelineServer TimelineCommands TimelineTesting ||
    fail 'Folders must not depend on each other in cycles; cut one of these arrows.'

# The targets with all texts for users in their folder Text.
Tests/sentences.sh PictureFiles TimelineCore TimelineSync TimelineSQL TimelineSQLite TimelinePostgres TimelineS3 TimelineCluster TimelineArgon2 TimelineArchive TimelineMedia TimelinePages TimelineServer TimelineCommands TimelineTool ||
    fail 'Move these texts for users to the folder Text of their target.'

# Documents wrap at 120 columns, except tables; their links lead to files, and the files that they name exist; decisions
# have a date and a status.
hits=$(LC_ALL=C awk '/^```/ { fenced = !fenced } !fenced && !/^\|/ && !/^!\[/ && length > 120 + (split($0, _, /[\200-\277]/) - 1) {
    print FILENAME ":" FNR }' README.md SeedData/README.md Docs/*.md Docs/Decisions/*.md | grep -vE '^Docs/(Performance|JSON).md' || true)
[ -z "$hits" ] || fail "Wrap documents at 120 columns.
$hits"

for document in README.md SeedData/README.md Docs/*.md Docs/Decisions/*.md; do
    for link in $(grep -oE '\]\([^)#:]+\)' "$document" | tr -d '])('); do
        [ -e "$(dirname "$document")/$link" ] || fail "$document links to $link, which does not exist."
    done
done

paths=$(find Docs Sources Tests | sed 's|^|/|; s|$|:|')
for name in $(grep -ohE '`[A-Za-z0-9+/._-]+\.swift`|`(Docs|Sources|Tests)/[A-Za-z0-9+/._-]+`' README.md Docs/*.md Docs/Decisions/*.md | tr -d '`' | sort -u); do
    case $paths in
    *"/$name:"*) ;;
    *) fail "The documents name $name, which does not exist." ;;
    esac
done

for folder in Sources/TimelineCore/[A-Z]*/ Sources/TimelineSQL/[A-Z]*/ Sources/TimelineSQLite/[A-Z]*/; do
    name=$(basename "$folder")
    case $name in *.docc) continue ;; esac
    grep -q "^|.*\`$name\`.*|" Docs/Architecture.md || fail "Docs/Architecture.md does not list $folder."
done

for decision in Docs/Decisions/*.md; do
    sed -n 3p "$decision" | grep -qE '^[0-9]{1,2} [A-Z][a-z]+ 20[0-9]{2}\. (Accepted|Superseded)' ||
        fail "$decision needs a date and a status in its third line, such as \"22 November 2026. Accepted.\""
done

# Advice on the English of comments, documents and texts.
Tests/language.sh

exit $status
