#!/bin/bash
# Tests two servers of one store in PostgreSQL behind nginx: servers.sh PROGRAM [full]
# First what servers share and what happens when one is killed (Tests/Cluster/servers.py), then the client APIs and the
# pages with such servers: a part of their tests, or with `full` all that do not look at the process of a server.
# Requires the Debian packages of `make apps`, `make browser` and `make check-cluster`.
set -e
cd "$(dirname "$0")/.."
program=$1
apps='test_oauth Posting. test_streaming'
pages='PageTests LiveTests'
if [ "$2" = full ]; then
    apps='test_oauth test_mastodon test_streaming test_instagram. test_reddit test_toot test_rights test_example'
    pages='PageTests LiveTests LikingTests CommentTests PostingTests AccountTests'
fi
# shellcheck disable=SC2086  # lists of tests
Tests/Cluster/postgres.py run --no-fsync Tests/apps.sh "$program" $apps
# The script above has installed the Python packages.
PYTHONDONTWRITEBYTECODE=1 .build-apps/bin/python Tests/Cluster/servers.py "$program"
# shellcheck disable=SC2086  # as above
TIMELINE=$program Tests/Cluster/postgres.py run --no-fsync Tests/browser.sh $pages
