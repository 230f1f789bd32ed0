#!/bin/bash
# Runs every check of the project: `make check`.
# The tests of test.sh run with all traits and as thoroughly as they can. Then everything else runs.
set -e -o pipefail
cd "$(dirname "$0")/.."
. Tests/steps.sh
export SWIFTPM_BUILD_DIR=.build-check
logs=$SWIFTPM_BUILD_DIR/logs

CHECKING=yes TRAITS='' TIMELINE_TEST_EFFORT=full Tests/test.sh

# The rest waits for browsers and processes, or compiles one module after the other. Both run side by side; those that
# wait have priority, because they have time limits.
compile_rest() {
    renice -n 10 -p $BASHPID >/dev/null
    step 'Documentation'
    Tests/documentation.sh

    step 'Parsers under the fuzzer'
    Tests/fuzz.sh 120

    step 'Concurrent tests under the thread sanitizer'
    # Without TLS, which would be compiled again. The variable would take precedence over the option.
    logged $logs/threads.log env -u SWIFTPM_BUILD_DIR swift test --sanitize=thread -debug-info-format none \
        "${WHOLE_MODULES[@]}" \
        --scratch-path .build-thread --traits Server --filter Concurrent
    step
}
set -m
compile_rest </dev/null >$logs/rest.log 2>&1 &
rest=$!
set +m
trap 'kill $completions -- -$rest 2>/dev/null || true' EXIT

step 'Pages in a browser'
Tests/browser.sh 2>&1 | tee $logs/browser.log

# Both spend most of their time waiting.
step 'Machines that sync, and completions in bash, zsh and fish'
program=$(swift build --show-bin-path)/timeline
python3 Tests/completions.py "$program" >$logs/completions.log 2>&1 &
completions=$!
Tests/machines.sh "$program" 50 10 2>&1 | tee $logs/machines.log
wait $completions || {
    cat $logs/completions.log
    exit 1
}
cat $logs/completions.log

step "Other people's apps"
Tests/apps.sh "$program" 2>&1 | tee $logs/apps.log

step 'Cases from public reports'
Tests/Cases/run-all.sh "$program" 2>&1 | tee $logs/cases.log

step 'Documentation, parsers and threads'
status=0
wait $rest || status=$?
trap - EXIT
cat $logs/rest.log
[ $status = 0 ] || exit $status

skipped $logs/*.log
step
printf '\nAll is well, after %d minutes.\n' $((SECONDS / 60))
