/// A value that was set at a stamp: of two settings the newer stays, in whatever order they come.
///
/// This is a last-writer-wins register (Shapiro et al., "A comprehensive study of Convergent and
/// Commutative Replicated Data Types", 2011, §3.2.1). At equal stamps the greater value stays.
public struct Stamped<Value: Hashable & Sendable>: Hashable, Sendable {
    /// When the value was set.
    public private(set) var stamp: PushID
    /// The value.
    public private(set) var value: Value

    /// Makes a setting of a value.
    public init(_ value: Value, at stamp: PushID) {
        self.value = value
        self.stamp = stamp
    }

    /// Takes over a setting if it is newer, or as old with a value of a greater text.
    ///
    /// - Returns: whether it was taken over.
    @discardableResult
    public mutating func merge(_ other: Self) -> Bool {
        guard other.beats(self) else { return false }
        self = other
        return true
    }

    private func beats(_ other: Self) -> Bool {
        guard stamp == other.stamp else { return stamp > other.stamp }
        return String(describing: value) > String(describing: other.value)
    }
}

extension Stamped<Bool> {
    /// By how much a setting changes the count of what is set, or `nil` when a newer one stands.
    public static func step(from former: Self?, to setting: Self) -> Int? {
        var register = former ?? setting
        guard former == nil || register.merge(setting) else { return nil }
        return (setting.value ? 1 : 0) - (former?.value == true ? 1 : 0)
    }
}
