package import TimelineCore

/// A switch that blocks one call of a ``PlainHasher``, so that a test can do something else before
/// the call returns.
package final class HeldCall: Sendable {
    private enum Stage {
        case idle, armed, holding
    }

    private let stage = Lock(Stage.idle)
    private let gate = Gate()

    /// Creates a switch that blocks no call until ``arm()`` is called.
    package init() {}

    /// A hasher that calls ``pass()`` in every call.
    package var hasher: PlainHasher { PlainHasher { self.pass() } }

    /// Makes the next call block.
    package func arm() { stage.withLock { $0 = .armed } }

    /// Waits until a call is blocked.
    package func untilHolding(file: StaticString = #fileID, line: UInt = #line) async throws {
        try await wait(until: { stage.withLock { $0 == .holding } }, file: file, line: line)
    }

    /// Unblocks the blocked call.
    package func release() { gate.open() }

    /// Blocks the current thread if ``arm()`` has been called since the last blocked call.
    package func pass() {
        let isHeld = stage.withLock { stage in
            guard stage == .armed else { return false }
            stage = .holding
            return true
        }
        if isHeld { gate.pass() }
    }
}

extension TestWorld {
    /// Returns the store with a separate executor for hashing, so that a blocked call does not
    /// delay other tests.
    package func ownerHashingAlone(width: Int = 4, waiting: Int = .max) -> StoreOwner {
        var owner = owner
        owner.engine.hashes = WorkQueue(BlockingExecutor(width: width), bound: waiting)
        return owner
    }
}
