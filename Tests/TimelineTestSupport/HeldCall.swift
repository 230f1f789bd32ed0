public import TimelineCore

/// Holds one call of a ``PlainHasher`` until a test lets it go on, so that something else happens meanwhile.
public final class HeldCall: Sendable {
    private enum Stage {
        case idle, armed, holding
    }

    private let stage = Lock(Stage.idle)
    private let gate = Gate()

    /// Creates one that holds nothing yet.
    public init() {}

    /// A hasher whose calls pass here.
    public var hasher: PlainHasher { PlainHasher { self.pass() } }

    /// Holds the next call.
    public func arm() { stage.withLock { $0 = .armed } }

    /// Waits until the call is held.
    public func untilHolding() async {
        while stage.withLock({ $0 != .holding }) { await Task.yield() }
    }

    /// Lets the call go on.
    public func release() { gate.open() }

    /// Holds the call when one is to be held.
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
    /// The store with a lane for hashing that no other test shares, so that a held call delays none.
    public func ownerHashingAlone(width: Int = 4, waiting: Int = .max) -> StoreOwner {
        var owner = owner
        owner.engine.hashes = WorkQueue(BlockingExecutor(width: width), bound: waiting)
        return owner
    }
}
