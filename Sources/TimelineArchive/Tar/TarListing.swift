import Foundation

/// The entries of a tar archive, found by reading it to the end.
struct TarListing {
    private(set) var entries: [ArchiveEntry] = []
    private(set) var rejections: [RejectedEntry] = []
    private var paths: Set<PathKey> = []
    private var input: TarInput
    /// The values that override those of the next header.
    private var overrides = Overrides()
    /// Whether the archive starts with a valid header or with its end.
    private(set) var isEmpty = true

    private struct Overrides {
        var path: Data?
        var byteCount: Int?
    }

    /// The maximum number of entries.
    private static let entryLimit = 1_000_000
    /// The maximum size in bytes of a path or a set of attributes.
    private static let attributeLimit = 64 << 10

    /// Lists the entries of an archive.
    ///
    /// A damaged header ends the list, and is rejected.
    init(of stream: any ByteStream) {
        input = TarInput(stream)
        do throws(EntryError) {
            while try readEntry() {}
        } catch {
            rejections.append(RejectedEntry(path: "\(input.position)", fault: error))
        }
    }

    /// Reads the next entry.
    ///
    /// Returns `false` at the end of the archive.
    private mutating func readEntry() throws(EntryError) -> Bool {
        guard let header = try TarHeader(input.block()) else {
            try input.readRest()
            return false
        }
        isEmpty = false
        guard entries.count + rejections.count < Self.entryLimit else { throw .tooManyEntries }
        switch header.type {
        case UInt8(ascii: "x"): try readAttributes(header)
        case UInt8(ascii: "L"): overrides.path = try text(header).prefix { $0 != 0 }
        // Global attributes and long link names do not affect paths or sizes.
        case UInt8(ascii: "g"), UInt8(ascii: "K"): try input.skip(header.byteCount)
        default: try add(header)
        }
        return true
    }

    private mutating func add(_ header: TarHeader) throws(EntryError) {
        let name = overrides.path ?? header.path
        let byteCount = header.isFile ? overrides.byteCount ?? header.byteCount : header.byteCount
        overrides = Overrides()
        let position = input.position
        do throws(EntryError) {
            if header.isLink { throw .link }
            guard let text = String(validating: name, as: UTF8.self) else { throw .pathNotUTF8 }
            if !header.isFolder {
                let path = try ArchivePath.checked(text)
                guard header.isFile else { throw .notRegular }
                guard paths.insert(PathKey(path)).inserted else { throw .duplicatePath }
                entries.append(
                    ArchiveEntry(
                        path: path,
                        byteCount: byteCount,
                        modified: header.modified,
                        position: position
                    )
                )
            }
        } catch {
            rejections.append(RejectedEntry(name: name, fault: error))
        }
        try input.skip(byteCount)
    }

    private mutating func text(_ header: TarHeader) throws(EntryError) -> Data {
        guard header.byteCount <= Self.attributeLimit else { throw .damagedHeader }
        return try input.read(header.byteCount)
    }

    /// Reads attributes, each of the form "27 path=photos/falcon.jpg" and followed by a line break.
    ///
    /// The number is the length of the line.
    private mutating func readAttributes(_ header: TarHeader) throws(EntryError) {
        var rest = try text(header)[...]
        while let space = rest.firstIndex(of: 0x20) {
            guard let count = Int(String(decoding: rest[..<space], as: UTF8.self)),
                count > space - rest.startIndex + 1, count <= rest.count
            else { throw .damagedHeader }
            let line = rest[(space + 1)..<(rest.startIndex + count)].dropLast()
            rest = rest[(rest.startIndex + count)...]
            guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let value = line[(equals + 1)...]
            switch String(decoding: line[..<equals], as: UTF8.self) {
            case "path": overrides.path = Data(value)
            case "size":
                guard let size = Int(String(decoding: value, as: UTF8.self)), size >= 0 else {
                    throw .damagedHeader
                }
                overrides.byteCount = size
            default: break
            }
        }
    }
}

/// The blocks of a tar archive.
private struct TarInput {
    private let stream: any ByteStream
    private var buffer = Data()
    /// The number of bytes read so far.
    private(set) var position = 0

    init(_ stream: any ByteStream) { self.stream = stream }

    /// Reads one block.
    mutating func block() throws(EntryError) -> Data { try take(TarHeader.blockSize) }

    /// Reads everything after the end of the archive, so that the checksum of a compressed archive
    /// is verified.
    mutating func readRest() throws(EntryError) {
        while try !stream.next().isEmpty {}
    }

    /// Reads the contents of an entry, and skips the rest of its last block.
    mutating func read(_ count: Int) throws(EntryError) -> Data {
        let bytes = try take(count)
        try drop(padding(after: count))
        return bytes
    }

    /// Skips the contents of an entry and the rest of its last block.
    mutating func skip(_ count: Int) throws(EntryError) {
        try drop(count)
        try drop(padding(after: count))
    }

    private func padding(after count: Int) -> Int {
        (TarHeader.blockSize - count % TarHeader.blockSize) % TarHeader.blockSize
    }

    private mutating func take(_ count: Int) throws(EntryError) -> Data {
        var bytes = Data()
        while bytes.count < count {
            if buffer.isEmpty { buffer = try stream.next() }
            guard !buffer.isEmpty else { throw .truncatedFile }
            let part = buffer.prefix(count - bytes.count)
            bytes += part
            buffer = buffer.dropFirst(part.count)
        }
        position += count
        return bytes
    }

    private mutating func drop(_ count: Int) throws(EntryError) {
        var remaining = count
        while remaining > 0 {
            if buffer.isEmpty { buffer = try stream.next() }
            guard !buffer.isEmpty else { throw .truncatedFile }
            let part = min(remaining, buffer.count)
            buffer = buffer.dropFirst(part)
            remaining -= part
            position += part
        }
    }
}
