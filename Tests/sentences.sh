#!/bin/sh
# Checks that the texts for users are in the folder Text of their target: sentences.sh TARGET...
# No string literal outside this folder may contain a letter, a space and a letter. Exceptions, such as SQL, are described in sentences.awk.
cd "$(dirname "$0")/.." || exit 1
status=0

# sentences SQL FILE: prints the sentences of a file; SQL is 1 if the file may contain statements.
sentences() {
    LC_ALL=C awk -v sql="$1" -v file="$2" -f Tests/sentences.awk "$2"
}

# The check must find these sentences, and only these.
expected='-:2: "plain text"
-:3: "… posts"
-:4: "inner text"
-:6: " several lines "
-:9: "raw text \(count)"'
actual=$(sentences 0 - <<'EOF'
// A comment with a "quoted text" /* "and" */
let plain = "plain text"
let interpolated = "\(count) posts"
let nested = "\(isNew ? "inner text" : "none")-\(count)"
let single = ["word", "--option", "a-b", "\(first) \(second)", "<a b=\"c d\">"]
let lines = """
    several lines
    """
let raw = #"raw text \(count)"#
let pattern = text.firstMatch(of: /"quoted text" (.*)/)
EOF
)
[ "$actual" = "$expected" ] || { echo "sentences.awk no longer works; it found:
$actual" >&2; status=1; }

for target in "$@"; do
    [ -d "Sources/$target" ] || { echo "The target $target does not exist." >&2; status=1; continue; }
    sql=0
    case $target in TimelineSQL | TimelineSQLite | TimelinePostgres) sql=1 ;; esac
    for file in $(find "Sources/$target" -name '*.swift' ! -path '*/Text/*' | LC_ALL=C sort); do
        sentences $sql "$file"
    done | grep . && status=1
done
exit $status
