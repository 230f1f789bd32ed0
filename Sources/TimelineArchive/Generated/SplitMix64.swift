import Foundation
import TimelineCore

/// A small random generator whose numbers are the same everywhere.
///
/// The algorithm and its constants are those of Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014.
struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var bits = state
        bits = (bits ^ bits >> 30) &* 0xbf58_476d_1ce4_e5b9
        bits = (bits ^ bits >> 27) &* 0x94d0_49bb_1331_11eb
        return bits ^ bits >> 31
    }

    /// A number from 0 up to `bound`, by multiplication; the bias is below one in 2^64 / `bound`.
    mutating func below(_ bound: UInt64) -> UInt64 {
        next().multipliedFullWidth(by: bound).high
    }

    /// A number from 0 up to `bound`.
    mutating func below(_ bound: Int) -> Int {
        Int(below(UInt64(max(1, bound))))
    }

    /// A push ID of a time, in milliseconds since 1970.
    mutating func pushID(at milliseconds: UInt64) -> PushID {
        PushID(
            milliseconds: milliseconds,
            random: (UInt16(truncatingIfNeeded: next()), next())
        )
    }

    /// A UUID of version 4 (RFC 9562).
    mutating func uuid() -> UUID {
        let high = next() & ~0xf000 | 0x4000
        let low = next() & ~(0xc << 60) | 0x8 << 60
        return withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { bytes in
            UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
        }
    }
}
