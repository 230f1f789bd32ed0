/// A small random number generator that always produces the same numbers for the same seed.
///
/// The algorithm is from Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators",
/// 2014, figure 13.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    @usableFromInline
    var state: UInt64

    /// Creates a generator from a seed.
    @inlinable
    package init(seed: UInt64) {
        state = seed
    }

    /// Returns the next random number.
    @inlinable
    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// Returns a random number below `bound`, or 0 if `bound` is 0.
    ///
    /// The number is computed by a multiplication, with a bias of less than `bound` / 2^64.
    @inlinable
    package mutating func below(_ bound: UInt64) -> UInt64 {
        next().multipliedFullWidth(by: bound).high
    }

    /// Returns a random number below `bound`, or 0 if `bound` is 0 or negative.
    @inlinable
    package mutating func below(_ bound: Int) -> Int {
        Int(below(UInt64(max(1, bound))))
    }

    /// Returns `true` with a probability of `count` in `total`.
    @inlinable
    package mutating func happens(_ count: Int, in total: Int) -> Bool {
        Int.random(in: 0..<total, using: &self) < count
    }
}
