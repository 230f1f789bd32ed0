#!/bin/bash
# Every check of the project, the fastest first: `make test`.
set -e -o pipefail
cd "$(dirname "$0")/.."

step() { printf '\n== %s\n' "$1"; }

step 'Format'
swift format lint --strict --recursive Sources Tests Package.swift

step 'Imports and banned words'
Tests/rules.sh

step 'Build'
swift build --build-tests --explicit-target-dependency-import-check error

step 'Tests'
swift test --skip-build

step 'Documentation links'
Tests/documentation.sh

step 'Pictures of strangers under the fuzzer'
Tests/fuzz.sh 60

step 'Concurrent tests under the thread sanitizer'
swift test --sanitize=thread --scratch-path .build-thread --filter Concurrent | tee .build/concurrent.log
! grep -q 'Test run with 0 tests' .build/concurrent.log

printf '\nAll is well.\n'
