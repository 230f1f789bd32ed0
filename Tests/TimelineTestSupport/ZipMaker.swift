import CZlib
package import Foundation

/// A writer of zip archives, which can contain faults of any kind.
package struct ZipMaker {
    /// An entry of an archive, with the values of its headers.
    package struct Entry {
        package var path: String
        package var content: Data
        /// The bytes of the path, which replace `path`.
        package var name: Data?
        package var isDeflated = false
        package var flags = 0x0800
        package var method: Int?
        /// The mode on Unix, such as 0o120777 for a link.
        package var mode = 0o100644
        /// The values that differ in the local header.
        package var localName: String?
        package var localChecksum: UInt32?
        package var localMethod: Int?
        /// The values that replace the correct ones in both headers.
        package var checksum: UInt32?
        package var byteCount: Int?
        /// The number of the disk in the directory.
        package var disk = 0
        /// The position of the local header that replaces the correct one in the directory.
        package var offset: Int?
        /// Whether the sizes and the position are in the ZIP64 field.
        package var isWide = false
        /// Whether the local header contains no sizes, which follow the file instead.
        package var isDeferred = false
        /// The number of bytes by which the entry overlaps the previous one.
        package var overlap = 0

        package init(_ path: String, _ content: Data) {
            self.path = path
            self.content = content
        }
    }

    private var archive = Data()
    private var directory = Data()
    private var count = 0

    /// Returns an archive of the given entries.
    package static func archive(_ entries: [Entry], isWide: Bool = false) -> Data {
        var maker = ZipMaker()
        for entry in entries { maker.add(entry) }
        return maker.finished(isWide: isWide)
    }

    /// Returns an archive of files by path, sorted by path and deflated if that makes them smaller.
    package static func archive(_ files: [String: Data]) -> Data {
        archive(
            files.sorted { $0.key < $1.key }
                .map { path, content in
                    var entry = Entry(path, content)
                    entry.isDeflated = path.hasSuffix(".json")
                    return entry
                }
        )
    }

    /// Creates a writer of an empty archive.
    package init() {}

    package mutating func add(_ entry: Entry) {
        let name = entry.name ?? Data(entry.path.utf8)
        let data = entry.isDeflated ? Self.deflated(entry.content) : entry.content
        let method = entry.method ?? (entry.isDeflated ? 8 : 0)
        let checksum = entry.checksum ?? Self.checksum(entry.content)
        let byteCount = entry.byteCount ?? entry.content.count
        let flags = entry.flags | (entry.isDeferred ? 8 : 0)
        let offset = entry.offset ?? archive.count - entry.overlap
        let wide = entry.isWide ? Self.field(1, [byteCount, data.count], 8) : Data()
        let localName = entry.localName.map { Data($0.utf8) } ?? name
        if entry.overlap == 0 {
            Self.append(&archive, 0x0403_4B50, 4)
            for value in [20, flags, entry.localMethod ?? method, 0, 0] {
                Self.append(&archive, value, 2)
            }
            let isDeferred = entry.isDeferred
            Self.append(&archive, isDeferred ? 0 : Int(entry.localChecksum ?? checksum), 4)
            Self.append(&archive, isDeferred ? 0 : entry.isWide ? 0xFFFF_FFFF : data.count, 4)
            Self.append(&archive, isDeferred ? 0 : entry.isWide ? 0xFFFF_FFFF : byteCount, 4)
            Self.append(&archive, localName.count, 2)
            Self.append(&archive, wide.count, 2)
            // Appending is much faster than adding in debug builds.
            for part in [localName, wide, data] { archive.append(part) }
            if entry.isDeferred {
                for value in [0x0807_4B50, Int(checksum), data.count, byteCount] {
                    Self.append(&archive, value, 4)
                }
            }
        }
        Self.append(&directory, 0x0201_4B50, 4)
        for value in [0x031E, 20, flags, method, 0, 0] { Self.append(&directory, value, 2) }
        Self.append(&directory, Int(checksum), 4)
        Self.append(&directory, entry.isWide ? 0xFFFF_FFFF : data.count, 4)
        Self.append(&directory, entry.isWide ? 0xFFFF_FFFF : byteCount, 4)
        let field = entry.isWide ? Self.field(1, [byteCount, data.count, offset], 8) : Data()
        for value in [name.count, field.count, 0, entry.disk, 0] {
            Self.append(&directory, value, 2)
        }
        Self.append(&directory, entry.mode << 16, 4)
        Self.append(&directory, entry.isWide ? 0xFFFF_FFFF : offset, 4)
        directory += name + field
        count += 1
    }

    /// Returns the archive with its directory.
    package func finished(isWide: Bool = false) -> Data {
        var result = archive
        result.append(directory)
        let start = archive.count
        if isWide {
            let end = result.count
            Self.append(&result, 0x0606_4B50, 4)
            Self.append(&result, 44, 8)
            for value in [45, 45] { Self.append(&result, value, 2) }
            for value in [0, 0] { Self.append(&result, value, 4) }
            for value in [count, count, directory.count, start] { Self.append(&result, value, 8) }
            Self.append(&result, 0x0706_4B50, 4)
            Self.append(&result, 0, 4)
            Self.append(&result, end, 8)
            Self.append(&result, 1, 4)
        }
        Self.append(&result, 0x0605_4B50, 4)
        for value in [0, 0, isWide ? 0xFFFF : count, isWide ? 0xFFFF : count] {
            Self.append(&result, value, 2)
        }
        for value in [directory.count, start] {
            Self.append(&result, isWide ? 0xFFFF_FFFF : value, 4)
        }
        Self.append(&result, 0, 2)
        return result
    }

    private static func field(_ kind: Int, _ values: [Int], _ count: Int) -> Data {
        var field = Data()
        Self.append(&field, kind, 2)
        Self.append(&field, values.count * count, 2)
        for value in values { Self.append(&field, value, count) }
        return field
    }

    private static func append(_ data: inout Data, _ value: Int, _ count: Int) {
        for index in 0..<count { data.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }

    package static func checksum(_ content: Data) -> UInt32 {
        content.withUnsafeBytes { bytes in
            UInt32(crc32(0, bytes.bindMemory(to: UInt8.self).baseAddress, UInt32(bytes.count)))
        }
    }

    /// Returns the content as a raw deflate stream.
    package static func deflated(_ content: Data) -> Data { compressed(content, windowBits: -15) }

    /// Returns the content in gzip format.
    package static func gzipped(_ content: Data, level: Int32 = Z_BEST_SPEED) -> Data {
        compressed(content, windowBits: 31, level: level)
    }

    private static func compressed(
        _ content: Data,
        windowBits: Int32,
        level: Int32 = Z_BEST_SPEED
    ) -> Data {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        deflateInit2_(
            &stream,
            level,
            Z_DEFLATED,
            windowBits,
            8,
            Z_DEFAULT_STRATEGY,
            ZLIB_VERSION,
            size
        )
        defer { deflateEnd(&stream) }
        var input = content
        var output = Data(count: Int(deflateBound(&stream, UInt(content.count))) + 64)
        let count = input.withUnsafeMutableBytes { source in
            output.withUnsafeMutableBytes { target in
                stream.next_in = source.bindMemory(to: UInt8.self).baseAddress
                stream.avail_in = UInt32(source.count)
                stream.next_out = target.bindMemory(to: UInt8.self).baseAddress
                stream.avail_out = UInt32(target.count)
                deflate(&stream, Z_FINISH)
                return target.count - Int(stream.avail_out)
            }
        }
        return output.prefix(count)
    }
}
