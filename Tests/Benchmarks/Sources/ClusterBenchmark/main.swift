import Foundation
import TimelineCore

// Measures a store in PostgreSQL: ClusterBenchmark writers ADDRESS

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 2, let part = arguments.first, let address = arguments.last else {
    print("Usage: ClusterBenchmark writers|pages ADDRESS")
    exit(64)
}
switch part {
case "writers": try WriterBenchmark(address).run()
default: exit(64)
}
