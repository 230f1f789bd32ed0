import ArgumentParser

/// A size as typed by a user, such as `500MB` or `2GB`, in decimal units.
struct ByteSize {
    /// The number of bytes.
    let byteCount: UInt64

    /// Parses a number with an optional unit, in any case and with or without a space.
    ///
    /// - Throws: A `ValidationError` if the text is not a size.
    init(parsing text: String) throws {
        let compact = text.lowercased().filter { !$0.isWhitespace }
        let number = compact.prefix { $0.isNumber || $0 == "." }
        let units = [
            "": 1.0, "b": 1, "k": 1e3, "kb": 1e3, "m": 1e6, "mb": 1e6, "g": 1e9, "gb": 1e9,
        ]
        guard let value = Double(number), value.isFinite,
            let factor = units[String(compact.dropFirst(number.count))],
            let byteCount = UInt64(exactly: (value * factor).rounded(.down))
        else { throw ValidationError(ByteText.invalid(text)) }
        self.byteCount = byteCount
    }
}
