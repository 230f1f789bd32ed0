#!/bin/bash
# Simulates random schedules of devices that sync: simulate.sh COUNT
# The simulator is a test, which `make test` runs with fewer schedules and without optimization.
set -e -o pipefail
cd "$(dirname "$0")/.."
build=.build-simulate

swift build -c release --scratch-path $build --target TimelineSync -Xswiftc -enable-testing
bin=$(swift build -c release --scratch-path $build --show-bin-path)
package=$(sed -n 's/.*"-module-name","TimelineSync",.*"-package-name","\([^"]*\)".*/\1/p' $build/release.yaml | head -1)
modules='TimelineSync TimelineRecords Negentropy Crypto CryptoBoringWrapper CCryptoBoringSSL CCryptoBoringSSLShims CXKCP
    CXKCPShims'
objects=$(for module in $modules; do find "$bin/$module.build" -name '*.o'; done)
features='ExistentialAny InternalImportsByDefault MemberImportVisibility NonisolatedNonsendingByDefault
    InferIsolatedConformances'
# shellcheck disable=SC2046,SC2086  # lists of files and flags
swiftc -O -wmo -parse-as-library -enable-testing -swift-version 6 -package-name "$package" \
    $(printf -- '-enable-upcoming-feature %s ' $features) -I "$bin/Modules" -I Sources/CCurl \
    $(find $build/checkouts/swift-crypto/Sources -maxdepth 2 -name include | sed 's/^/-I /') \
    -module-name TimelineSyncTests -o $build/simulate Tests/TestProgram.swift Tests/TimelineSyncTests/SimulatorTests.swift \
    Tests/TimelineSyncTests/Simulator/*.swift Tests/TimelineSyncTests/Support/*.swift $objects -lstdc++
time TIMELINE_SIMULATIONS=$1 $build/simulate --testing-library swift-testing
