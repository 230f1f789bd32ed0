import Foundation
import TimelineCore

/// A benchmark of Timeline's pages in datasets of several sizes.
///
/// It alternates between the datasets. It also compares Timeline with other implementations on
/// SQLite, in datasets of two sizes.
struct LargeBenchmark {
    /// The sizes of the datasets, which have no likes, tags or places.
    ///
    /// Loading likes, tags and places would take most of the time, but they add at most one seek
    /// per post to a page.
    static let sizes = [
        DatasetSize(users: 20_000, posts: 1_000_000, isFurnished: false),
        DatasetSize(users: 100_000, posts: 5_000_000, isFurnished: false),
        DatasetSize(users: 20_000, posts: 10_000_000, isFurnished: false),
    ]

    /// The datasets in which pages are compared with other implementations on SQLite.
    ///
    /// `make bench` compares them at 1 M posts.
    static let comparedSizes = [
        DatasetSize(users: 50_000, posts: 2_000_000, isFurnished: false),
        DatasetSize(users: 100_000, posts: 5_000_000, isFurnished: false),
    ]

    private let stores: [BenchmarkStore]
    private let compared: [BenchmarkStore]
    private static let rounds = 200

    /// Opens the datasets in a folder.
    ///
    /// Missing datasets are created, which takes minutes.
    init(in datasets: URL) async throws {
        stores = try await Self.open(Self.sizes, in: datasets)
        compared = try await Self.open(Self.comparedSizes, in: datasets)
    }

    private static func open(
        _ sizes: [DatasetSize],
        in datasets: URL
    ) async throws -> [BenchmarkStore] {
        var stores: [BenchmarkStore] = []
        for size in sizes { stores.append(try await BenchmarkStore(in: datasets, size: size)) }
        return stores
    }

    func run() async throws -> LargeReport {
        var comparisons: [LargeComparison] = []
        for store in compared {
            let implementations = try await Implementation.indexed(store)
            let pages = try await PageBenchmark(store, implementations).run()
            comparisons.append(LargeComparison(size: store.size, report: PageReport(pages: pages)))
        }
        var pages: [LargeResult] = []
        for index in stores[0].readers.indices {
            for position in PagePosition.allCases {
                let result = try await measure(reader: index, position: position)
                let times = result.times.map { milliseconds($0.p50) }
                printProgress("following \(result.name), \(position) page: \(times)")
                pages.append(result)
            }
        }
        return LargeReport(
            pages: pages,
            comparisons: comparisons,
            paging: try await ReadResult.paging(stores[1], as: try stores[1].thousand),
            memory: try MemoryBenchmark(stores[stores.count - 1]).run()
        )
    }

    private func measure(reader index: Int, position: PagePosition) async throws -> LargeResult {
        var reads: [() async throws -> [PostView]] = []
        for store in stores {
            let reader = store.readers[index]
            let cursor = position == .middle ? try store.middle(of: reader) : nil
            let implementation = try await Implementation.session(
                Implementation.timeline,
                of: store.owner,
                readers: [reader]
            )
            reads.append { try await implementation.page(reader, cursor) }
        }
        var result = LargeResult(
            name: stores[0].readers[index].name,
            position: position,
            times: reads.map { _ in Times() }
        )
        for read in reads {
            result.isFull = try await read().count == Implementation.limit && result.isFull
        }
        for _ in 0..<Self.rounds {
            for (index, read) in reads.enumerated() {
                _ = try await read()
                try await result.times[index].measure { _ = try await read() }
            }
        }
        return result
    }
}
