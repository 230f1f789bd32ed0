import Foundation

/// A reader of little-endian numbers, as used in zip archives.
struct LittleEndian {
    private let bytes: Data
    private var position: Int

    /// Creates a reader of the given bytes, which are not copied.
    init(_ bytes: Data) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// The number of bytes that have not been read.
    var remaining: Int { bytes.endIndex - position }

    /// Reads a number of 1 to 8 bytes.
    ///
    /// - Throws: A fault if too few bytes remain, or if the number exceeds 63 bits.
    mutating func number(_ count: Int) throws(EntryError) -> Int {
        let value = try data(count).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard let number = Int(exactly: value) else { throw .damagedFile }
        return number
    }

    /// Reads the next bytes.
    ///
    /// - Throws: A fault if too few bytes remain.
    mutating func data(_ count: Int) throws(EntryError) -> Data {
        guard count <= remaining else { throw .damagedFile }
        defer { position += count }
        return bytes[position..<position + count]
    }
}
