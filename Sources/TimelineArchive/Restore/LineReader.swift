import Foundation

/// A reader of the lines of a file, a chunk at a time.
struct LineReader {
    private let stream: any ByteStream
    /// The bytes that have been read but not returned.
    private var rest = Data()
    private var number = 0
    private var isAtEnd = false
    /// Whether the start of the current line has been dropped, because the line is too long.
    private var isTooLong = false

    /// The maximum length of a line in bytes.
    private static let lineLimit = 1 << 20
    /// The number of lines, and their size in bytes, at which a chunk ends.
    ///
    /// Files that an export writes are not larger.
    private static let chunkLimit = (lines: 50_000, bytes: 8 << 20)

    /// A line without its line break.
    struct Line {
        /// The number of the line, from 1.
        let number: Int
        /// The bytes, or the fault of a line that is too long.
        let content: Result<Data, EntryError>
    }

    /// Creates a reader of the lines in a stream.
    init(_ stream: any ByteStream) {
        self.stream = stream
    }

    /// Reads the next lines that are not empty.
    ///
    /// - Returns: The lines, or `nil` at the end of the file.
    /// - Throws: ``EntryError`` if the file is damaged.
    mutating func nextChunk() throws(EntryError) -> [Line]? {
        var lines: [Line] = []
        var byteCount = 0
        while lines.count < Self.chunkLimit.lines, byteCount < Self.chunkLimit.bytes,
            let line = try next()
        {
            if case .success(let content) = line.content {
                guard !content.isEmpty else { continue }
                byteCount += content.count
            }
            lines.append(line)
        }
        return lines.isEmpty ? nil : lines
    }

    private mutating func next() throws(EntryError) -> Line? {
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) { return line(endingAt: end) }
            guard !isAtEnd else {
                return rest.isEmpty && !isTooLong ? nil : line(endingAt: rest.endIndex)
            }
            if rest.count > Self.lineLimit { (rest, isTooLong) = (Data(), true) }
            let part = try stream.next()
            if part.isEmpty { isAtEnd = true } else { rest += part }
        }
    }

    private mutating func line(endingAt end: Data.Index) -> Line {
        let content = rest[..<end]
        rest = rest[end...].dropFirst()
        number += 1
        defer { isTooLong = false }
        let isAllowed = !isTooLong && content.count <= Self.lineLimit
        return Line(number: number, content: isAllowed ? .success(content) : .failure(.lineTooLong))
    }
}
