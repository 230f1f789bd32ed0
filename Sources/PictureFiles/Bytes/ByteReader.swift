package import Foundation

/// Reads bytes in order and throws a fault at the end instead of reading past it.
///
/// The lengths in a file cannot be trusted. Every parser therefore reads through this type, which
/// compares each length with the number of unread bytes before moving, so no length can reach
/// outside the content, overflow, or allocate memory. Slices share the bytes of the file.
///
/// After an error, the position may have advanced past some bytes, so parsers stop at the first
/// error. The reader is a value type, so a copy can read ahead without moving the original.
package struct ByteReader {
    /// The bytes, which may be a slice.
    private let content: Data
    /// The index of the next byte.
    ///
    /// A reader of a part of the file uses the indices of the whole file.
    private(set) package var position: Data.Index
    /// The index after the last byte.
    private let end: Data.Index
    /// The fault to throw when a read would go past the end.
    private let pastEnd: PictureError

    /// Creates a reader of all of `content`, which may be a slice.
    ///
    /// - Parameters:
    ///   - content: The bytes.
    ///   - pastEnd: The fault to throw at the end: `truncated` where a file may be cut short,
    ///     `damaged` in a part whose length the file states.
    package init(_ content: Data, pastEnd: PictureError) {
        self.content = content
        self.position = content.startIndex
        self.end = content.endIndex
        self.pastEnd = pastEnd
    }

    /// The number of unread bytes.
    package var remaining: Int { end - position }

    /// Reads one byte.
    package mutating func byte() throws(PictureError) -> UInt8 {
        guard position < end else { throw pastEnd }
        defer { position += 1 }
        return content[position]
    }

    /// Reads a number of up to 8 bytes, most significant byte first, clamped to `Int.max`.
    package mutating func bigEndian(_ byteCount: Int) throws(PictureError) -> Int {
        var number: UInt64 = 0
        for _ in 0..<byteCount {
            number = number << 8 | UInt64(try byte())
        }
        return Int(clamping: number)
    }

    /// Reads a number of up to 8 bytes, least significant byte first, clamped to `Int.max`.
    package mutating func littleEndian(_ byteCount: Int) throws(PictureError) -> Int {
        var number: UInt64 = 0
        for index in 0..<byteCount {
            number |= UInt64(try byte()) << (8 * index)
        }
        return Int(clamping: number)
    }

    /// Reads the four-character code of a chunk, a box or a brand.
    ///
    /// Bytes that are not UTF-8 become U+FFFD.
    package mutating func fourCharacters() throws(PictureError) -> String {
        String(decoding: [try byte(), try byte(), try byte(), try byte()], as: UTF8.self)
    }

    /// Reads the next bytes and returns them as a slice, which shares the content's storage and
    /// indices.
    package mutating func data(_ byteCount: Int) throws(PictureError) -> Data {
        let start = position
        try skip(byteCount)
        return content[start..<position]
    }

    /// Skips the given number of bytes.
    ///
    /// Throws the reader's fault if the number is negative or exceeds the number of unread bytes.
    package mutating func skip(_ byteCount: Int) throws(PictureError) {
        guard byteCount >= 0, byteCount <= remaining else { throw pastEnd }
        position += byteCount
    }

    /// Skips the given number of bytes and returns a reader limited to them.
    ///
    /// A box or chunk that contains others is read through such a reader, so none of them can reach
    /// beyond it.
    ///
    /// - Parameters:
    ///   - byteCount: The length of the part.
    ///   - pastEnd: The fault that the new reader throws at its end.
    /// - Returns: A reader of the skipped bytes.
    /// - Throws: The fault of this reader if the part extends past its end.
    package mutating func part(
        _ byteCount: Int,
        pastEnd: PictureError
    ) throws(PictureError) -> ByteReader {
        let start = position
        try skip(byteCount)
        return ByteReader(content[start..<position], pastEnd: pastEnd)
    }
}

extension Data {
    /// The same bytes with indices from 0, so that indices are offsets in the file.
    ///
    /// Copies the bytes only if their indices start elsewhere.
    var zeroBased: Data { startIndex == 0 ? self : Data(self) }

    /// Returns a number as four bytes, most significant byte first.
    static func bigEndian(_ number: UInt32) -> Data {
        Data([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) })
    }

    /// Returns a number as four bytes, least significant byte first.
    static func littleEndian(_ number: UInt32) -> Data {
        Data([0, 8, 16, 24].map { UInt8(truncatingIfNeeded: number >> $0) })
    }

    /// The CRC-32 of PNG's chunks (W3C PNG, section 5.5), computed bit by bit because only short
    /// chunks need it.
    ///
    /// It uses the polynomial of Ethernet and zip, in reflected form.
    var crc32: UInt32 {
        ~reduce(UInt32.max) { register, byte in
            (0..<8)
                .reduce(register ^ UInt32(byte)) { bits, _ in
                    bits & 1 == 1 ? bits >> 1 ^ 0xEDB8_8320 : bits >> 1
                }
        }
    }
}

/// A list of the parts of a file, with a maximum length that limits memory use.
///
/// A part takes many times as much memory as the smallest parts take in the file. Above the limit,
/// some parsers continue and others stop; either way, the file is treated as faulty.
struct PartList<Part> {
    /// The maximum number of parts.
    private let limit: Int
    /// The parts in the order of the file.
    private(set) var parts: [Part] = []
    /// Whether a part above the limit has been dropped.
    private(set) var isOverLimit = false

    /// Creates an empty list.
    init(limit: Int) { self.limit = limit }

    /// Appends a part, or drops it if the list has reached its limit.
    mutating func append(_ part: Part) {
        if parts.count < limit { parts.append(part) } else { isOverLimit = true }
    }
}
