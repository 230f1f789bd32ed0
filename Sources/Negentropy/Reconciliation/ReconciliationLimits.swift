/// The limits that one side applies to a session.
///
/// Use the same frame limit on both sides. With small or unequal limits, a session takes many times
/// as many bytes and turns.
package struct ReconciliationLimits: Hashable, Sendable {
    /// The lowest frame limit, in bytes: 4096.
    ///
    /// The reference implementation has the same minimum. It guarantees that each message contains
    /// the answer to at least one range.
    package static let minimumFrame = 4096

    /// The standard limits: 1 MiB per message in either direction, and 64 idle turns.
    package static let standard = Self(checkedFrame: 1 << 20, message: 1 << 20, idleTurns: 64)

    /// The maximum length of a message that this side sends, in bytes, or `nil` if it is unlimited.
    package let frame: Int?
    /// The maximum length of a message that this side accepts, in bytes.
    package let message: Int
    /// The number of replies without a new ID after which an ``Initiator`` gives up.
    ///
    /// Only consecutive replies count. Each reply normally splits ranges into 16, so an honest
    /// session needs few. Without a limit, a peer could keep a session busy forever.
    package let idleTurns: Int

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - frame: The maximum length of a message that this side sends, in bytes, at least
    ///     ``minimumFrame``, or `nil` if it is unlimited.
    ///   - message: The maximum length of a message that this side accepts, in bytes.
    ///   - idleTurns: The number of replies without a new ID after which an ``Initiator`` gives up.
    /// - Throws: ``NegentropyError/frameLimitTooSmall(bytes:)``.
    package init(
        frame: Int? = standard.frame,
        message: Int = standard.message,
        idleTurns: Int = standard.idleTurns
    ) throws(NegentropyError) {
        if let frame, frame < Self.minimumFrame { throw .frameLimitTooSmall(bytes: frame) }
        self.init(checkedFrame: frame, message: message, idleTurns: idleTurns)
    }

    private init(checkedFrame: Int?, message: Int, idleTurns: Int) {
        frame = checkedFrame
        self.message = message
        self.idleTurns = idleTurns
    }
}
