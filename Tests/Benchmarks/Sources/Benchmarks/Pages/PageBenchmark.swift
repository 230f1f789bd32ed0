import Foundation
import TimelineCore

/// Reads pages in every way, in turns, so that a busy moment of the machine hits all alike.
///
/// Each turn reads a page twice and times the second read, so that nobody pays for what the one before left in
/// the processor's caches.
struct PageBenchmark {
    private let store: BenchmarkStore
    private let contenders: [Contender]
    private static let rounds = 200
    /// What one contender may spend at one place, in milliseconds; slow ones get fewer rounds.
    private static let patience = 1000.0

    init(_ store: BenchmarkStore, _ contenders: [Contender]) {
        self.store = store
        self.contenders = contenders
    }

    func run() async throws -> [PageResult] {
        var results: [PageResult] = []
        for reader in store.readers {
            let cursors = [nil, try store.middle(of: reader)]
            for cursor in cursors { try await expectEqualPages(reader, cursor) }
            let measured = try await measure(reader, cursors)
            // What was timed last may come from what was remembered, so it is compared as well.
            for cursor in cursors { try await expectEqualPages(reader, cursor) }
            for result in measured {
                results.append(result)
                let times = result.times.map { "\($0.contender) \(milliseconds($0.times.p50))" }
                say("\(reader.name) \(result.place): \(times.joined(separator: ", "))")
            }
        }
        return results
    }

    private func expectEqualPages(_ reader: Reader, _ cursor: Post.ID?) async throws {
        var ours: [PostView]?
        for contender in contenders {
            let page = try await contender.page(reader, cursor)
            if let ours, page != ours {
                throw BenchmarkFailure(
                    reason: "\(contender.name) answers differently, following \(reader.name)."
                )
            }
            ours = page
        }
        guard ours?.isEmpty == false else {
            throw BenchmarkFailure(reason: "Who follows \(reader.name) sees nothing.")
        }
    }

    private func measure(_ reader: Reader, _ cursors: [Post.ID?]) async throws -> [PageResult] {
        var times = cursors.map { _ in contenders.map { _ in Times() } }
        for _ in 0..<Self.rounds {
            for (place, cursor) in cursors.enumerated() {
                for index in contenders.indices where times[place][index].total < Self.patience {
                    let read = { try await contenders[index].page(reader, cursor) }
                    _ = try await read()
                    try await times[place][index].measure { _ = try await read() }
                }
            }
        }
        return zip(PagePlace.allCases, times)
            .map { place, times in
                let named = zip(contenders, times).map { (contender: $0.name, times: $1) }
                return PageResult(reader: reader, place: place, times: named)
            }
    }
}
