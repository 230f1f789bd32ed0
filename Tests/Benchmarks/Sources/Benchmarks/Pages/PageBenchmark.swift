import Foundation
import TimelineCore

/// A benchmark that alternates between all implementations, so that load from other processes
/// affects them equally.
///
/// Each implementation reads a page twice in succession, and only the second read is timed. This
/// reduces the effect of the processor caches, which contain the previous implementation's data. To
/// average out the remaining effect, each round has a random order: a page took up to a third
/// longer after a server's turn than after that of another SQLite implementation, which had just
/// read the same posts.
struct PageBenchmark {
    private let store: BenchmarkStore
    private let implementations: [Implementation]
    private static let rounds = 200
    /// The maximum time for one implementation and page in milliseconds.
    ///
    /// Slow implementations get fewer rounds.
    private static let timeLimit = 1000.0

    init(_ store: BenchmarkStore, _ implementations: [Implementation]) {
        self.store = store
        self.implementations = implementations
    }

    /// Measures all pages of all readers.
    ///
    /// - Throws: ``BenchmarkFailure`` if the implementations return different or empty pages.
    func run() async throws -> [PageResult] {
        var results: [PageResult] = []
        for reader in store.readers {
            let cursors = [nil, try store.middle(of: reader)]
            for cursor in cursors { try await checkPages(of: reader, before: cursor) }
            let measured = try await measure(reader, cursors: cursors)
            // The timed reads may have been served from caches, so pages are also compared
            // afterwards.
            for cursor in cursors { try await checkPages(of: reader, before: cursor) }
            for result in measured {
                results.append(result)
                let times = result.times
                    .map { "\($0.implementation) \(milliseconds($0.times.p50))" }
                    .joined(separator: ", ")
                printProgress("following \(reader.name), \(result.position) page: \(times)")
            }
        }
        return results
    }

    private func checkPages(of reader: Reader, before cursor: Post.ID?) async throws {
        var expected: [PostView]?
        for implementation in implementations {
            let page = try await implementation.page(reader, cursor)
            if let expected, page != expected {
                throw BenchmarkFailure(
                    reason:
                        "\(implementation.name) returns a different page, following \(reader.name)."
                )
            }
            expected = page
        }
        guard expected?.isEmpty == false else {
            throw BenchmarkFailure(reason: "A page is empty, following \(reader.name).")
        }
    }

    private func measure(_ reader: Reader, cursors: [Post.ID?]) async throws -> [PageResult] {
        var times = cursors.map { _ in implementations.map { _ in Times() } }
        for _ in 0..<Self.rounds {
            for (page, cursor) in cursors.enumerated() {
                for index in implementations.indices.shuffled()
                where times[page][index].total < Self.timeLimit {
                    let read = { try await implementations[index].page(reader, cursor) }
                    _ = try await read()
                    try await times[page][index].measure { _ = try await read() }
                }
            }
        }
        return zip(PagePosition.allCases, times)
            .map { position, times in
                let named = zip(implementations, times)
                    .map { (implementation: $0.name, times: $1) }
                return PageResult(reader: reader, position: position, times: named)
            }
    }
}
