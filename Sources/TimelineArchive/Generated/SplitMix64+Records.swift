import TimelineCore

extension SplitMix64 {
    /// Returns a random stamp with the given time in milliseconds since 1970.
    mutating func stamp(at milliseconds: UInt64) -> PushID {
        PushID(
            milliseconds: milliseconds,
            bits: (UInt16(truncatingIfNeeded: next()), next())
        )
    }

    /// Returns the given number of random bytes, which is a multiple of 8.
    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count / 8)
            .flatMap { _ in
                let number = next()
                return (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
            }
    }
}
