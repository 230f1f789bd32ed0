import Foundation

/// Parses the body of a form with files (`multipart/form-data`, RFC 7578) while it arrives.
///
/// The parser buffers only bytes that may belong to a delimiter or to the header of a part, so its
/// memory use does not depend on the size of the files. Unlike RFC 2046, it rejects text before the
/// first delimiter, which no browser sends. It ignores text after the last delimiter.
///
/// ```swift
/// var parser = try MultipartParser(boundary: "----x")
/// for chunk in body { for event in try parser.parse(chunk) { handle(event) } }
/// try parser.finish()
/// ```
struct MultipartParser {
    /// An event that the parser reports.
    enum Event: Hashable {
        /// The start of a part, with its header.
        case part(MultipartHeader)
        /// The next bytes of the part, at least one.
        case content([UInt8])
        /// The end of the part.
        case end
    }

    private enum State {
        /// Before the first delimiter.
        case start
        /// After a delimiter, where a line break or, at the end of the form, two dashes must
        /// follow.
        case delimiter
        /// In the header of a part.
        case header
        case content
        /// After the last delimiter.
        case finished
    }

    /// The maximum size of a part's header in bytes.
    static let headerLimit = 8192
    /// The maximum number of parts.
    static let partLimit = 200

    /// A line break and the delimiter.
    ///
    /// Before the first part, the line break is missing.
    private let delimiter: [UInt8]
    private var state = State.start
    private var buffer: [UInt8] = []
    private var parts = 0

    /// Creates a parser for a boundary of 1 to 70 characters (RFC 2046, section 5.1.1).
    ///
    /// - Throws: ``MultipartError/boundary`` if the boundary has a different length.
    init(boundary: String) throws(MultipartError) {
        guard (1...70).contains(boundary.utf8.count) else { throw .boundary }
        delimiter = Array("\r\n--\(boundary)".utf8)
    }

    /// Parses the next bytes of the body.
    ///
    /// - Throws: A ``MultipartError``, after which the parser must not be used again.
    mutating func parse(_ bytes: some Sequence<UInt8>) throws(MultipartError) -> [Event] {
        if state == .finished { return [] }
        buffer += bytes
        var events: [Event] = []
        while try step(&events) {}
        return events
    }

    /// Checks that the form is complete, after the whole body has been parsed.
    ///
    /// - Throws: ``MultipartError/truncated`` if the last delimiter is missing.
    func finish() throws(MultipartError) {
        guard state == .finished else { throw .truncated }
    }

    /// Performs one parsing step, and returns whether the buffer may allow another.
    private mutating func step(_ events: inout [Event]) throws(MultipartError) -> Bool {
        switch state {
        case .start: try readStart()
        case .delimiter: try readDelimiter()
        case .header: try readHeader(&events)
        case .content: readContent(&events)
        case .finished: false
        }
    }

    private mutating func readStart() throws(MultipartError) -> Bool {
        let first = delimiter.dropFirst(2)
        guard buffer.count >= first.count else {
            guard first.starts(with: buffer) else { throw .delimiter }
            return false
        }
        guard buffer.starts(with: first) else { throw .delimiter }
        return advance(to: .delimiter, dropping: first.count)
    }

    private mutating func readDelimiter() throws(MultipartError) -> Bool {
        guard buffer.count >= 2 else { return false }
        switch (buffer[0], buffer[1]) {
        case (UInt8(ascii: "\r"), UInt8(ascii: "\n")):
            parts += 1
            guard parts <= Self.partLimit else { throw .tooManyParts }
            return advance(to: .header, dropping: 2)
        case (UInt8(ascii: "-"), UInt8(ascii: "-")):
            buffer = []
            state = .finished
            return false
        default: throw .delimiter
        }
    }

    private mutating func readHeader(_ events: inout [Event]) throws(MultipartError) -> Bool {
        guard let end = buffer.firstRange(ofBytes: Self.headerEnd) else {
            guard buffer.count <= Self.headerLimit else { throw .header }
            return false
        }
        guard end.lowerBound <= Self.headerLimit else { throw .header }
        events.append(.part(try MultipartHeader(buffer[..<end.lowerBound])))
        return advance(to: .content, dropping: end.upperBound)
    }

    /// Reads the content of a part, up to the next delimiter or to bytes that may be the start of
    /// it.
    private mutating func readContent(_ events: inout [Event]) -> Bool {
        guard let end = buffer.firstRange(ofBytes: delimiter) else {
            emit(buffer.count - delimiter.count + 1, into: &events)
            return false
        }
        emit(end.lowerBound, into: &events)
        events.append(.end)
        return advance(to: .delimiter, dropping: delimiter.count)
    }

    /// Reports the first `count` bytes of the buffer as content and removes them.
    private mutating func emit(_ count: Int, into events: inout [Event]) {
        guard count > 0 else { return }
        events.append(.content(Array(buffer.prefix(count))))
        buffer.removeFirst(count)
    }

    private mutating func advance(to state: State, dropping count: Int) -> Bool {
        buffer.removeFirst(count)
        self.state = state
        return true
    }

