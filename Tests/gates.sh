#!/bin/bash
# Runs every check of the project, the fastest first: `make test`.
set -e -o pipefail
cd "$(dirname "$0")/.."

# A test opens several files for each store. Without a limit, all tests run at once, and a shell that allows 1,024 open
# files, as most do, is not enough.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=16

# step NAME: starts a step, and prints how long the one before took.
step() {
    [ -z "$name" ] || printf '\n%s: %d s\n' "$name" $((SECONDS - start))
    name=$1 start=$SECONDS
    printf '\n== %s\n' "$name"
}

step 'Format'
swift format lint --strict --recursive Sources Tests Package.swift

step 'Imports, banned code, folders and language'
Tests/rules.sh

step 'Build'
swift build --build-tests --explicit-target-dependency-import-check error

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
logged .build/tests.log swift test --skip-build

step 'Pages in a browser'
Tests/browser.sh 2>&1 | tee .build/browser.log

# Both spend most of their time waiting.
step 'Machines that sync, and completions in bash, zsh and fish'
program=$(swift build --show-bin-path)/timeline
python3 Tests/completions.py "$program" >.build/completions.log 2>&1 &
completions=$!
python3 Tests/Machines/run.py "$program" --kills 8 2>&1 | tee .build/machines.log
wait $completions || {
    cat .build/completions.log
    exit 1
}
cat .build/completions.log

step 'Documentation'
Tests/documentation.sh

step 'Parsers under the fuzzer'
Tests/fuzz.sh 35 2>&1 | tee .build/fuzz.log

step 'Concurrent tests under the thread sanitizer'
logged .build/concurrent.log Tests/threads.sh

step 'Skipped tests'
grep -hE '^[^ ]+ (Suite|Test) .* skipped(\.|: .*)$|^Skipped: ' .build/tests.log .build/concurrent.log .build/machines.log \
    .build/completions.log .build/browser.log .build/fuzz.log \
    || echo 'None.'

printf '\nAll is well, after %d minutes.\n' $((SECONDS / 60))
