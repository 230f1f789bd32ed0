#!/bin/bash
# Lets nodes of a PostgreSQL cluster fail while programs write to it: cluster.sh [OPTION...], see run.py --help.
# With `--program TIMELINE`, the writers are apps of its servers, otherwise a small program that writes more often.
# Requires root and the Debian packages etcd-server, iproute2, postgresql and python3-venv. None of their servers has to
# run on this machine: the test starts its own in private namespaces. Debian 12's Patroni loses data (patroni.py); this
# one does not, and is the last with which an outage can be shorter than 20 s. To test a newer one:
# PATRONI=4.1.5 Tests/cluster.sh --ttl 20 --kill-limit 25
set -e
cd "$(dirname "$0")/.."
environment=.build-cluster
packages="patroni[etcd3]==${PATRONI:-3.1.2} psycopg[binary]==3.3.9"
if [ "$(cat "$environment/packages" 2>/dev/null)" != "$packages" ]; then
    # The system's Python, which the servers' user can run.
    /usr/bin/python3 -m venv --clear "$environment"
    # shellcheck disable=SC2086  # a list of packages
    "$environment/bin/pip" install --quiet --disable-pip-version-check $packages
    echo "$packages" >"$environment/packages"
fi

# The servers and the writers end with run.py, and run.py with this script.
set -m
PYTHONDONTWRITEBYTECODE=1 "$environment/bin/python" Tests/Cluster/run.py "$@" &
group=$!
trap 'kill -- -$group 2>/dev/null || true; wait $group 2>/dev/null || true' EXIT
trap 'exit 130' INT TERM
status=0
wait $group || status=$?
exit $status
