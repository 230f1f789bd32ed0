import Dispatch
import TimelineCore

/// Runs work within bounds of parallelism and memory, in the order of arrival.
final class RenditionScheduler: Sendable {
    private struct Work: Sendable {
        let memory: Int
        let body: @Sendable () -> Void
    }

    private struct State {
        var waiting: [Work] = []
        var running = 0
        var memory = 0
    }

    private let lanes: Int
    private let memoryLimit: Int
    private let state = Lock(State())
    private let queue = DispatchQueue(label: "timeline.renditions", attributes: .concurrent)

    /// Creates a scheduler.
    ///
    /// - Parameters:
    ///   - lanes: the number of pieces of work that run at once.
    ///   - memoryLimit: the bytes of memory that they may take together.
    init(lanes: Int, memoryLimit: Int) {
        self.lanes = lanes
        self.memoryLimit = memoryLimit
    }

    /// Runs `body` on a Dispatch thread as soon as the bounds allow it.
    ///
    /// - Parameters:
    ///   - memory: the bytes that `body` takes; above the limit, it runs alone.
    ///   - body: the work.
    func schedule(memory: Int, _ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.waiting.append(Work(memory: memory, body: body)) }
        admit()
    }

    private func admit() {
        let admitted = state.withLock { state in
            var admitted: [Work] = []
            while let next = state.waiting.first, hasRoom(for: next, state) {
                state.waiting.removeFirst()
                state.running += 1
                state.memory += next.memory
                admitted.append(next)
            }
            return admitted
        }
        for work in admitted {
            queue.async { [self] in
                work.body()
                leave(work)
            }
        }
    }

    private func hasRoom(for work: Work, _ state: State) -> Bool {
        guard state.running > 0 else { return true }
        return state.running < lanes && state.memory + work.memory <= memoryLimit
    }

    private func leave(_ work: Work) {
        state.withLock { state in
            state.running -= 1
            state.memory -= work.memory
        }
        admit()
    }
}
