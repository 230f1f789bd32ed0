import Dispatch
import TimelineCore

/// Runs work within bounds of parallelism and memory, in the order of arrival.
///
/// The first piece of work in the list is admitted when a lane is free and its memory fits beside
/// that of the running ones. Pieces behind it wait even if they would fit, so a large one always
/// starts in the end. One that exceeds the limit by itself runs alone.
///
/// No thread blocks while work waits: a piece that ends admits the next. The list is not bounded;
/// `RenditionCache` adds each rendition once, however many requests share it.
final class RenditionScheduler: Sendable {
    /// A piece of work and its memory in bytes.
    private struct Work: Sendable {
        let memory: Int
        let body: @Sendable () -> Void
    }

    /// The list, and the sums of the work that runs.
    private struct State {
        var waiting: [Work] = []
        var running = 0
        var memory = 0
    }

    /// The number of pieces that may run at once.
    private let lanes: Int
    /// The bytes that they may take together.
    private let memoryLimit: Int
    /// The list and the running work.
    private let state = Lock(State())
    /// Runs each piece on a thread of Dispatch.
    private let queue = DispatchQueue(label: "timeline.renditions", attributes: .concurrent)

    /// Creates a scheduler.
    ///
    /// - Parameters:
    ///   - lanes: The number of pieces of work that run at once.
    ///   - memoryLimit: The bytes of memory that they may take together.
    init(lanes: Int, memoryLimit: Int) {
        self.lanes = lanes
        self.memoryLimit = memoryLimit
    }

    /// Runs `body` on a Dispatch thread as soon as the bounds allow it.
    ///
    /// - Parameters:
    ///   - memory: The bytes that `body` takes; above the limit, it runs alone.
    ///   - body: The work.
    func schedule(memory: Int, _ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.waiting.append(Work(memory: memory, body: body)) }
        admit()
    }

    /// Starts as much of the waiting work as the bounds allow.
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

    /// Whether work may start now.
    private func hasRoom(for work: Work, _ state: State) -> Bool {
        guard state.running > 0 else { return true }
        return state.running < lanes && state.memory + work.memory <= memoryLimit
    }

    /// Frees the lane and the memory of work that has ended.
    private func leave(_ work: Work) {
        state.withLock { state in
            state.running -= 1
            state.memory -= work.memory
        }
        admit()
    }
}
