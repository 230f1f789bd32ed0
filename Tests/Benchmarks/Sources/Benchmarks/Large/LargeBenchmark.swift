import Foundation
import TimelineCore

/// Reads our pages in worlds of several sizes, in turns.
struct LargeBenchmark {
    /// The worlds, without what takes most of the time of loading and costs a page one seek a post, or nothing: likes,
    /// tags and places.
    static let sizes = [
        WorldSize(users: 20_000, posts: 1_000_000, isFurnished: false),
        WorldSize(users: 100_000, posts: 5_000_000, isFurnished: false),
        WorldSize(users: 20_000, posts: 10_000_000, isFurnished: false),
    ]

    private let stores: [BenchmarkStore]
    private static let rounds = 200

    /// Opens the worlds within a folder; those that are missing are made, which takes minutes.
    init(in worlds: URL) throws {
        stores = try Self.sizes.map { try BenchmarkStore(in: worlds, size: $0) }
    }

    func run() async throws -> LargeReport {
        var rows: [LargeRow] = []
        for index in stores[0].readers.indices {
            for place in PagePlace.allCases {
                let row = try await measure(index, place)
                say("\(row.name) \(place): \(row.times.map { milliseconds($0.p50) })")
                rows.append(row)
            }
        }
        return LargeReport(
            rows: rows,
            downward: try await ReadResult.downward(stores[1], try stores[1].thousand),
            memory: try MemoryBenchmark(stores[stores.count - 1]).run()
        )
    }

    private func measure(_ index: Int, _ place: PagePlace) async throws -> LargeRow {
        var reads: [() async throws -> [PostView]] = []
        for store in stores {
            let reader = store.readers[index]
            let cursor = place == .middle ? try store.middle(of: reader) : nil
            let contender = try await Contender.session(Contender.ours, store.owner, [reader])
            reads.append { try await contender.page(reader, cursor) }
        }
        var row = LargeRow(
            name: stores[0].readers[index].name,
            place: place,
            times: reads.map { _ in Times() }
        )
        for read in reads {
            row.isFull = try await read().count == Contender.limit && row.isFull
        }
        for _ in 0..<Self.rounds {
            for (index, read) in reads.enumerated() {
                _ = try await read()
                try await row.times[index].measure { _ = try await read() }
            }
        }
        return row
    }
}
