import TimelineCore

/// A recorder of the calls to a progress closure.
final class ProgressRecorder: Sendable {
    private let all = Lock<[(done: Int, total: Int)]>([])

    var calls: [(done: Int, total: Int)] { all.withLock { $0 } }

    func record(done: Int, total: Int) {
        all.withLock { $0.append((done, total)) }
    }
}
