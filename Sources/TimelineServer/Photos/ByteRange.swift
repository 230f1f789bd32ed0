#if Server
/// The part of a file that a request selects (RFC 9110, section 14).
enum ByteRange: Hashable {
    /// The whole file: the request selects no part, or several, which may be ignored.
    case whole
    /// These bytes.
    case part(Range<Int>)
    /// No byte of the file.
    case unsatisfiable

    /// Reads the field `Range`.
    ///
    /// - Parameters:
    ///   - field: the value of the field; `nil` if it is missing.
    ///   - count: the number of bytes of the file.
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
#endif
