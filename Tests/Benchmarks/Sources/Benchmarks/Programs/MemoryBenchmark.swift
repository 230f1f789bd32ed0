import Foundation
import TimelineCore

/// The peak memory of a process that reads a store.
struct MemoryResult {
    /// A description of the task.
    let name: String
    /// The peak memory in MiB.
    let peak: Double
}

extension [MemoryResult] {
    /// A table of the peak values.
    var text: String {
        table(["task", "MiB"], map { [$0.name, String(format: "%.1f", $0.peak)] })
    }
}

/// A benchmark of the peak memory of separate processes, each of which opens the store.
struct MemoryBenchmark {
    private let store: BenchmarkStore

    init(_ store: BenchmarkStore) { self.store = store }

    func run() throws -> [MemoryResult] {
        let thousand = store.readers.filter { $0.followed == 1000 }
        let most = store.readers.filter { $0.followed == 19_000 }
        let single = store.readers.filter { [5, 1000, 19_000].contains($0.followed) }
        let results =
            try [peak("opening the store", readers: [])]
            + single.map { try peak("the first 50 posts, following \($0.name)", readers: [$0]) }
            + [
                try peak("the first 1,000 posts, following 1000", readers: thousand, limit: 1000),
                try peak(
                    "the first 50 posts of every reader in the first table",
                    readers: store.readers
                ),
                // The cache does not hold this many posts.
                try peak(
                    "the first 1.2 million posts, following 19000, page by page",
                    readers: most,
                    limit: 1000,
                    pages: 1200
                ),
            ]
        for result in results { printProgress("\(result.name): \(Int(result.peak)) MiB") }
        return results
    }

    private func peak(
        _ name: String,
        readers: [Reader],
        limit: Int = 50,
        pages: Int = 1
    ) throws -> MemoryResult {
        let peak = try IsolatedStore.peakMemory(
            of: store.folder,
            readers: readers,
            limit: limit,
            pages: pages
        )
        return MemoryResult(name: name, peak: peak)
    }
}
