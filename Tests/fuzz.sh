#!/bin/bash
# Fuzzes the parsers of pictures, requests, reconciliation messages, records, frames, pairing files and archives with
# libFuzzer and the address sanitizer: fuzz.sh [SECONDS]
# The package must be built. All fuzzers together run for SECONDS, two at a time, because each uses one processor.
# Inputs that crash are saved in .build-fuzz/findings; fix the crash and add the input to Tests/Fuzzing/Corpus.
set -e -o pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}
build=.build-fuzz

# Apple's toolchain has no libFuzzer.
if [ "$(uname)" = Darwin ]; then
    echo "Skipped: the fuzzer, which needs libFuzzer; Apple's toolchain lacks it."
    exit 0
fi

# The fuzzers take the modules that they do not test from the build without sanitizers. Only the tested code is
# instrumented, and optimized, because fuzzing depends on speed.
bin=$(swift build --show-bin-path)
scratch=${SWIFTPM_BUILD_DIR:-.build}
mkdir -p $build
features='ExistentialAny InternalImportsByDefault MemberImportVisibility NonisolatedNonsendingByDefault
    InferIsolatedConformances'
# The modules of a package share its name, which is derived from that of its folder.
package=$(sed -n 's/.*"-module-name","TimelineCore",.*"-package-name","\([^"]*\)".*/\1/p' $scratch/debug.yaml | head -1)
crypto=$scratch/checkouts/swift-crypto/Sources
# shellcheck disable=SC2046,SC2086  # lists of flags
flags="-sanitize=fuzzer,address -parse-as-library -O -swift-version 6 -package-name $package
    $(printf -- '-enable-upcoming-feature %s ' $features)
    -I $bin/Modules -I Sources/CTurboJPEG -I Sources/CPNG -I Sources/CWebP -I Sources/CHEIF
    -I Sources/CZlib -I Sources/CCurl
    $(find $crypto -maxdepth 2 -name include | sed 's/^/-I /')
    $(pkg-config --cflags-only-I libpng | sed 's/-I/-Xcc -I/g')"
libraries="-lstdc++ $(pkg-config --libs libturbojpeg libpng libwebp)"

# compile OUTPUT ARGUMENT...: runs the compiler, which prints nothing on success except the linker's warnings about the
# symbols of the sanitizer.
compile() {
    # shellcheck disable=SC2086  # a list of flags
    swiftc $flags -o "$build/$1" "${@:2}" 2>"$build/$1.log" || {
        cat "$build/$1.log" >&2
        exit 1
    }
}

# objects MODULE...: the object files of modules in the build without sanitizers.
objects() {
    for module in "$@"; do find "$bin/$module.build" -name '*.o'; done
}

crypto_objects=$(objects Crypto CryptoBoringWrapper CCryptoBoringSSL CCryptoBoringSSLShims CXKCP CXKCPShims)

# shellcheck disable=SC2046,SC2086  # lists of files and flags
compile_pictures() {
    for module in PictureFiles TimelineMedia; do
        compile $module.o -c -wmo -module-name $module $(find Sources/$module -name '*.swift')
    done
    compile fuzz Tests/Fuzzing/FuzzPictures.swift $build/PictureFiles.o $build/TimelineMedia.o \
        $(objects TimelineCore TimelineRecords) $crypto_objects $libraries
}

# shellcheck disable=SC2046,SC2086  # lists of files and flags
compile_others() {
    # These files of the server need none of its packages, so they are built without the trait.
    compile fuzz-requests -D Server Tests/Fuzzing/FuzzRequests.swift Sources/TimelineServer/Multipart/*.swift \
        Sources/TimelineServer/Photos/ByteRange.swift
    # Each in one module with its sources, because these fuzzers check that an accepted input has one encoding.
    for target in Negentropy:Reconciliation TimelineRecords:Records; do
        module=Fuzz${target#*:}
        compile $module -module-name $module Tests/Fuzzing/$module.swift \
            $(find Sources/${target%:*} -name '*.swift') $crypto_objects $libraries
    done
}

# shellcheck disable=SC2046,SC2086  # lists of files and flags
compile_sync() {
    compile FuzzSync -module-name FuzzSync Tests/Fuzzing/FuzzSync.swift $(find Sources/TimelineSync -name '*.swift') \
        $(objects TimelineRecords Negentropy) $crypto_objects $libraries
}

# shellcheck disable=SC2046,SC2086  # lists of files and flags
compile_archives() {
    compile FuzzArchives -module-name FuzzArchives Tests/Fuzzing/FuzzArchives.swift \
        $(find Sources/TimelineArchive -name '*.swift') $(objects TimelineCore TimelineRecords PictureFiles) \
        $crypto_objects -lstdc++ -lz
}

fixtures=Tests/TimelineMediaTests/Fixtures

# fuzz FORMAT...: fuzzes one format after the other.
fuzz() {
    for format in "$@"; do
        corpus=$build/corpus-$format
        fuzzer=$build/fuzz
        rm -rf "$corpus"
        mkdir -p "$corpus"
        case $format in
        requests) fuzzer=$build/fuzz-requests ;;
        reconciliation) fuzzer=$build/FuzzReconciliation && Tests/Fuzzing/reconciliation-seeds.py "$corpus" ;;
        sync) fuzzer=$build/FuzzSync ;;
        archives) fuzzer=$build/FuzzArchives && Tests/Fuzzing/archives-seeds.py "$corpus" ;;
        records) fuzzer=$build/FuzzRecords && Tests/Fuzzing/records-seeds.py "$corpus" ;;
        other) cp $fixtures/*.gif $fixtures/*.heic "$corpus" ;;
        *) cp $fixtures/secrets*."$format" $fixtures/upright-6-*."$format" "$corpus" ;;
        esac
        [ "$format" != jpg ] || cp $fixtures/scans-*-2x2.jpg "$corpus"
        [ ! -d "Tests/Fuzzing/Corpus/$format" ] || cp "Tests/Fuzzing/Corpus/$format"/* "$corpus"
        log=$build/fuzz-$format.log
        SWIFT_BACKTRACE=enable=no "$fuzzer" -max_total_time=$((seconds / 9)) -max_len=8192 -timeout=20 \
            -rss_limit_mb=2048 -artifact_prefix="$build/findings/$format-" -print_final_stats=1 "$corpus" 2>"$log" || {
            tail -60 "$log" >&2
            exit 1
        }
        echo "Fuzzed $format for $((seconds / 9)) seconds: $(sed -nE \
            's/^stat::(number_of_executed_units|peak_rss_mb): */\1 /p' "$log" | tr '\n' ' ')"
    done
}

# both JOB JOB: runs two jobs at once, and fails if one of them fails.
# shellcheck disable=SC2086  # a command and its arguments
both() {
    $1 &
    first=$!
    $2
    wait $first
}

mkdir -p $build/findings
both compile_pictures compile_others
both compile_sync compile_archives
both 'fuzz jpg webp requests records' 'fuzz png other reconciliation sync archives'
