import TimelineCore

/// The draws of the simulator, on which the recorded schedules depend.
extension SplitMix64 {
    /// Returns a number below `bound`.
    mutating func number(below bound: Int) -> Int { Int(next() % UInt64(bound)) }

    /// Returns `true` in one of `count` cases.
    mutating func oneIn(_ count: Int) -> Bool { number(below: count) == 0 }
}

extension Array {
    /// Returns a random element, or `nil` if the array is empty.
    func element(using random: inout SplitMix64) -> Element? {
        isEmpty ? nil : self[random.number(below: count)]
    }
}
