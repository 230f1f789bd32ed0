#!/bin/bash
# Fuzzes what reads pictures of strangers with libFuzzer and the address sanitizer: fuzz.sh [SECONDS]
# A file that breaks something is left in .build-fuzz/findings; fix it and put it into Tests/Fuzzing/Corpus.
set -e -o pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}
build=.build-fuzz

# libFuzzer comes with the toolchain for Linux; Apple's has none.
if [ "$(uname)" = Darwin ]; then
    echo "There is no libFuzzer here; fuzzing is left to Linux."
    exit 0
fi

# Optimised, since fuzzing lives by its speed; the parts without pictures stay as they are.
swift build --target TimelineMedia --scratch-path $build --sanitize=address \
    -Xswiftc -sanitize=fuzzer -Xswiftc -O
objects=$(find $build/debug/ -path '*.build/*' -name '*.o')
# shellcheck disable=SC2046,SC2086  # lists of flags and of files
swiftc -sanitize=fuzzer,address -parse-as-library -O -swift-version 6 -o $build/fuzz \
    -I $build/debug/Modules -I Sources/CTurboJPEG -I Sources/CPNG -I Sources/CWebP -I Sources/CHEIF \
    $(pkg-config --cflags-only-I libpng | sed 's/-I/-Xcc -I/g') \
    Tests/Fuzzing/FuzzPictures.swift $objects $(pkg-config --libs libturbojpeg libpng libwebp) \
    2>$build/link.log || {
    # Else it has nothing but what the linker thinks of the sanitizer's symbols.
    cat $build/link.log >&2
    exit 1
}

mkdir -p $build/findings
fixtures=Tests/TimelineMediaTests/Fixtures
for format in jpg png webp other; do
    corpus=$build/corpus-$format
    rm -rf $corpus
    mkdir -p $corpus
    case $format in
    other) cp $fixtures/*.gif $fixtures/*.heic $corpus ;;
    *) cp $fixtures/secrets*.$format $fixtures/upright-6-*.$format $corpus ;;
    esac
    [ $format != jpg ] || cp $fixtures/scans-*-2x2.jpg $corpus
    cp Tests/Fuzzing/Corpus/$format/* $corpus
    echo "Fuzzing $format for $((seconds / 4)) seconds"
    SWIFT_BACKTRACE=enable=no $build/fuzz -max_total_time=$((seconds / 4)) -max_len=8192 -timeout=20 -rss_limit_mb=2048 \
        -artifact_prefix=$build/findings/$format- -print_final_stats=1 $corpus 2>$build/fuzz.log || {
        tail -60 $build/fuzz.log >&2
        exit 1
    }
    grep -E 'number_of_executed_units|peak_rss_mb' $build/fuzz.log
done
