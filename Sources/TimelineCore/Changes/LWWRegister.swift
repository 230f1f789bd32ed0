/// A last-writer-wins (LWW) register: a value with the stamp of its last change.
///
/// The newest stamp wins, regardless of the order in which changes arrive.
///
/// See Shapiro et al., "A comprehensive study of Convergent and Commutative Replicated Data Types",
/// 2011, §3.2.1. If the stamps are equal, the greater ``RegisterValue/tieBreaker`` wins.
///
/// ```swift
/// var register = LWWRegister(caption, at: stamp)
/// if register.merge(LWWRegister("Later words", at: .max)) { show(register.value) }
/// ```
public struct LWWRegister<Value: RegisterValue>: Hashable, Sendable {
    /// The stamp of the change that set the value.
    public private(set) var stamp: PushID
    /// The current value.
    public private(set) var value: Value

    /// Creates a register with a value that was set at `stamp`.
    public init(_ value: Value, at stamp: PushID) {
        self.value = value
        self.stamp = stamp
    }

    /// Replaces this register with `other` if `other` has a newer stamp, or an equal stamp and a
    /// greater tie-breaker.
    ///
    /// - Returns: Whether the register has changed.
    @discardableResult
    public mutating func merge(_ other: Self) -> Bool {
        guard other.beats(self) else { return false }
        self = other
        return true
    }

    private func beats(_ other: Self) -> Bool {
        guard stamp == other.stamp else { return stamp > other.stamp }
        return other.value.tieBreaker.utf8.lexicographicallyPrecedes(value.tieBreaker.utf8)
    }
}

/// A value that an ``LWWRegister`` can contain.
///
/// Tie-breakers are compared byte by byte, which is how SQLite compares text.
public protocol RegisterValue: Hashable, Sendable {
    /// The text that determines which of two values with equal stamps wins.
    ///
    /// It is empty, and therefore lowest, for a cleared value.
    var tieBreaker: String { get }
}

extension Bool: RegisterValue {
    /// The text "1" for `true`, or "0" for `false`.
    public var tieBreaker: String { self ? "1" : "0" }
}

extension String: RegisterValue {
    /// The string itself.
    public var tieBreaker: String { self }
}

extension Username: RegisterValue {
    /// The text of the username.
    public var tieBreaker: String { text }
}

extension Photo: RegisterValue {
    /// The canonical JSON of the photo.
    public var tieBreaker: String { JSONText.of(self) }
}

extension Place: RegisterValue {
    /// The canonical JSON of the place.
    public var tieBreaker: String { JSONText.of(self) }
}

extension Optional: RegisterValue where Wrapped: RegisterValue {
    /// The tie-breaker of the wrapped value, or an empty text for `nil`.
    public var tieBreaker: String { map(\.tieBreaker) ?? "" }
}

extension LWWRegister<Bool> {
    /// Returns the change in the number of `true` registers if `setting` is merged into `former`:
    /// -1, 0 or 1.
    ///
    /// Returns `nil` if `former` wins.
    public static func step(from former: Self?, to setting: Self) -> Int? {
        var register = former ?? setting
        guard former == nil || register.merge(setting) else { return nil }
        return (setting.value ? 1 : 0) - (former?.value == true ? 1 : 0)
    }
}
