import Foundation
import TimelineCore

extension SplitMix64 {
    /// Returns a random push ID with the given time in milliseconds since 1970.
    mutating func pushID(at milliseconds: UInt64) -> PushID {
        PushID(
            milliseconds: milliseconds,
            random: (UInt16(truncatingIfNeeded: next()), next())
        )
    }

    /// Returns a random version 4 UUID (RFC 9562, section 5.4).
    mutating func uuid() -> UUID {
        let high = next() & ~0xf000 | 0x4000
        let low = next() & ~(0xc << 60) | 0x8 << 60
        return withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { bytes in
            UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
        }
    }
}
