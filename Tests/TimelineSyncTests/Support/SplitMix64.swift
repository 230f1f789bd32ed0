/// A small random number generator that always produces the same numbers for the same seed.
///
/// The algorithm is from Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators",
/// 2014, figure 13.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number below `bound`.
    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    /// Returns `true` in one of `count` cases.
    mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

    /// Returns a random element, or `nil` if the array is empty.
    mutating func element<Element>(of elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[below(elements.count)]
    }
}
