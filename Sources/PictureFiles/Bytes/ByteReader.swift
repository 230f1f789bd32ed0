package import Foundation

/// Reads bytes in order and throws a fault at the end instead of reading past it.
///
/// All lengths in a file come from strangers. Every parser therefore reads through this type, which
/// compares each length with the bytes that are left before it moves: no length can reach outside
/// of the content, overflow, or allocate memory. Slices share the bytes of the file.
///
/// Errors leave the position where it was, or behind the bytes that were read; the parser stops
/// then. It is a value, so a copy reads ahead without moving the original.
package struct ByteReader {
    /// The bytes, which may be a slice.
    private let content: Data
    /// The index in the data of the next byte; a part counts like the data that it was cut from.
    private(set) package var position: Data.Index
    /// The index behind the last byte.
    private let end: Data.Index
    /// The fault of reading past the end.
    private let pastEnd: PictureFault

    /// Reads all of `content`, which may be a slice.
    ///
    /// - Parameters:
    ///   - content: the bytes.
    ///   - pastEnd: thrown at the end: `truncated` where a file may be cut short, `damaged` for a
    ///     part with a stated length.
    package init(_ content: Data, pastEnd: PictureFault) {
        self.content = content
        self.position = content.startIndex
        self.end = content.endIndex
        self.pastEnd = pastEnd
    }

    /// The number of unread bytes.
    package var remaining: Int { end - position }

    /// Reads one byte.
    package mutating func byte() throws(PictureFault) -> UInt8 {
        guard position < end else { throw pastEnd }
        defer { position += 1 }
        return content[position]
    }

    /// Reads a number of up to 8 bytes, most significant byte first, clamped to `Int.max`.
    package mutating func bigEndian(_ byteCount: Int) throws(PictureFault) -> Int {
        var number: UInt64 = 0
        for _ in 0..<byteCount {
            number = number << 8 | UInt64(try byte())
        }
        return Int(clamping: number)
    }

    /// Reads a number of up to 8 bytes, least significant byte first, clamped to `Int.max`.
    package mutating func littleEndian(_ byteCount: Int) throws(PictureFault) -> Int {
        var number: UInt64 = 0
        for index in 0..<byteCount {
            number |= UInt64(try byte()) << (8 * index)
        }
        return Int(clamping: number)
    }

    /// Reads the four-character code of a chunk, a box or a brand; bytes that are not UTF-8 become
    /// U+FFFD.
    package mutating func fourCharacters() throws(PictureFault) -> String {
        String(decoding: [try byte(), try byte(), try byte(), try byte()], as: UTF8.self)
    }

    /// Reads the next bytes as a slice, which copies nothing and has the indices of the content.
    package mutating func data(_ byteCount: Int) throws(PictureFault) -> Data {
        let start = position
        try skip(byteCount)
        return content[start..<position]
    }

    /// Skips bytes; a negative number is past the end, too.
    package mutating func skip(_ byteCount: Int) throws(PictureFault) {
        guard byteCount >= 0, byteCount <= remaining else { throw pastEnd }
        position += byteCount
    }

    /// Returns a reader for the next bytes alone, which throws its own `pastEnd` at its end, and
    /// skips them.
    ///
    /// A box or chunk that contains others is read through such a reader, so none of them can reach
    /// beyond it.
    ///
    /// - Parameters:
    ///   - byteCount: the length of the part.
    ///   - pastEnd: the fault of reading past its end.
    /// - Returns: the reader.
    /// - Throws: the fault of this reader, for a part that ends behind its end.
    package mutating func part(
        _ byteCount: Int,
        pastEnd: PictureFault
    ) throws(PictureFault) -> ByteReader {
        let start = position
        try skip(byteCount)
        return ByteReader(content[start..<position], pastEnd: pastEnd)
    }
}
