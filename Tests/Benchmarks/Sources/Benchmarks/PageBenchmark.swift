import Foundation
import TimelineCore

/// Times of many runs, in milliseconds.
struct Times {
    private var sorted: [Double] = []

    mutating func add(_ duration: Duration) { sorted.append(duration / .milliseconds(1)) }

    func percentile(_ part: Double) -> Double {
        let times = sorted.sorted()
        guard !times.isEmpty else { return .nan }
        return times[min(times.count - 1, Int(part * Double(times.count)))]
    }

    var total: Double { sorted.reduce(0, +) }
    var count: Int { sorted.count }
}

/// The times of all contenders for one reader at one place.
struct PageResult {
    let reader: Reader
    let place: String
    let times: [(contender: String, times: Times)]

    func p50(_ contender: String) -> Double {
        times.first { $0.contender == contender }?.times.percentile(0.5) ?? .nan
    }

    /// How many times as long as Timeline a contender takes.
    func ratio(_ contender: String) -> Double { p50(contender) / p50("Timeline") }
}

/// Reads pages in every way, in turns, so that a busy moment of the machine hits all alike.
struct PageBenchmark {
    private let store: BenchmarkStore
    private static let rounds = 200
    /// What one contender may spend at one place, in milliseconds; slow ones get fewer rounds.
    private static let patience = 3000.0

    init(_ store: BenchmarkStore) {
        self.store = store
    }

    func run() async throws -> [PageResult] {
        var results: [PageResult] = []
        for reader in store.readers {
            for (place, cursor) in [("first", nil), ("middle", try await middle(of: reader))] {
                try await expectEqualPages(reader, cursor)
                let result = try await measure(reader, place, cursor)
                results.append(result)
                let ratios = result.times.map {
                    "\($0.contender) \(milliseconds($0.times.percentile(0.5)))"
                }
                print("\(reader.name) \(place): \(ratios.joined(separator: ", "))")
            }
        }
        return results
    }

    /// The post in the middle of everyone's, or of the reader's own timeline where that is shorter.
    private func middle(of reader: Reader) async throws -> Post.ID? {
        let ids = try store.repository.read { reader in
            try reader.postIDs(in: PostRange(before: Post.ID(.max), limit: 500_000))
        }
        return reader.name.contains("dormant") ? nil : ids.last
    }

    private func expectEqualPages(_ reader: Reader, _ cursor: Post.ID?) async throws {
        var pages: [[PostView]] = []
        for contender in Contender.all(in: store) {
            pages.append(try await contender.page(reader, cursor))
        }
        guard pages.allSatisfy({ $0 == pages[0] }) else {
            throw BenchmarkFailure(reason: "The answers for \(reader.name) differ.")
        }
    }

    private func measure(
        _ reader: Reader,
        _ place: String,
        _ cursor: Post.ID?
    ) async throws -> PageResult {
        let contenders = Contender.all(in: store)
        var times = contenders.map { _ in Times() }
        for _ in 0..<Self.rounds {
            for index in contenders.indices where times[index].total < Self.patience {
                let start = ContinuousClock.now
                _ = try await contenders[index].page(reader, cursor)
                times[index].add(ContinuousClock.now - start)
            }
        }
        let named = zip(contenders, times).map { (contender: $0.name, times: $1) }
        return PageResult(reader: reader, place: place, times: named)
    }
}

/// Why the benchmark means nothing.
struct BenchmarkFailure: Error {
    let reason: String
}

/// A time with three digits.
func milliseconds(_ time: Double) -> String {
    String(format: time < 10 ? "%.3f" : "%.0f", time)
}
