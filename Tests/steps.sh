# Functions of test.sh and check.sh, which source this file.
# shellcheck shell=bash

# Compiling each module at once takes a fifth less processor time than compiling its files in batches, and no longer after
# a change. It optimizes nothing.
WHOLE_MODULES=(-Xswiftc -whole-module-optimization -Xswiftc -disable-batch-mode -Xswiftc -num-threads -Xswiftc 2)

# step [NAME]: prints the seconds of the clock and of the processors that the previous step took, and starts a step.
step() {
    local now file
    file=$(mktemp)
    # Not in a subshell, which would report its own times.
    times >"$file"
    now=$(awk '{ for (i = 1; i <= NF; i++) { split($i, time, /[ms]/); sum += 60 * time[1] + time[2] } }
        END { printf "%d", sum }' "$file")
    rm -f "$file"
    [ -z "$name" ] || printf '\n%s: %d s, %d s of processor time\n' "$name" $((SECONDS - start)) $((now - busy))
    name=${1-} start=$SECONDS busy=$now
    [ -z "$name" ] || printf '\n== %s\n' "$name"
}

# logged LOG COMMAND...: copies the output of tests to a file, and fails if a test fails or no test runs. Failures are
# printed last, where they are found.
logged() {
    "${@:2}" 2>&1 | tee "$1" || {
        printf '\n== Failed\n'
        grep -A 4 -E '^✘|error: ' "$1" | grep -v '^[◇✔]' || true
        exit 1
    }
    grep -q 'Test run with [1-9]' "$1" || {
        echo 'No test ran.' >&2
        exit 1
    }
}

# skipped LOG...: lists the skipped tests.
skipped() {
    step 'Skipped tests'
    grep -hE '^[^ ]+ (Suite|Test) .* skipped(\.|: .*)$|^Skipped: ' "$@" | sort -u || echo 'None.'
}
