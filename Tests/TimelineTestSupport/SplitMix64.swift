/// A small generator whose numbers depend on its seed alone, so that a failure can be repeated.
///
/// Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014, figure 13.
public struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Makes a generator of a seed.
    public init(seed: UInt64) {
        state = seed
    }

    /// Draws the next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// Whether something happens that does so `count` times in `total`.
    public mutating func happens(_ count: Int, in total: Int) -> Bool {
        Int.random(in: 0..<total, using: &self) < count
    }
}
