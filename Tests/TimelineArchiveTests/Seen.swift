import TimelineCore

/// What a progress closure was told.
final class Seen: Sendable {
    private let all = Lock<[(done: Int, total: Int)]>([])

    var steps: [(done: Int, total: Int)] { all.withLock { $0 } }

    func add(_ done: Int, _ total: Int) {
        all.withLock { $0.append((done, total)) }
    }
}
