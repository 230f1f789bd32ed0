import Foundation
import TimelineCore

// Measures a store in PostgreSQL: ClusterBenchmark writers|pages ADDRESS
//
// The address is that of an empty database, as Tests/Cluster/postgres.py starts one.

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 2, let part = arguments.first, let address = arguments.last else {
    print("Usage: ClusterBenchmark writers|pages ADDRESS")
    exit(64)
}
switch part {
case "writers": try WriterBenchmark(address).run()
case "pages": try PageBenchmark(address).run()
default: exit(64)
}
