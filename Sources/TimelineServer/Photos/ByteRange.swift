/// The part of a file that a request selects (RFC 9110, section 14).
enum ByteRange: Hashable {
    /// The whole file.
    ///
    /// The request selects no part, or something other than a single valid range, which servers may
    /// ignore.
    case whole
    /// The bytes in a range.
    case part(Range<Int>)
    /// A part that contains no byte of the file.
    case unsatisfiable

    /// Reads the `Range` header field.
    ///
    /// - Parameters:
    ///   - field: The value of the field, or `nil` if it is missing.
    ///   - count: The size of the file in bytes.
    init(_ field: String?, of count: Int) {
        guard let field, let match = field.wholeMatch(of: /bytes=(\d{0,18})-(\d{0,18})/) else {
            self = .whole
            return
        }
        switch (Int(match.1), Int(match.2)) {
        case (nil, nil): self = .whole
        case (nil, let length?):
            self =
                length == 0 || count == 0
                ? .unsatisfiable : .part(max(0, count - length)..<count)
        case (let start?, let last):
            guard last.map({ $0 >= start }) ?? true else {
                self = .whole
                return
            }
            self =
                start < count
                ? .part(start..<min(count, (last ?? count) + 1)) : .unsatisfiable
        }
    }
}
