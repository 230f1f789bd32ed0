extension String {
    /// The intended text if each of its UTF-8 bytes was written as a separate code point, as in
    /// Instagram's archives, or else the text itself.
    ///
    /// A string is repaired if all of its scalars are at most U+00FF and form, as bytes, valid
    /// UTF-8 with at least one multibyte sequence. "\u{00CE}\u{00A3}" becomes "Σ", but a lone "é"
    /// stays.
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
