/// A value that was set at a stamp: of two settings the newer stays, in whatever order they come.
///
/// This is a last-writer-wins register (Shapiro et al., "A comprehensive study of Convergent and
/// Commutative Replicated Data Types", 2011, §3.2.1). At equal stamps the greater value stays.
package struct LWWRegister<Value: RegisterValue>: Hashable, Sendable {
    /// When the value was set.
    package private(set) var stamp: PushID
    /// The value.
    package private(set) var value: Value

    /// Makes a setting of a value.
    package init(_ value: Value, at stamp: PushID) {
        self.value = value
        self.stamp = stamp
    }

    /// Takes over a setting if it is newer, or as old with a value of a higher tieBreaker.
    ///
    /// - Returns: whether it was taken over.
    @discardableResult
    package mutating func merge(_ other: Self) -> Bool {
        guard other.beats(self) else { return false }
        self = other
        return true
    }

    private func beats(_ other: Self) -> Bool {
        guard stamp == other.stamp else { return stamp > other.stamp }
        return other.value.tieBreaker.utf8.lexicographicallyPrecedes(value.tieBreaker.utf8)
    }
}

/// A value that may be set; of two set at one stamp, that of the higher tieBreaker stays.
///
/// Ranks are compared byte by byte, as SQLite compares texts.
package protocol RegisterValue: Hashable, Sendable {
    /// What the value is compared by; an empty value has the lowest tieBreaker, the empty text.
    var tieBreaker: String { get }
}

extension Bool: RegisterValue {
    package var tieBreaker: String { self ? "1" : "0" }
}

extension String: RegisterValue {
    package var tieBreaker: String { self }
}

extension Username: RegisterValue {
    package var tieBreaker: String { text }
}

extension Photo: RegisterValue {
    package var tieBreaker: String { JSONText.of(self) }
}

extension Optional: RegisterValue where Wrapped: RegisterValue {
    package var tieBreaker: String { map(\.tieBreaker) ?? "" }
}

extension LWWRegister<Bool> {
    /// By how much a setting changes the count of what is set, or `nil` when a newer one stands.
    package static func step(from former: Self?, to setting: Self) -> Int? {
        var register = former ?? setting
        guard former == nil || register.merge(setting) else { return nil }
        return (setting.value ? 1 : 0) - (former?.value == true ? 1 : 0)
    }
}
