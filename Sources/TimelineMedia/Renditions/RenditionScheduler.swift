import Dispatch
import TimelineCore

/// Runs work in the order of arrival, within limits for parallelism and memory.
///
/// The first piece of work in the list starts once fewer than the maximum number are running and
/// enough memory is free for it. Later pieces wait even if they would fit, so a large piece always
/// starts eventually. A piece that exceeds the memory limit by itself runs alone.
///
/// Work runs on serial queues, because on Linux concurrent queues share their threads with Swift's
/// cooperative pool, which long work would block.
///
/// No thread blocks while work waits, because each piece starts the next one when it ends. The list
/// has no limit, but `RenditionCache` adds each rendition only once for any number of concurrent
/// requests.
final class RenditionScheduler: Sendable {
    /// A piece of work and the memory in bytes that it takes.
    private struct Work: Sendable {
        let memory: Int
        let body: @Sendable () -> Void
    }

    /// The state of a scheduler: the list of waiting work, the idle queues, and the memory that the
    /// running work takes in total.
    private struct State {
        var waiting: [Work] = []
        var idle: [DispatchQueue]
        var memory = 0
    }

    /// The number of pieces of work that may run at once.
    private let lanes: Int
    /// The memory in bytes that running work may take in total.
    private let memoryLimit: Int
    private let state: Lock<State>

    /// Creates a scheduler.
    ///
    /// - Parameters:
    ///   - lanes: The number of pieces of work that may run at once.
    ///   - memoryLimit: The memory in bytes that they may take in total.
    init(lanes: Int, memoryLimit: Int) {
        self.lanes = lanes
        self.memoryLimit = memoryLimit
        let queues = (0..<lanes).map { DispatchQueue(label: "timeline.renditions-\($0)") }
        state = Lock(State(idle: queues))
    }

    /// Runs `body` on a Dispatch thread as soon as the limits allow it.
    ///
    /// - Parameters:
    ///   - memory: The memory in bytes that `body` takes. Work above the limit runs alone.
    ///   - body: The work.
    func schedule(memory: Int, _ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.waiting.append(Work(memory: memory, body: body)) }
        admit()
    }

    /// Starts as much of the waiting work as the limits allow.
    private func admit() {
        let admitted = state.withLock { state in
            var admitted: [(work: Work, queue: DispatchQueue)] = []
            while let next = state.waiting.first, hasRoom(for: next, state),
                let queue = state.idle.popLast()
            {
                state.waiting.removeFirst()
                state.memory += next.memory
                admitted.append((next, queue))
            }
            return admitted
        }
        for (work, queue) in admitted {
            queue.async { [self] in
                work.body()
                leave(work, on: queue)
            }
        }
    }

    /// Returns whether enough memory is free for the given work.
    private func hasRoom(for work: Work, _ state: State) -> Bool {
        state.idle.count == lanes || state.memory + work.memory <= memoryLimit
    }

    /// Frees the memory and the queue of work that has ended, and starts waiting work.
    private func leave(_ work: Work, on queue: DispatchQueue) {
        state.withLock { state in
            state.idle.append(queue)
            state.memory -= work.memory
        }
        admit()
    }
}
