#!/bin/bash
# Runs the concurrent tests under the thread sanitizer: threads.sh
# The package must be built with its tests.
set -e
cd "$(dirname "$0")/.."

if [ "$(uname)" = Darwin ]; then
    exec swift test --sanitize=thread --scratch-path .build-thread --filter Concurrent
fi
make --no-print-directory --silent -j2 -f Tests/Threads.mk
.build-thread/concurrent --testing-library swift-testing
