import Foundation

extension Form {
    /// Parses `application/x-www-form-urlencoded` (URL Standard, section 5.1).
    ///
    /// - Throws: ``RequestError/malformed`` if a decoded value is not valid UTF-8, or
    ///   ``RequestError/tooLarge(limit:)``.
    init(urlEncoded text: String) throws(RequestError) {
        self.init()
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = try Self.decoded(parts[0])
            try add(parts.count == 2 ? try Self.decoded(parts[1]) : "", to: name)
        }
    }

    /// Decodes a name or a value.
    ///
    /// A "+" means a space unless it is percent-encoded.
    ///
    /// - Throws: ``RequestError/malformed`` if the result is not valid UTF-8.
    static func decoded(_ text: Substring) throws(RequestError) -> String {
        let spaced = text.replacing("+", with: " ")
        guard let decoded = spaced.removingPercentEncoding else { throw .malformed }
        return decoded
    }
}
