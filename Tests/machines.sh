#!/bin/bash
# Syncs real processes of the built `timeline`: machines.sh PROGRAM KILLS SCHEDULES
# They are killed and disturbed (run.py), meet every fault that people have met (cases.py), and follow random schedules
# (schedules.py). Requires the Debian packages openssh-client, openssl, python3-venv and strace.
set -e
cd "$(dirname "$0")/.."
environment=.build-machines
packages='cryptography==50.0.2'
if [ "$(cat "$environment/packages" 2>/dev/null)" != "$packages" ]; then
    python3 -m venv --clear "$environment"
    "$environment/bin/pip" install --quiet --disable-pip-version-check "$packages"
    echo "$packages" >"$environment/packages"
fi
export PYTHONDONTWRITEBYTECODE=1
"$environment/bin/python" Tests/Machines/run.py "$1" --kills "$2"
"$environment/bin/python" Tests/Machines/cases.py "$1"
"$environment/bin/python" Tests/Machines/schedules.py "$1" --count "$3"
