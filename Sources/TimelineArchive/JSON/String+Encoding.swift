extension String {
    /// The text that was meant if each byte of its UTF-8 was written as one code point, as
    /// Instagram's archives do, or else the text itself.
    ///
    /// A text is repaired if all its scalars are at most U+00FF and, taken as bytes, they are valid
    /// UTF-8 with at least one sequence of several bytes. "\u{00CE}\u{00A3}" becomes "Σ", but a lone
    /// "é" stays.
    var repairingEncoding: String {
        guard utf8.contains(where: { $0 >= 0x80 }) else { return self }
        var bytes: [UInt8] = []
        for scalar in unicodeScalars {
            guard let byte = UInt8(exactly: scalar.value) else { return self }
            bytes.append(byte)
        }
        return String(validating: bytes, as: UTF8.self) ?? self
    }
}
