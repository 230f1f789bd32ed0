import Foundation
import TimelineCore

/// The position and the size of the central directory of a zip archive.
struct ZipDirectory: Sendable {
    /// The position of the first record.
    let offset: Int
    /// The size of all records in bytes.
    let byteCount: Int
    /// The number of records.
    let entryCount: Int

    /// The size of the end of central directory record without its comment, in bytes.
    private static let endCount = 22
    /// The maximum length of the comment.
    private static let commentLimit = 0xFFFF

    /// Finds the directory of an archive, in its last 64 KiB.
    ///
    /// - Throws: A fault if the archive has no directory or the directory is damaged.
    init(of file: ArchiveFile) throws(EntryError) {
        let tailCount = min(file.byteCount, Self.endCount + Self.commentLimit)
        let tailStart = file.byteCount - tailCount
        let tail = Data(try file.readExactly(tailCount, at: tailStart))
        guard let index = Self.end(in: tail) else { throw .truncatedFile }
        var end = LittleEndian(tail[(index + 4)...])
        let disks = (try end.number(2), try end.number(2))
        var count = (try end.number(2), try end.number(2))
        var size = try end.number(4)
        var start = try end.number(4)
        let position = tailStart + index
        var limit = position
        if count.1 == 0xFFFF || size == 0xFFFF_FFFF || start == 0xFFFF_FFFF,
            let wide = try Self.wideEnd(of: file, before: position)
        {
            (count, size, start, limit) = (wide.count, wide.size, wide.start, wide.position)
        } else {
            guard disks == (0, 0) else { throw .severalDisks }
        }
        guard count.0 == count.1 else { throw .severalDisks }
        guard start <= limit, size <= limit - start, count.1 <= size / ZipRecord.fixedCount else {
            throw .damagedFile
        }
        (offset, byteCount, entryCount) = (start, size, count.1)
    }

    /// Returns the index of the last end of central directory record with a comment that reaches
    /// exactly to the end of the file.
    private static func end(in tail: Data) -> Int? {
        guard tail.count >= endCount else { return nil }
        return stride(from: tail.count - endCount, through: 0, by: -1)
            .first { index in
                tail[index] == 0x50 && tail[index..<index + 4].elementsEqual([0x50, 0x4B, 5, 6])
                    && Int(tail[index + 20]) | Int(tail[index + 21]) << 8
                        == tail.count - index - endCount
            }
    }

    /// Reads the ZIP64 end of central directory record, if the archive has one.
    private static func wideEnd(
        of file: ArchiveFile,
        before position: Int
    ) throws(EntryError) -> (count: (Int, Int), size: Int, start: Int, position: Int)? {
        guard position >= 20 else { return nil }
        var locator = LittleEndian(try file.readExactly(20, at: position - 20))
        guard try locator.number(4) == 0x0706_4B50 else { return nil }
        guard try locator.number(4) == 0 else { throw .severalDisks }
        let offset = try locator.number(8)
        guard try locator.number(4) <= 1 else { throw .severalDisks }
        guard offset <= position - 20 - 56 else { throw .damagedFile }
        var end = LittleEndian(try file.readExactly(56, at: offset))
        guard try end.number(4) == 0x0606_4B50 else { throw .damagedFile }
        _ = try end.data(12)
        guard try end.number(4) == 0, try end.number(4) == 0 else { throw .severalDisks }
        let count = (try end.number(8), try end.number(8))
        return (count, try end.number(8), try end.number(8), offset)
    }
}

/// An entry in the central directory of a zip archive (APPNOTE 6.3, section 4.3.12).
struct ZipRecord: Sendable {
    /// The general purpose flags.
    let flags: Int
    /// The compression method: 0 for stored, 8 for deflated.
    let method: Int
    /// The CRC-32 of the file.
    let checksum: UInt32
    /// The size of the compressed file in bytes.
    let compressedCount: Int
    /// The size of the file in bytes.
    let byteCount: Int
    /// The position of the local header.
    let offset: Int
    /// The bytes of the path.
    let name: Data
    /// The mode of the file on Unix, or 0 if the archive was created on another system.
    private let mode: Int
    /// The time of the last modification in MS-DOS format.
    let modified: Int
    /// The reason that the sizes and the position are unknown and 0, if they are.
    private let fault: EntryError?

    /// The signature of a record.
    static let signature = 0x0201_4B50
    /// The number of bytes of a record before the path.
    static let fixedCount = 46

