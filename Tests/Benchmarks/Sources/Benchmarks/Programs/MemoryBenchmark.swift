import Foundation
import TimelineCore

/// The most memory that a process held which did one thing to a store, in MiB.
struct MemoryResult {
    let name: String
    let peak: Double
}

extension [MemoryResult] {
    /// The peaks as a table.
    var text: String {
        table(["task", "MiB"], map { [$0.name, String(format: "%.1f", $0.peak)] })
    }
}

/// Peaks of processes of their own, each of which opens the store.
struct MemoryBenchmark {
    private let store: BenchmarkStore

    init(_ store: BenchmarkStore) { self.store = store }

    func run() throws -> [MemoryResult] {
        let thousand = store.readers.filter { $0.followed == 1000 }
        let single = store.readers.filter { [5, 1000, 19_000].contains($0.followed) }
        let results =
            try [peak("opening the store", of: [])]
            + single.map { try peak("the first 50 posts, following \($0.name)", of: [$0]) }
            + [
                try peak("the first 1,000 posts, following 1000", of: thousand, limit: 1000),
                try peak("the first 50 posts of every reader of the table", of: store.readers),
                // More than a scan remembers.
                try peak(
                    "the first 1.2 million posts, following 19000, page by page",
                    of: store.readers.filter { $0.followed == 19_000 },
                    limit: 1000,
                    pages: 1200
                ),
            ]
        for result in results { say("\(result.name): \(Int(result.peak)) MiB") }
        return results
    }

    private func peak(
        _ name: String,
        of readers: [Reader],
        limit: Int = 50,
        pages: Int = 1
    ) throws -> MemoryResult {
        MemoryResult(
            name: name,
            peak: try MeasuredStore.peak(store.folder, readers, limit: limit, pages: pages)
        )
    }
}