    private static let headerEnd = Array("\r\n\r\n".utf8)
}

/// The header of a part of a form: the name of the field and, for a file, the name of the file on
/// the visitor's disk.
struct MultipartHeader: Hashable {
    /// The name of the form field.
    let name: String
    /// The name of the file, which is used only in messages, or `nil` for a text field.
    let fileName: String?

    /// Creates a header from its values.
    init(name: String, fileName: String? = nil) {
        self.name = name
        self.fileName = fileName
    }

    /// Parses the lines of a header.
    ///
    /// - Throws: ``MultipartError/header`` if the header does not contain exactly one field
    ///   `Content-Disposition: form-data`, with a name.
    init(_ bytes: ArraySlice<UInt8>) throws(MultipartError) {
        let lines = bytes.split(separator: UInt8(ascii: "\r")).map { $0.drop { $0 == 10 } }
        let dispositions = lines.compactMap(Self.disposition)
        guard dispositions.count == 1, let parameters = dispositions.first,
            let name = parameters["name"]
        else { throw .header }
        self.init(name: name, fileName: parameters["filename"])
    }

    /// Returns the parameters of a line that contains `Content-Disposition: form-data`, or `nil`
    /// for any other line.
    private static func disposition(_ line: ArraySlice<UInt8>) -> [String: String]? {
        let text = String(decoding: line, as: UTF8.self)
        guard let colon = text.firstIndex(of: ":"),
            text[..<colon].lowercased() == "content-disposition"
        else { return nil }
        let value = text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        let kind = value.prefix { $0 != ";" && $0 != " " }
        guard kind.lowercased() == "form-data" else { return nil }
        return HeaderParameters(value.dropFirst(kind.count)).values
    }
}

/// The parameters after the value of a header field, as in `; name="photos"; filename="a.jpg"`.
struct HeaderParameters {
    /// The values by lowercase name.
    ///
    /// If a name is repeated, the first value is used.
    private(set) var values: [String: String] = [:]

    /// Parses parameters up to the first invalid one.
    init(_ text: some StringProtocol) {
        var rest = Substring(text)
        while let parameter = Self.next(&rest) {
            let name = parameter.name.lowercased()
            if values[name] == nil { values[name] = parameter.value }
        }
    }

    private static func next(_ rest: inout Substring) -> (name: String, value: String)? {
        rest = rest.drop { $0 == ";" || $0 == " " || $0 == "\t" }
        let name = rest.prefix { $0 != "=" && $0 != ";" && $0 != " " }
        rest = rest.dropFirst(name.count)
        guard !name.isEmpty, rest.first == "=" else { return nil }
        rest = rest.dropFirst()
        guard rest.first == "\"" else {
            let value = rest.prefix { $0 != ";" && $0 != " " }
            rest = rest.dropFirst(value.count)
            return (String(name), String(value))
        }
        rest = rest.dropFirst()
        guard let value = quoted(&rest) else { return nil }
        return (String(name), value)
    }

    /// Reads the rest of a quoted value.
    ///
    /// Returns `nil` if the closing quotation mark is missing.
    ///
    /// Browsers write quotation marks and line breaks as `%22`, `%0D` and `%0A` (HTML,
    /// section 4.10.21.8). Older programs put a backslash before a quotation mark.
    private static func quoted(_ rest: inout Substring) -> String? {
        var value = ""
        while let character = rest.popFirst() {
            if character == "\"" {
                return value.replacing("%22", with: "\"").replacing("%0D", with: "\r")
                    .replacing("%0A", with: "\n")
            }
            if character == "\\", rest.first == "\"" {
                value.append(rest.removeFirst())
            } else {
                value.append(character)
            }
        }
        return nil
    }
}

/// The reason why the body of a form with files cannot be parsed.
enum MultipartError: Error, Hashable {
    /// The boundary is missing, empty or longer than 70 characters.
    case boundary
    /// A delimiter is missing or malformed.
    case delimiter
    /// The header of a part is too long or has no field name.
    case header
    /// The form has more than ``MultipartParser/partLimit`` parts.
    case tooManyParts
    /// The body ends before the last delimiter.
    case truncated
}

extension [UInt8] {
    /// Returns the range of the first occurrence of `pattern`, or `nil` if it does not occur.
    ///
    /// The pattern must not be empty. The search takes linear time unless the first byte of the
    /// pattern is frequent. In that case, the time is proportional to the product of the two
    /// lengths.
    func firstRange(ofBytes pattern: [UInt8]) -> Range<Int>? {
        guard let first = pattern.first else { return nil }
        return withUnsafeBytes { bytes in
            var start = 0
            while start + pattern.count <= bytes.count, let base = bytes.baseAddress {
                let length = bytes.count - pattern.count + 1 - start
                guard let found = memchr(base + start, Int32(first), length) else { return nil }
                start = UnsafeRawPointer(found) - base
                if bytes[start..<start + pattern.count].elementsEqual(pattern) {
                    return start..<start + pattern.count
                }
                start += 1
            }
            return nil
        }
    }
}
