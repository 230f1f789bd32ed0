#!/bin/sh
# The servers that `make bench` measures beside: Redis and PostgreSQL, each on a Unix socket only.
#   peers.sh install         installs what this machine lacks
#   peers.sh run COMMAND...  starts them in a folder of their own, runs COMMAND... FOLDER, and stops them
set -e
cd "$(dirname "$0")/../.."

# Kept in memory only: a benchmark of reads needs no snapshots. The post hashes stay in their compact form, as
# Redis's page on memory optimization advises; a caption is longer than that form takes by default.
start_redis() {
    redis-server --port 0 --unixsocket "$1/redis.sock" --unixsocketperm 700 --dir "$1" \
        --save '' --appendonly no --hash-max-listpack-value 1024 \
        --daemonize yes --pidfile "$1/redis.pid" --logfile "$1/redis.log" >/dev/null
    for _ in $(seq 100); do
        [ -S "$1/redis.sock" ] && return
        sleep 0.1
    done
    cat "$1/redis.log" >&2
    return 1
}

stop() {
    [ ! -S "$1/redis.sock" ] || redis-cli -s "$1/redis.sock" shutdown nosave || true
    rm -rf "$1"
}

case "$1" in
install) Tests/packages.sh redis-server libhiredis-dev ;;
run)
    shift
    folder=$(mktemp -d -t timeline-peers.XXXXXX)
    trap 'stop "$folder"' EXIT
    trap 'exit 130' HUP INT TERM
    start_redis "$folder"
    "$@" "$folder"
    ;;
*)
    sed -n '2,4s/^# //p' "$0" >&2
    exit 64
    ;;
esac
