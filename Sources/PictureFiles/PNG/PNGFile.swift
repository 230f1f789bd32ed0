package import Foundation

/// The chunks of a PNG file (W3C PNG, third edition, sections 5 and 11), up to IEND.
///
/// Before IDAT, names and lengths are checked. After it, parsing stops at the first incomplete
/// chunk. Only the CRC of IHDR is checked, so that a damaged size is not mistaken for an unusual
/// one.
///
/// ```
/// 89 50 4E 47 0D 0A 1A 0A              signature
/// length IHDR size, depth, colours CRC
/// length iCCP …                    CRC  the colour profile
/// length eXIf …                    CRC  orientation, location, device, dates
/// length iTXt XML:com.adobe.xmp …  CRC  XMP
/// length IDAT coded data           CRC  repeated
/// length IEND                      CRC
/// ```
///
/// The names of chunks are case-sensitive. A chunk takes 12 bytes more than its content.
package struct PNGFile: PictureContainer {
    /// A chunk: its name, its content, and all of its bytes with length and CRC.
    struct Chunk: Sendable {
        /// The name, which has four characters.
        let name: String
        /// The content, a slice of the file.
        let content: Data
        /// All bytes of the chunk, a slice of the file.
        let whole: Data

        /// Whether the chunk contains pixels, or describes a frame of an animation.
        var isPixels: Bool { ["IDAT", "fdAT", "fcTL"].contains(name) }
    }

    /// The first eight bytes of every file (5.2).
    static let signature = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])

    /// The maximum number of chunks, enough for the largest file in parts of 700 bytes.
    ///
    /// An empty chunk takes 12 bytes in the file and many times as much in memory.
    private static let chunkLimit = 100_000
    /// The maximum number of chunks without pixels, many times that of a normal picture.
    private static let otherLimit = 4096

    /// The size in IHDR, before any Exif orientation is applied.
    package let storedSize: PixelSize
    /// The complete chunks in the order of the file, IHDR first.
    private(set) var chunks: [Chunk] = []
    /// The number of appended chunks that contain no pixels.
    private var otherCount = 0
    /// Whether IEND has been read.
    private var hasEnd = false
    /// Whether one of the limits is exceeded.
    private var hasTooManyChunks = false

    /// Parses a file that starts with the PNG signature.
    ///
    /// - Throws: `truncated` if the file ends before IDAT, or `damaged` if IHDR, a name or a length
    ///   is invalid.
    package init(reading content: Data) throws(PictureError) {
        var reader = ByteReader(content, pastEnd: .truncated(.png))
        try reader.skip(Self.signature.count)
        storedSize = try Self.size(reader)
        append(try Self.chunk(&reader))
        while try Self.isBeforePixels(reader) { append(try Self.chunk(&reader)) }
        // Parsing stops at the first incomplete chunk, so its error is discarded.
        while !hasEnd, !hasTooManyChunks, let chunk = try? Self.chunk(&reader) { append(chunk) }
    }

    /// Throws the first fault after the header.
    ///
    /// - Throws: ``PictureError/truncated(_:)`` if IEND is missing, or
    ///   ``PictureError/tooManyParts(_:)`` if there are more than 100,000 chunks, or more than
    ///   4,096 without pixels.
    func requireComplete() throws(PictureError) {
        guard !hasTooManyChunks else { throw .tooManyParts(.png) }
        guard hasEnd else { throw .truncated(.png) }
    }

    /// The content of the first `eXIf` chunk.
    package var exif: Data? { chunks.first { $0.name == "eXIf" }?.content }

    /// The XMP packets in uncompressed `iTXt` chunks (11.3.3.4).
    ///
    /// Each is preceded by the chunk's compression method, language tag and translated keyword.
    package var xmp: [Data] {
        let start = Data("XML:com.adobe.xmp\0\0".utf8)
        return chunks.filter { $0.name == "iTXt" && $0.content.starts(with: start) }
            .map { $0.content.dropFirst(start.count) }
    }

    /// Appends a chunk, up to the limits.
    private mutating func append(_ chunk: Chunk) {
        guard chunks.count < Self.chunkLimit, otherCount < Self.otherLimit else {
            hasTooManyChunks = true
            return
        }
        chunks.append(chunk)
        if !chunk.isPixels { otherCount += 1 }
        hasEnd = chunk.name == "IEND"
    }

    /// Reads a complete chunk.
    private static func chunk(_ reader: inout ByteReader) throws(PictureError) -> Chunk {
        var whole = reader
        let length = try reader.bigEndian(4)
        let name = try reader.fourCharacters()
        let content = try reader.data(length)
        try reader.skip(4)
        return Chunk(name: name, content: content, whole: try whole.data(length + 12))
    }

    /// Returns whether the next chunk is a valid chunk before IDAT.
    private static func isBeforePixels(_ reader: ByteReader) throws(PictureError) -> Bool {
        var reader = reader
        let length = try reader.bigEndian(4)
        let name = try reader.fourCharacters()
        if name == "IDAT" { return false }
        // Lengths have 31 bits (5.3), and names consist of ASCII letters (5.4).
        let isName = name.utf8.allSatisfy { (0x41...0x5A).contains($0 & ~0x20) }
        guard isName, length <= Int32.max, name != "IHDR", name != "IEND" else {
            throw .damaged(.png)
        }
        return true
    }

    /// Reads IHDR (11.2.1) and checks its CRC.
    private static func size(_ reader: ByteReader) throws(PictureError) -> PixelSize {
        var reader = reader
        guard try reader.bigEndian(4) == 13 else { throw .damaged(.png) }
        var checked = reader
        guard try reader.fourCharacters() == "IHDR" else { throw .damaged(.png) }
        let size = PixelSize(width: try reader.bigEndian(4), height: try reader.bigEndian(4))
        let bitDepth = try reader.byte()
        let colourType = try reader.byte()
        let methods = try (reader.byte(), reader.byte(), reader.byte())
        guard try reader.bigEndian(4) == Int(try checked.data(17).crc32),
            bitDepths(colourType).contains(bitDepth),
            methods.0 == 0, methods.1 == 0, methods.2 <= 1,
            size.width <= Int32.max, size.height <= Int32.max
        else { throw .damaged(.png) }
        return size
    }

    /// Returns the bit depths that a colour type allows (11.2.1).
    private static func bitDepths(_ colourType: UInt8) -> [UInt8] {
        switch colourType {
        case 0: [1, 2, 4, 8, 16]
        case 3: [1, 2, 4, 8]
        case 2, 4, 6: [8, 16]
        default: []
        }
    }
}
