import Foundation

/// A header block of a tar archive, in the pax or ustar format of POSIX.1-2017, or in the older GNU
/// format.
struct TarHeader {
    /// The type of the entry, as an ASCII character.
    let type: UInt8
    /// The bytes of the path.
    let path: Data
    /// The size of the contents in bytes.
    let byteCount: Int
    /// The time of the last modification in seconds since 1970.
    let modified: Int

    /// The size of every block in bytes.
    static let blockSize = 512

    /// Reads a header from a block of 512 bytes.
    ///
    /// - Returns: `nil` if the block consists of zeros, which mark the end of an archive.
    /// - Throws: A fault if the block is not a header.
    init?(_ block: Data) throws(EntryError) {
        let block = Data(block)  // Indices from 0.
        guard block.contains(where: { $0 != 0 }) else { return nil }
        // The checksum is the sum of all bytes, where the checksum field itself counts as spaces.
        let sum = block.enumerated()
            .reduce(0) { $0 + ((148..<156).contains($1.offset) ? 32 : Int($1.element)) }
        guard Self.number(block[148..<156]) == sum, let size = Self.number(block[124..<136]),
            let time = Self.number(block[136..<148])
        else { throw .damagedHeader }
        type = block[156]
        byteCount = size
        modified = time
        let name = Self.text(block[0..<100])
        let isUstar = block[257..<263].elementsEqual(Array("ustar\0".utf8))
        let prefix = isUstar ? Self.text(block[345..<500]) : Data()
        path = prefix.isEmpty ? name : prefix + [UInt8(ascii: "/")] + name
    }

    /// Whether the entry is a regular file.
    var isFile: Bool { [0, UInt8(ascii: "0"), UInt8(ascii: "7")].contains(type) }
    /// Whether the entry is a folder.
    var isFolder: Bool { type == UInt8(ascii: "5") }
    /// Whether the entry is a symbolic or hard link.
    var isLink: Bool { type == UInt8(ascii: "1") || type == UInt8(ascii: "2") }

    /// Returns the bytes before the first zero.
    private static func text(_ field: Data) -> Data { Data(field.prefix { $0 != 0 }) }

    /// Reads a number in octal digits, or in base 256 if the first bit is set.
    private static func number(_ field: Data) -> Int? {
        guard let first = field.first else { return nil }
        if first & 0x80 != 0 {
            return field.dropFirst()
                .reduce(Int(first & 0x7F)) { value, byte in
                    guard let value, value <= Int.max >> 8 else { return nil }
                    return value << 8 | Int(byte)
                }
        }
        let digits = field.drop { $0 == 0x20 }.prefix { (0x30...0x37).contains($0) }
        return digits.reduce(0) { $0 << 3 | Int($1 - 0x30) }
    }
}
