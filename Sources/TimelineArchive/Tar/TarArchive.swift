import Foundation
import TimelineCore

/// A tar archive, with or without gzip compression.
///
/// The whole archive is read once to list its entries. If a header is damaged, the entries after it
/// are unreachable and missing from the list.
struct TarArchive: ArchiveSource {
    let entries: [ArchiveEntry]
    let rejections: [RejectedEntry]
    private let bytes: TarBytes

    /// Opens an archive and lists its entries.
    ///
    /// - Throws: `TimelineError.archiveUnreadable` if the file does not start with a header.
    init(_ file: ArchiveFile) throws(TimelineError) {
        do throws(EntryError) {
            bytes = try GzipFile.isGzip(file) ? .compressed(GzipFile(file)) : .plain(file)
            let listing = TarListing(of: try bytes.stream(from: 0))
            guard !listing.isEmpty else { throw .damagedHeader }
            (entries, rejections) = (listing.entries, listing.rejections)
        } catch {
            throw .archiveUnreadable(ArchiveText.notAnArchive)
        }
    }

    func open(_ entry: ArchiveEntry) throws(EntryError) -> any ByteStream {
        TarEntryStream(try bytes.stream(from: entry.position), byteCount: entry.byteCount)
    }
}

/// The bytes of a tar archive after decompression.
private enum TarBytes: Sendable {
    case plain(ArchiveFile)
    case compressed(GzipFile)

    /// Returns the bytes from a position to the end.
    func stream(from position: Int) throws(EntryError) -> any ByteStream {
        switch self {
        case .plain(let file):
            FileStream(file, range: min(position, file.byteCount)..<file.byteCount)
        case .compressed(let file): try file.stream(from: position)
        }
    }
}

/// The bytes of one entry of a tar archive.
private final class TarEntryStream: ByteStream {
    private let archive: any ByteStream
    private var remaining: Int

    init(_ archive: any ByteStream, byteCount: Int) {
        self.archive = archive
        remaining = byteCount
    }

    func next() throws(EntryError) -> Data {
        guard remaining > 0 else { return Data() }
        let bytes = try archive.next().prefix(remaining)
        guard !bytes.isEmpty else { throw .truncatedFile }
        remaining -= bytes.count
        return bytes
    }
}

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
            // Negative times of files from before 1970 fit no ID, either.
            let time = block[136] == 0xFF ? 0 : Self.number(block[136..<148])
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
