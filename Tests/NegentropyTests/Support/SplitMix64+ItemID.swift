import TimelineCore

@testable import Negentropy

extension SplitMix64 {
    /// Returns a random ID.
    mutating func id() -> ItemID {
        ItemID(number: UInt256(limb0: next(), limb1: next(), limb2: next(), limb3: next()))
    }
}
