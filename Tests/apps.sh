#!/bin/bash
# Tests the client APIs of the built `timeline` with other people's apps, unmodified: apps.sh PROGRAM [TEST...]
# If names are given, only the tests whose names contain one of them are run. Requires the Debian packages caddy, curl,
# elpa-mastodon, emacs-nox, newsboat, nginx-light, openssl and python3-venv; without Emacs, newsboat, Caddy or nginx,
# their tests are skipped.
set -e
cd "$(dirname "$0")/.."
environment=.build-apps
packages='mastodon-py==2.3.3 toot==0.52.1 mastodon-archive==1.4.8 python-instagram==1.3.2 praw==8.0.3 schemathesis==4.32.5
    pillow==13.0.0'
if [ "$(cat "$environment/packages" 2>/dev/null)" != "$packages" ]; then
    python3 -m venv --clear "$environment"
    # shellcheck disable=SC2086  # a list of packages
    "$environment/bin/pip" install --quiet --disable-pip-version-check $packages
    echo "$packages" >"$environment/packages"
fi

# The servers and the apps are in one process group, which ends with this script.
set -m
PYTHONDONTWRITEBYTECODE=1 "$environment/bin/python" Tests/Apps/run.py "$1" "$environment" "${@:2}" &
group=$!
trap 'kill -- -$group 2>/dev/null || true' EXIT
trap 'exit 130' INT TERM
status=0
wait $group || status=$?
exit $status
