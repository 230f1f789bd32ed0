extension RecordTextField {
    /// Returns whether a text is within the limits of the field.
    ///
    /// A text contains no null character, because SQLite and many other programs treat it as the
    /// end of the text. The rules are those of `TextField.check(_:)` and `checkFilled(_:)` in
    /// TimelineCore.
    public func accepts(_ text: String) -> Bool {
        // A text never has more characters than bytes, and the byte count takes constant time.
        guard text.utf8.count <= limit || text.utf8.count <= byteLimit && text.count <= limit,
            !text.utf8.contains(0)
        else { return false }
        return !isRequired || text.contains { !$0.isWhitespace }
    }

    /// Checks that a text is within the limits of the field.
    ///
    /// - Throws: ``RecordError/invalidText(_:)``.
    func check(_ text: String) throws(RecordError) {
        guard accepts(text) else { throw .invalidText(self) }
    }
}
