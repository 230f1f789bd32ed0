import Dispatch

/// Runs `work` on all items, up to `width` at once, and returns the results in the order of the items.
///
/// This call blocks, and the calling thread takes part. The others are threads of serial queues,
/// which wait for the network or a disk without holding up those that Dispatch and Swift share.
///
/// - Throws: The first error. No further work starts after it.
package func concurrently<Item: Sendable, Output: Sendable>(
    _ items: [Item],
    width: Int,
    _ work: @escaping @Sendable (Item) throws -> Output
) throws -> [Output] {
    let state = ConcurrentWork<Output>(count: items.count)
    @Sendable func run() {
        while let index = state.next() {
            state.settle(index, Result { try work(items[index]) })
        }
    }
    let queues = (1..<max(1, min(width, items.count)))
        .map { DispatchQueue(label: "timeline.concurrently-\($0)") }
    for queue in queues { queue.async { run() } }
    run()
    for queue in queues { queue.sync {} }
    return try state.outputs()
}

/// The items that threads have started, and their outputs.
private final class ConcurrentWork<Output: Sendable>: Sendable {
    private struct State {
        var next = 0
        var outputs: [Output?]
        var failure: (any Error)?
    }

    private let state: Lock<State>

    init(count: Int) { state = Lock(State(outputs: Array(repeating: nil, count: count))) }

    /// Returns the index of the next item, or `nil` at the end or after an error.
    func next() -> Int? {
        state.withLock { state in
            guard state.failure == nil, state.next < state.outputs.count else { return nil }
            state.next += 1
            return state.next - 1
        }
    }

    func settle(_ index: Int, _ result: Result<Output, any Error>) {
        state.withLock { state in
            switch result {
            case .success(let output): state.outputs[index] = output
            case .failure(let error): state.failure = state.failure ?? error
            }
        }
    }

    func outputs() throws -> [Output] {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            return state.outputs.compactMap { $0 }
        }
    }
}
