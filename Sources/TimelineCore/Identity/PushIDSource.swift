/// Mints push IDs that never go back, whatever the system clock does.
///
/// Each identifier is above ``newest``, so above everything the store has minted or seen; in the
/// same millisecond, or after the clock stepped back, it is the successor of the newest.
package struct PushIDSource: Sendable {
    /// The newest identifier minted or seen so far.
    package private(set) var newest: PushID
    private let environment: TimelineEnvironment

    /// Makes a source of identifiers above `newest`.
    package init(after newest: PushID, environment: TimelineEnvironment) {
        self.newest = newest
        self.environment = environment
    }

    /// Mints the next identifier.
    package mutating func next() -> PushID {
        let now = environment.now().millisecondsSince1970
        newest = now > newest.milliseconds ? fresh(at: now) : newest.successor
        return newest
    }

    private func fresh(at milliseconds: UInt64) -> PushID {
        let bits = environment.randomBytes(9)
            .reduce((high: UInt64(0), low: UInt64(0))) { bits, byte in
                (bits.high << 8 | bits.low >> 48, (bits.low << 8 | UInt64(byte)) & PushID.lowMask)
            }
        return PushID(
            milliseconds: milliseconds,
            random: (UInt16(truncatingIfNeeded: bits.high), bits.low)
        )
    }
}
