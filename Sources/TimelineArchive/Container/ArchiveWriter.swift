import Foundation
import TimelineCore

/// A writer of the files of an archive.
///
/// The archive appears at its final path only once it is complete.
protocol ArchiveWriter {
    /// Writes a file.
    ///
    /// - Parameters:
    ///   - path: The path inside the archive, with `/` as separator. Each path is written once.
    ///   - content: The contents.
    /// - Throws: A `TimelineError` if the file cannot be written.
    mutating func add(_ path: String, content: Data) throws

    /// Completes the archive and moves it to its final path.
    ///
    /// - Throws: A `TimelineError` if the archive cannot be completed.
    mutating func finish() throws

    /// Removes the incomplete archive.
    func discard()
}

/// A writer of archives in the form of a folder.
struct FolderWriter: ArchiveWriter {
    private let folder: FilledFolder

    /// Starts a folder under a temporary name.
    ///
    /// - Parameter target: The path of the folder, which must be empty if it exists.
    /// - Throws: A `TimelineError` if the folder cannot be created.
    init(_ target: URL) throws { folder = try FilledFolder(target, isPublic: false) }

    mutating func add(_ path: String, content: Data) throws { try folder.add(path, content) }

    mutating func finish() throws { try folder.finish() }

    func discard() { folder.discard() }
}

/// A writer of ZIP files (PKWARE's APPNOTE, version 6.3), for contents that are already compressed.
///
/// Files are stored without compression and with a fixed date, so equal contents produce identical
/// archives. Sizes are known in advance, so each local header matches the central directory. ZIP64
/// is used only where 16 or 32 bits do not suffice. Writing takes about 120 bytes of memory per
/// file.
struct ZipWriter: ArchiveWriter {
    private let target: URL
    private let folder: OpenFolder
    private let temporary: String
    private let file: OpenFile
    private var offset: UInt64
    private var directory = Data()
    private var count: UInt64 = 0

    /// 1 January 1980, the earliest date that the format can represent.
    private static let date: UInt16 = 0x21
    /// Bit 11 of the flags: names are in UTF-8.
    private static let flags: UInt16 = 0x800
    /// The "version made by" field: Unix, and version 4.5 of the format (ZIP64).
    private static let creator: UInt16 = 3 << 8 | 45

    /// Starts a file under a temporary name.
    ///
    /// - Parameters:
    ///   - target: The path of the archive, where no file may exist.
    ///   - offset: The number of bytes to leave at the start, as in self-extracting archives.
    /// - Throws: A `TimelineError` if the file cannot be created.
    init(_ target: URL, startingAt offset: UInt64 = 0) throws {
        self.target = target
        self.offset = offset
        let temporary = DurableFile.unfinishedName(of: target.lastPathComponent)
        (folder, file) = try withExternalFileErrors(.writing, target) {
            guard let folder = try OpenFolder(target.deletingLastPathComponent()) else {
                throw TimelineError.missingFolder(of: target)
            }
            try folder.removeUnfinished(temporary)
            let file = try folder.create(temporary)
            file.hold()
            try file.seek(to: offset)
            return (folder, file)
        }
        self.temporary = temporary
    }

    mutating func add(_ path: String, content: Data) throws {
        let name = Data(path.utf8)
        var checksum = CRC32()
        checksum.update(content)
        var sizes = Data()
        sizes.append(checksum.value)
        sizes.append(UInt32(content.count))
        sizes.append(UInt32(content.count))
        sizes.append(UInt16(name.count))

        var header = Data()
        header.append(0x0403_4B50 as UInt32)
        header.append(20 as UInt16)
        header.append(Self.flags)
        header.append(0 as UInt32)  // stored, at midnight
        header.append(Self.date)
        header.append(sizes)
        header.append(0 as UInt16)
        header.append(name)

        let isFar = offset >= UInt64(UInt32.max)
        directory.append(0x0201_4B50 as UInt32)
        directory.append(Self.creator)
        directory.append((isFar ? 45 : 20) as UInt16)
        directory.append(Self.flags)
        directory.append(0 as UInt32)
        directory.append(Self.date)
        directory.append(sizes)
        directory.append((isFar ? 12 : 0) as UInt16)
        directory.append(0 as UInt16)  // no comment
        directory.append(0 as UInt32)  // on the first disk, binary
        directory.append(0o100644 << 16 as UInt32)
        directory.append(isFar ? UInt32.max : UInt32(offset))
        directory.append(name)
        if isFar {
            directory.append(1 as UInt16)
            directory.append(8 as UInt16)
            directory.append(offset)
        }
        count += 1
        try write(header)
        try write(content)
    }

    mutating func finish() throws {
        let (start, size) = (offset, UInt64(directory.count))
        try write(directory)
        if count >= UInt64(UInt16.max) || start + size >= UInt64(UInt32.max) {
            try write(Self.zip64End(count: count, start: start, size: size))
        }
        var end = Data()
        end.append(0x0605_4B50 as UInt32)
        end.append(0 as UInt32)  // on the first disk
        end.append(UInt16(clamping: count))
        end.append(UInt16(clamping: count))
        end.append(UInt32(clamping: size))
        end.append(UInt32(clamping: start))
        end.append(0 as UInt16)  // no comment
        try write(end)
        try withExternalFileErrors(.writing, target) {
            try file.synchronize()
            try folder.move(temporary, to: target.lastPathComponent)
        }
    }

    func discard() {
        // The error that caused the removal matters more than this one.
        try? folder.remove(temporary)
    }

    /// Returns the ZIP64 end of central directory record and its locator.
    private static func zip64End(count: UInt64, start: UInt64, size: UInt64) -> Data {
        var end = Data()
        end.append(0x0606_4B50 as UInt32)
        end.append(44 as UInt64)
        end.append(creator)
        end.append(45 as UInt16)
        end.append(0 as UInt64)  // on the first disk
        end.append(count)
        end.append(count)
        end.append(size)
        end.append(start)
        end.append(0x0706_4B50 as UInt32)
        end.append(0 as UInt32)
        end.append(start + size)
        end.append(1 as UInt32)
        return end
    }

    private mutating func write(_ bytes: Data) throws {
        try withExternalFileErrors(.writing, target) {
            try file.write(bytes)
        }
        offset += UInt64(bytes.count)
    }
}

extension Data {
    /// Appends the bytes of a number, the least significant byte first.
    fileprivate mutating func append(_ number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}
