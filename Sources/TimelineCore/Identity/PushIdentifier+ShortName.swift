extension PushIdentifier {
    /// The ending that lists print: 8 characters, or more where it would begin with `-`.
    ///
    /// Any two have the same ending with a chance of one in 64^8, or 2.8 × 10^14; of a million posts, some
    /// two do with a chance of one in 560.
    public var shortID: String {
        var length = 8
        while length < PushID.textLength, description.suffix(length).hasPrefix("-") { length += 1 }
        return String(description.suffix(length))
    }
}
