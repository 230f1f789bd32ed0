import Foundation

/// Mints the identifiers and stamps of one author, each above all before it.
///
/// The time is the later of the clock and the newest identifier's, and the 72 random bits are drawn afresh for
/// each: two devices that know the same newest identifier mint different ones.
package struct PushIDSource: Sendable {
    /// The newest identifier minted or seen so far.
    package private(set) var newest: PushID
    private let environment: TimelineEnvironment

    /// How many times the random bits are drawn before the time moves on by a millisecond.
    private static let draws = 16

    /// Makes a source of identifiers above `newest`.
    package init(after newest: PushID, environment: TimelineEnvironment) {
        self.newest = newest
        self.environment = environment
    }

    /// Mints the next identifier; when the 48 bits of milliseconds are used up, that is ``PushID/max``, which
    /// no validation accepts.
    package mutating func next() -> PushID {
        var milliseconds = max(environment.now().millisecondsSince1970, newest.milliseconds)
        while true {
            for _ in 0..<Self.draws {
                let id = fresh(at: milliseconds)
                if id > newest {
                    newest = id
                    return id
                }
            }
            guard milliseconds < PushID.timeMask else { return .max }
            milliseconds += 1
        }
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
