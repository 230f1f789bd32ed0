/// Decodes hexadecimal digits, or returns no bytes if the text is malformed.
///
/// Spaces are ignored.
func bytes(_ text: String) -> [UInt8] {
    let text = text.filter { $0 != " " }
    let digits = text.compactMap(\.hexDigitValue)
    guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return [] }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
}

/// Returns bytes in hexadecimal.
func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
