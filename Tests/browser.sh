#!/bin/bash
# Tests the pages of the built `timeline` in Chromium: browser.sh [TEST...]
# If names are given, only the tests whose names contain one of them are run. Instead of testing, `browser.sh screenshots`
# writes pictures of the pages to .build-browser/screenshots, `browser.sh readme` writes those for the README to
# Docs/Screenshots, and `browser.sh paint` measures how soon a page is painted. TIMELINE is the program, by default the
# debug build. Requires the Debian packages chromium, chromium-driver and python3-venv.
set -e
cd "$(dirname "$0")/.."
# The tests know where Debian's packages install the browser and its driver.
if [ "$(uname)" = Darwin ]; then
    echo 'Skipped: the tests in a browser, which need the Debian packages chromium and chromium-driver.'
    exit 0
fi

environment=.build-browser
program=${TIMELINE:-$(swift build --show-bin-path)/timeline}
[ -x "$program" ] || {
    echo 'Build the program first: swift build --product timeline' >&2
    exit 1
}

# The second package reads QR codes. The last one contains axe-core; Playwright, which it depends on, is not used.
packages='selenium==4.51.0 zxing-cpp==3.1.1 axe-playwright-python==0.1.8'
if [ "$(cat "$environment/packages" 2>/dev/null)" != "$packages" ]; then
    python3 -m venv --clear "$environment"
    # shellcheck disable=SC2086  # a list of packages
    "$environment/bin/pip" install --quiet --disable-pip-version-check ${packages% *}
    "$environment/bin/pip" install --quiet --disable-pip-version-check --no-deps "${packages##* }"
    echo "$packages" >"$environment/packages"
fi

# The server and the browsers are in one process group, which ends with this script.
set -m
PYTHONDONTWRITEBYTECODE=1 "$environment/bin/python" Tests/Browser/run.py "$program" "$environment" "$@" &
group=$!
trap 'kill -- -$group 2>/dev/null || true' EXIT
trap 'exit 130' INT TERM
status=0
wait $group || status=$?
exit $status
