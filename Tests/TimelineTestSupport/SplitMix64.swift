/// A small random number generator with reproducible numbers: they depend only on the seed.
///
/// Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014, figure 13.
public struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator from a seed.
    public init(seed: UInt64) {
        state = seed
    }

    /// Returns the next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// Returns `true` with a probability of `count` in `total`.
    public mutating func happens(_ count: Int, in total: Int) -> Bool {
        Int.random(in: 0..<total, using: &self) < count
    }
}
