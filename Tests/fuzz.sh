#!/bin/bash
# Fuzzes the parsers of untrusted input with libFuzzer and the address sanitizer: fuzz.sh SECONDS
# All targets together run for SECONDS, two at a time, because each uses one processor.
# Inputs that crash are saved in .build-fuzz/findings; fix the crash and add the input to Tests/Fuzzing/Corpus.
set -e -o pipefail
cd "$(dirname "$0")/.."
build=.build-fuzz
targets='jpg png webp other requests reconciliation records sync sessions archives'
seconds=$(($1 * 2 / $(wc -w <<<"$targets")))

# Apple's toolchain has no libFuzzer.
if [ "$(uname)" = Darwin ]; then
    echo "Skipped: the fuzzer, which needs libFuzzer; Apple's toolchain lacks it."
    exit 0
fi

# The variable would take precedence over the option.
unset SWIFTPM_BUILD_DIR
swift build -c release --package-path Tests/Fuzzing --scratch-path $build
mkdir -p $build/findings
fixtures=Tests/TimelineMediaTests/Fixtures

# fuzz TARGET: fuzzes one target, starting from the corpus and from valid inputs.
fuzz() {
    corpus=$build/corpus-$1
    log=$build/fuzz-$1.log
    rm -rf "$corpus"
    mkdir -p "$corpus"
    case $1 in
    jpg)
        cp $fixtures/secrets*.jpg $fixtures/upright-6-*.jpg $fixtures/scans-*-2x2.jpg "$corpus"
        # Files without their end, whose codes show where the pixels end.
        for file in $fixtures/upright-6-*.jpg; do head -c -2 "$file" >"$corpus/endless-$(basename "$file")"; done
        ;;
    png | webp) cp $fixtures/secrets*."$1" $fixtures/upright-6-*."$1" "$corpus" ;;
    other) cp $fixtures/*.gif $fixtures/*.heic "$corpus" ;;
    reconciliation | records | archives) Tests/Fuzzing/Seeds/"$1".py "$corpus" ;;
    esac
    [ ! -d "Tests/Fuzzing/Corpus/$1" ] || cp "Tests/Fuzzing/Corpus/$1"/* "$corpus"
    SWIFT_BACKTRACE=enable=no $build/release/Fuzz "$1" -max_total_time="$seconds" -max_len=8192 -timeout=20 \
        -rss_limit_mb=2048 -artifact_prefix="$build/findings/$1-" -print_final_stats=1 "$corpus" >"$log" 2>&1 || {
        tail -60 "$log" >&2
        exit 255 # which ends xargs
    }
    echo "Fuzzed $1 for $seconds seconds: $(sed -nE \
        's/^stat::(number_of_executed_units|peak_rss_mb): */\1 /p' "$log" | tr '\n' ' ')"
}
export -f fuzz
export build fixtures seconds

# shellcheck disable=SC2086  # a list of targets
printf '%s\n' $targets | xargs -P 2 -I {} bash -e -o pipefail -c 'fuzz {}'
