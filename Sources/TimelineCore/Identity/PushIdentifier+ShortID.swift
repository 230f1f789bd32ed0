extension PushIdentifier {
    /// The short ID shown in lists: the last 8 characters, or more if those would start with `-`.
    ///
    /// Two IDs have the same last 8 characters with a probability of 1 in 64⁸ (2.8 × 10¹⁴). Among a
    /// million posts, the probability of at least one such pair is 1 in 560.
    public var shortID: String {
        var length = 8
        while length < PushID.textLength, description.suffix(length).hasPrefix("-") { length += 1 }
        return String(description.suffix(length))
    }
}
