package import TimelineCore

extension SplitMix64 {
    /// Returns random bytes.
    package mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
    }

    /// Returns a random element of an array that is not empty.
    package mutating func element<Element>(of elements: [Element]) -> Element {
        elements[below(elements.count)]
    }
}
