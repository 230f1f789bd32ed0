import Foundation

// Measures a store in PostgreSQL: ClusterBenchmark writers|pages
//
// TIMELINE_POSTGRES_TEST is the address of an empty database, as Tests/Cluster/postgres.py starts one. The results are
// lines with tabs, which Tests/Benchmarks/cluster.py shows and compares with the targets.

guard let address = ProcessInfo.processInfo.environment["TIMELINE_POSTGRES_TEST"] else {
    print("Run Tests/Cluster/postgres.py run ClusterBenchmark …")
    exit(64)
}
switch CommandLine.arguments.dropFirst() {
case ["writers"]: try WriterBenchmark(address).run()
case ["pages"]: try PageBenchmark(address).run()
default: exit(64)
}
