#!/bin/bash
# Runs every check of the project, the fastest first: `make test`.
set -e -o pipefail
cd "$(dirname "$0")/.."

# Built in a separate folder, without debug information, which takes a fifth of the time of a clean build.
# Swift's package manager reads this variable in all steps.
export SWIFTPM_BUILD_DIR=.build-test
logs=$SWIFTPM_BUILD_DIR/logs
mkdir -p "$logs"

# A test opens several files for each store. Without a limit, all tests run at once, and a shell that allows 1,024 open
# files, as most do, is not enough.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=16

# step [NAME]: prints how long the step before took, and starts a step.
step() {
    [ -z "$name" ] || printf '\n%s: %d s\n' "$name" $((SECONDS - start))
    name=${1-} start=$SECONDS
    [ -z "$name" ] || printf '\n== %s\n' "$name"
}

step 'Format'
swift format lint --strict --recursive Sources Tests Package.swift

step 'Imports, banned code, folders and language'
Tests/rules.sh

step 'Build'
swift build --build-tests -debug-info-format none --explicit-target-dependency-import-check error

# logged LOG COMMAND...: copies the output of tests to a file, and fails if a test fails or no test runs. Failures are
# printed last, where it is found.
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

step 'Tests'
logged $logs/tests.log swift test --skip-build

step
# The rest waits for browsers and processes, or compiles one module after the other. Both run side by side; those that
# wait have priority, because they have time limits.
compile_rest() {
    renice -n 10 -p $BASHPID >/dev/null
    step 'Documentation'
    Tests/documentation.sh

    step 'Parsers under the fuzzer'
    Tests/fuzz.sh 35

    step 'Concurrent tests under the thread sanitizer'
    logged $logs/concurrent.log Tests/threads.sh
    step
}
set -m
compile_rest </dev/null >$logs/rest.log 2>&1 &
rest=$!
set +m
trap 'kill -- -$rest 2>/dev/null || true' EXIT

step 'Pages in a browser'
Tests/browser.sh 2>&1 | tee $logs/browser.log

# Both spend most of their time waiting.
step 'Machines that sync, and completions in bash, zsh and fish'
program=$(swift build --show-bin-path)/timeline
python3 Tests/completions.py "$program" >$logs/completions.log 2>&1 &
completions=$!
python3 Tests/Machines/run.py "$program" --kills 8 2>&1 | tee $logs/machines.log
wait $completions || {
    cat $logs/completions.log
    exit 1
}
cat $logs/completions.log

step 'Documentation, parsers and threads'
status=0
wait $rest || status=$?
trap - EXIT
cat $logs/rest.log
[ $status = 0 ] || exit $status

step 'Skipped tests'
grep -hE '^[^ ]+ (Suite|Test) .* skipped(\.|: .*)$|^Skipped: ' $logs/*.log | sort -u || echo 'None.'

printf '\nAll is well, after %d minutes.\n' $((SECONDS / 60))
