#!/bin/bash
# Fuzzes the parsers of pictures, requests, reconciliation messages and records with libFuzzer and the address sanitizer: fuzz.sh [SECONDS]
# Inputs that crash are saved in .build-fuzz/findings; fix the crash and add the input to Tests/Fuzzing/Corpus.
set -e -o pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}
build=.build-fuzz

# Apple's toolchain has no libFuzzer.
if [ "$(uname)" = Darwin ]; then
    echo "Skipping the fuzzer: it needs libFuzzer, which Apple's toolchain lacks."
    exit 0
fi

# link OUTPUT ARGUMENT...: builds a fuzzer. On success, the log contains only linker warnings about the sanitizer's symbols.
link() {
    output=$1
    shift
    swiftc -sanitize=fuzzer,address -parse-as-library -O -swift-version 6 -o "$output" "$@" 2>$build/link.log || {
        cat $build/link.log >&2
        exit 1
    }
}

# Optimised, because fuzzing depends on speed; code without pictures is not instrumented.
swift build --disable-default-traits --target TimelineMedia --scratch-path $build --sanitize=address \
    -Xswiftc -sanitize=fuzzer -Xswiftc -O
objects=$(find $build/debug/ -path '*.build/*' -name '*.o')
# shellcheck disable=SC2046,SC2086  # lists of flags and of files
link $build/fuzz \
    -I $build/debug/Modules -I Sources/CTurboJPEG -I Sources/CPNG -I Sources/CWebP -I Sources/CHEIF \
    $(pkg-config --cflags-only-I libpng | sed 's/-I/-Xcc -I/g') \
    Tests/Fuzzing/FuzzPictures.swift $objects $(pkg-config --libs libturbojpeg libpng libwebp)
# These files of the server need none of its packages, so they are built without the trait.
link $build/fuzz-requests -D Server \
    Tests/Fuzzing/FuzzRequests.swift Sources/TimelineServer/Multipart/*.swift Sources/TimelineServer/Photos/ByteRange.swift

# Each in one module with its sources, because these fuzzers check that an accepted input has one encoding.
includes=$(find $build/checkouts/swift-crypto/Sources -maxdepth 2 -name include | sed 's/^/-I /')
for target in Negentropy:Reconciliation TimelineRecords:Records; do
    module=Fuzz${target#*:}
    # shellcheck disable=SC2046,SC2086  # lists of flags and of files
    link $build/$module -module-name $module -package-name fuzz -I $build/debug/Modules $includes \
        Tests/Fuzzing/$module.swift $(find Sources/${target%:*} -name '*.swift') $objects -lstdc++ \
        $(pkg-config --libs libturbojpeg libpng libwebp)
done

mkdir -p $build/findings
fixtures=Tests/TimelineMediaTests/Fixtures
for format in jpg png webp other requests reconciliation records; do
    corpus=$build/corpus-$format
    fuzzer=$build/fuzz
    rm -rf $corpus
    mkdir -p $corpus
    case $format in
    requests) fuzzer=$build/fuzz-requests ;;
    reconciliation) fuzzer=$build/FuzzReconciliation && Tests/Fuzzing/reconciliation-seeds.py $corpus ;;
    records) fuzzer=$build/FuzzRecords && Tests/Fuzzing/records-seeds.py $corpus ;;
    other) cp $fixtures/*.gif $fixtures/*.heic $corpus ;;
    *) cp $fixtures/secrets*.$format $fixtures/upright-6-*.$format $corpus ;;
    esac
    [ $format != jpg ] || cp $fixtures/scans-*-2x2.jpg $corpus
    [ ! -d Tests/Fuzzing/Corpus/$format ] || cp Tests/Fuzzing/Corpus/$format/* $corpus
    echo "Fuzzing $format for $((seconds / 7)) seconds"
    SWIFT_BACKTRACE=enable=no $fuzzer -max_total_time=$((seconds / 7)) -max_len=8192 -timeout=20 -rss_limit_mb=2048 \
        -artifact_prefix=$build/findings/$format- -print_final_stats=1 $corpus 2>$build/fuzz.log || {
        tail -60 $build/fuzz.log >&2
        exit 1
    }
    grep -E 'number_of_executed_units|peak_rss_mb' $build/fuzz.log
done
