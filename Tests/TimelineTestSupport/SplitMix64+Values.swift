package import TimelineCore

extension SplitMix64 {
    /// Returns a random element of an array that is not empty.
    package mutating func element<Element>(of elements: [Element]) -> Element {
        elements[below(elements.count)]
    }
}
