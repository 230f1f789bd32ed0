extension PushIdentifier {
    /// The short ID that lists print: the last 8 characters, or more if it would start with `-`.
    ///
    /// Two IDs share their last 8 characters with a probability of 1 in 64⁸ (2.8 × 10¹⁴). Among a
    /// million posts, some pair does so with a probability of 1 in 560.
    public var shortID: String {
        var length = 8
        while length < PushID.textLength, description.suffix(length).hasPrefix("-") { length += 1 }
        return String(description.suffix(length))
    }
}
