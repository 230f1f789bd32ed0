public import TimelineCore

/// Blocks one call of a ``PlainHasher``, so that a test can do something else before the call
/// returns.
public final class HeldCall: Sendable {
    private enum Stage {
        case idle, armed, holding
    }

    private let stage = Lock(Stage.idle)
    private let gate = Gate()

    /// Creates a value that blocks no call until ``arm()``.
    public init() {}

    /// A hasher with calls that go through ``pass()``.
    public var hasher: PlainHasher { PlainHasher { self.pass() } }

    /// Blocks the next call.
    public func arm() { stage.withLock { $0 = .armed } }

    /// Waits until the call is blocked.
    public func untilHolding() async {
        while stage.withLock({ $0 != .holding }) { await Task.yield() }
    }

    /// Unblocks the call.
    public func release() { gate.open() }

    /// Blocks the current thread if ``arm()`` was called.
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
    /// Returns the store with its own hashing lane, so that a blocked call does not delay other
    /// tests.
    public func ownerHashingAlone(width: Int = 4, waiting: Int = .max) -> StoreOwner {
        var owner = owner
        owner.engine.hashes = WorkQueue(BlockingExecutor(width: width), bound: waiting)
        return owner
    }
}
