#!/bin/bash
# Tests stores on servers, which must be built with the traits Server and Cluster: `make check-cluster`.
# The tests of the engine run beside those of the program, because both often wait. The nodes that fail come last, because
# the time that they take is measured.
set -e -o pipefail
cd "$(dirname "$0")/.."
. Tests/steps.sh
export PYTHONDONTWRITEBYTECODE=1
logs=.build/logs
mkdir -p $logs
program=$(swift build --traits Server,Cluster --show-bin-path)/timeline
tests=(swift test --skip-build --traits 'Server,Cluster' --filter)

engine() {
    step 'Stores in PostgreSQL'
    logged $logs/postgres.log Tests/Cluster/postgres.py run --no-fsync "${tests[@]}" TimelinePostgresTests --no-parallel

    step 'Photos in SeaweedFS'
    logged $logs/photos.log Tests/Cluster/seaweed.py run "${tests[@]}" \
        'TimelineS3Tests|BlobStoreTests|BlobLeasesTests' --skip SeaweedTests

    # Alone, because they kill the servers.
    step 'Photos in SeaweedFS, whose servers are killed'
    TIMELINE_S3_FAULTS=1 logged $logs/faults.log Tests/Cluster/seaweed.py run "${tests[@]}" SeaweedTests
    step
}
set -m
engine </dev/null >$logs/engine.log 2>&1 &
engine=$!
set +m
trap 'kill -- -$engine 2>/dev/null || true' EXIT

step 'A store that is moved there and back'
Tests/Cluster/move.py "$program"

step 'Two servers behind nginx'
Tests/servers.sh "$program"

step 'Stores in PostgreSQL, and photos in SeaweedFS'
status=0
wait $engine || status=$?
trap - EXIT
grep -v '^[◇✔]' $logs/engine.log
[ $status = 0 ] || exit $status

step 'Nodes that fail'
Tests/cluster.sh --program "$program"

skipped $logs/postgres.log $logs/photos.log $logs/faults.log
step
