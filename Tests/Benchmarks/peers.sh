#!/bin/sh
# Runs the servers that `make bench` compares with, Redis and PostgreSQL, on Unix sockets only.
#   peers.sh install         installs missing servers
#   peers.sh run COMMAND...  starts them in a temporary folder, runs COMMAND... FOLDER, and stops them
set -e
cd "$(dirname "$0")/../.."

# Data is only in memory, because a benchmark of reads needs no snapshots. The limit on values is raised so that post
# hashes, whose captions exceed the default, use the compact form that Redis's page on memory optimization advises.
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

# PostgreSQL refuses to run as root; Debian's package creates a separate user.
as_postgres() {
    if [ "$(id -u)" -eq 0 ]; then
        # Use another folder, because that user may not be able to read this one.
        (cd / && setpriv --reuid postgres --regid postgres --init-groups --inh-caps=-all "$@")
    else
        "$@"
    fi
}

# The settings follow PostgreSQL's documentation. A quarter of the memory is used for shared_buffers, and half is
# expected as the cache of the system. Random pages have the cost of a solid-state disk. The just-in-time compiler is
# off, because it is slower for short queries. One generic plan suits every reader and saves planning. Tables that are
# created and filled in one transaction are not logged, and few checkpoints occur during loading.
start_postgres() {
    programs=$(pg_config --bindir)
    memory=$(awk '/^MemTotal/ { print int($2 / 1024) }' /proc/meminfo)
    mkdir "$1/postgres"
    if [ "$(id -u)" -eq 0 ]; then
        chmod 711 "$1"
        chown postgres: "$1/postgres"
    fi
    as_postgres "$programs/initdb" --pgdata "$1/postgres/data" --username postgres --auth trust \
        --encoding UTF8 --locale C >"$1/initdb.log"
    as_postgres "$programs/pg_ctl" --pgdata "$1/postgres/data" --log "$1/postgres/log" --wait --silent start \
        --options "-c listen_addresses= -c unix_socket_directories=$1/postgres \
            -c shared_buffers=$((memory / 4))MB -c effective_cache_size=$((memory / 2))MB \
            -c work_mem=64MB -c maintenance_work_mem=512MB -c random_page_cost=1.1 -c jit=off \
            -c plan_cache_mode=force_generic_plan -c wal_level=minimal -c max_wal_senders=0 -c max_wal_size=4GB"
}

stop() {
    [ ! -d "$1/postgres/data" ] ||
        as_postgres "$(pg_config --bindir)/pg_ctl" --pgdata "$1/postgres/data" --mode immediate --silent stop || true
    [ ! -S "$1/redis.sock" ] || redis-cli -s "$1/redis.sock" shutdown nosave || true
    rm -rf "$1"
}

case "$1" in
install) Tests/packages.sh redis-server libhiredis-dev postgresql-15 libpq-dev ;;
run)
    shift
    folder=$(mktemp -d -t timeline-peers.XXXXXX)
    trap 'stop "$folder"' EXIT
    trap 'exit 130' HUP INT TERM
    start_redis "$folder"
    start_postgres "$folder"
    "$@" "$folder"
    ;;
*)
    sed -n '2,4s/^# //p' "$0" >&2
    exit 64
    ;;
esac