    /// The maximum accepted compression ratio: the size of a file divided by its compressed size.
    ///
    /// Text reaches about 20, and no legitimate picture exceeds 2.
    private static let ratioLimit = 200

    /// Reads the next record.
    ///
    /// A record with invalid sizes or an invalid position is rejected by ``checkedPath()``, because
    /// the next record can still be read.
    ///
    /// - Throws: A fault if no more records follow or the length of the record is unknown.
    init(_ reader: inout LittleEndian) throws(EntryError) {
        guard try reader.number(4) == Self.signature else { throw .damagedFile }
        let system = try reader.number(2) >> 8
        _ = try reader.number(2)
        flags = try reader.number(2)
        method = try reader.number(2)
        modified = try reader.number(4)
        checksum = UInt32(try reader.number(4))
        let sizes = (try reader.number(4), try reader.number(4))
        let counts = (try reader.number(2), try reader.number(2), try reader.number(2))
        let disk = try reader.number(2)
        _ = try reader.number(2)
        let attributes = try reader.number(4)
        let start = try reader.number(4)
        name = Data(try reader.data(counts.0))
        let extra = try reader.data(counts.1)
        _ = try reader.data(counts.2)
        mode = system == 3 || system == 19 ? attributes >> 16 : 0
        do throws(EntryError) {
            guard disk == 0 || disk == 0xFFFF else { throw .outsideArchive }
            var wide = try Self.wideValues(in: extra)
            let whole = try Self.wide(sizes.1, &wide)
            let compressed = try Self.wide(sizes.0, &wide)
            let position = try Self.wide(start, &wide)
            (byteCount, compressedCount, offset, fault) = (whole, compressed, position, nil)
        } catch {
            (byteCount, compressedCount, offset, fault) = (0, 0, 0, error)
        }
    }

    /// Returns a value, or its 64-bit form if the record has one.
    private static func wide(_ value: Int, _ wide: inout LittleEndian) throws(EntryError) -> Int {
        value == 0xFFFF_FFFF ? try wide.number(8) : value
    }

    /// Returns the ZIP64 field, which contains the values that exceed 32 bits.
    static func wideValues(in extra: Data) throws(EntryError) -> LittleEndian {
        var fields = LittleEndian(extra)
        while fields.remaining >= 4 {
            let kind = try fields.number(2)
            let count = try fields.number(2)
            // Some programs add padding after the fields.
            guard count <= fields.remaining else { break }
            let content = try fields.data(count)
            if kind == 1 { return LittleEndian(content) }
        }
        return LittleEndian(Data())
    }

    /// Whether the record describes a folder.
    var isFolder: Bool { name.last == UInt8(ascii: "/") && byteCount == 0 }

    /// Checks everything that can be checked without reading the file itself.
    ///
    /// - Returns: The path in its simplest form.
    /// - Throws: The reason for rejecting the entry.
    func checkedPath() throws(EntryError) -> String {
        // Bit 11: the name is in UTF-8.
        let codePage437 = flags & 0x800 == 0 ? String(codePage437: name) : nil
        guard let name = String(validating: name, as: UTF8.self) ?? codePage437 else {
            throw .pathNotUTF8
        }
        let path = try ArchivePath.checked(name)
        if let fault { throw fault }
        switch mode & 0o170000 {
        case 0o120000: throw .link
        case 0, 0o100000: break
        case 0o040000 where isFolder: break
        default: throw .notRegular
        }
        // Bits 0, 5, 6 and 13: encrypted, a patch, strongly encrypted, masked.
        guard flags & 0x2061 == 0 else { throw .encrypted }
        guard method == 0 || method == 8 else { throw .unsupportedMethod(method) }
        if method == 0, byteCount != compressedCount { throw .wrongSize }
        guard byteCount <= 1 << 20 || byteCount / Self.ratioLimit <= compressedCount else {
            throw .bomb
        }
        return path
    }
}

extension String {
    /// The characters of IBM's code page 437 from 128 to 255, in which old programs write names.
    private static let upperCodePage437 = Array(
        "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}"
    )

    /// Decodes a text in IBM's code page 437.
    fileprivate init(codePage437 bytes: Data) {
        self.init(
            bytes.map {
                $0 < 0x80 ? Character(Unicode.Scalar($0)) : Self.upperCodePage437[Int($0) - 0x80]
            }
        )
    }
}

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
