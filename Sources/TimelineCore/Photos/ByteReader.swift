package import Foundation

/// Reads bytes from the first to the last, and throws a fault instead of reading past the end.
package struct ByteReader {
    private let content: Data
    private var position: Data.Index
    private let end: Data.Index
    private let pastEnd: PhotoFault

    /// Reads all of `content`, which may be a slice; `pastEnd` is thrown if more is asked for.
    package init(_ content: Data, pastEnd: PhotoFault) {
        self.content = content
        self.position = content.startIndex
        self.end = content.endIndex
        self.pastEnd = pastEnd
    }

    /// How many bytes are not read yet.
    package var remaining: Int { end - position }

    /// Reads one byte.
    package mutating func byte() throws(PhotoFault) -> UInt8 {
        guard position < end else { throw pastEnd }
        defer { position += 1 }
        return content[position]
    }

    /// Reads a number of up to 8 bytes, the most significant first; `Int.max` if it is more than that.
    package mutating func bigEndian(_ byteCount: Int) throws(PhotoFault) -> Int {
        var number: UInt64 = 0
        for _ in 0..<byteCount {
            number = number << 8 | UInt64(try byte())
        }
        return Int(clamping: number)
    }

    /// Reads a number of up to 8 bytes, the least significant first; `Int.max` if it is more than that.
    package mutating func littleEndian(_ byteCount: Int) throws(PhotoFault) -> Int {
        var number: UInt64 = 0
        for place in 0..<byteCount {
            number |= UInt64(try byte()) << (8 * place)
        }
        return Int(clamping: number)
    }

    /// Reads the four characters that name a chunk, a box or a brand.
    package mutating func fourCharacters() throws(PhotoFault) -> String {
        String(decoding: [try byte(), try byte(), try byte(), try byte()], as: UTF8.self)
    }

    /// Takes the next bytes themselves.
    package mutating func data(_ byteCount: Int) throws(PhotoFault) -> Data {
        let start = position
        try skip(byteCount)
        return content[start..<position]
    }

    /// Passes over bytes.
    package mutating func skip(_ byteCount: Int) throws(PhotoFault) {
        guard byteCount >= 0, byteCount <= remaining else { throw pastEnd }
        position += byteCount
    }

    /// Takes the next bytes as a part of their own; `pastEnd` is thrown if more is asked of the part.
    package mutating func part(
        _ byteCount: Int,
        pastEnd: PhotoFault
    ) throws(PhotoFault) -> ByteReader {
        let start = position
        try skip(byteCount)
        return ByteReader(content[start..<position], pastEnd: pastEnd)
    }
}
