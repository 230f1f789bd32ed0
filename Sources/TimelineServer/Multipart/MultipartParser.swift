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
