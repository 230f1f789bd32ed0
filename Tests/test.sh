#!/bin/bash
# Checks the format and the rules, builds all tests and runs them: `make test`. check.sh runs it with other settings:
# SWIFTPM_BUILD_DIR is the folder of the build, and TRAITS are the options that select the traits of the package. By
# default, the server is built without TLS, which takes minutes.
set -e -o pipefail
cd "$(dirname "$0")/.."
. Tests/steps.sh

# Built in a separate folder, without debug information, which takes a fifth of the time of a clean build.
# Swift's package manager reads this variable in all steps.
export SWIFTPM_BUILD_DIR=${SWIFTPM_BUILD_DIR:-.build-test}
read -ra traits <<<"${TRAITS---traits Server}"
logs=$SWIFTPM_BUILD_DIR/logs
mkdir -p "$logs"

# A test opens several files for each store. Without a limit, all tests run at once, and a shell that allows 1,024 open
# files, as most do, is not enough.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=16

step 'Build, format and rules'
rules() {
    renice -n 10 -p $BASHPID >/dev/null
    swift format lint --strict --recursive Sources Tests Package.swift && Tests/rules.sh
}
rules >"$logs/rules.log" 2>&1 &
rules=$!
status=0
swift build --build-tests "${traits[@]}" "${WHOLE_MODULES[@]}" -debug-info-format none \
    --explicit-target-dependency-import-check error || status=$?
wait $rules || {
    status=1
    printf '\n== Format and rules\n'
}
cat "$logs/rules.log"
[ $status = 0 ] || exit $status

step 'Tests'
logged "$logs/tests.log" swift test --skip-build "${traits[@]}"

[ -n "$CHECKING" ] || skipped "$logs/tests.log"
step
[ -n "$CHECKING" ] || printf '\nAll is well, after %d minutes.\n' $((SECONDS / 60))
