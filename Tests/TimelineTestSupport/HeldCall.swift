public import TimelineCore

/// A switch that blocks one call of a ``PlainHasher``, so that a test can do something else before
/// the call returns.
public final class HeldCall: Sendable {
    private enum Stage {
        case idle, armed, holding
    }

    private let stage = Lock(Stage.idle)
    private let gate = Gate()

    /// Creates a switch that blocks no call until ``arm()`` is called.
    public init() {}

    /// A hasher that calls ``pass()`` in every call.
    public var hasher: PlainHasher { PlainHasher { self.pass() } }

    /// Makes the next call block.
    public func arm() { stage.withLock { $0 = .armed } }

    /// Waits until a call is blocked.
    public func untilHolding(file: StaticString = #fileID, line: UInt = #line) async throws {
        try await wait(until: { stage.withLock { $0 == .holding } }, file: file, line: line)
    }

    /// Unblocks the blocked call.
    public func release() { gate.open() }

    /// Blocks the current thread if ``arm()`` has been called since the last blocked call.
    public func pass() {
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
    public func ownerHashingAlone(width: Int = 4, waiting: Int = .max) -> StoreOwner {
        var owner = owner
        owner.engine.hashes = WorkQueue(BlockingExecutor(width: width), bound: waiting)
        return owner
    }
}
