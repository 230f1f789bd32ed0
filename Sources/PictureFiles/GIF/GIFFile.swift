package import Foundation

/// The blocks of a GIF file (CompuServe's Graphics Interchange Format, version 89a, sections 15 to
/// 27).
///
/// Every block up to the first image is checked, because a decoder needs the size of the image. The
/// blocks after it are read up to the trailer, and the first fault among them is recorded. Bytes
/// after the trailer are ignored.
///
/// ```
/// GIF89a  size, flags, background    the logical screen
/// colour table
/// 21 F9   graphic control            timing, transparent colour
/// 2C      image: position, size, colour table, coded pixels
/// 21 FF   application                NETSCAPE2.0: repetitions; XMP and others
/// 21 FE   comment
/// 3B      trailer
/// ```
///
/// The content of a block is divided into sub-blocks of at most 255 bytes, each preceded by its
/// length. An empty sub-block ends the block.
package struct GIFFile: PictureContainer {
    /// The kind and the position of a block.
    struct Block: Sendable {
        /// The purpose of a block.
        enum Kind: Sendable {
            /// An image with its colour table and its coded pixels.
            case image
            /// A graphic control extension: delay, disposal and the transparent colour of the next
            /// image.
            case timing
            /// An application extension that decoders need.
            case application
            /// A comment, plain text, or an unknown extension.
            case other
            /// The trailer.
            case end
        }

        let kind: Kind
        /// The bytes of the block in the file.
        let range: Range<Int>
    }

    /// The application extensions that decoders need: the number of repetitions and the colour
    /// profile.
    private static let applications = ["NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"]
        .map {
            Data($0.utf8)
        }
    /// The maximum number of blocks.
    ///
    /// The smallest block takes 3 bytes in the file and ten times as much in memory.
    private static let blockLimit = 1 << 18

    /// The bytes of the file.
    ///
    /// Ranges are offsets from its start.
    let content: Data
    /// The size of the logical screen, or of the first image if the screen has no pixels.
    package let storedSize: PixelSize
    /// The signature, the logical screen and its colour table.
    let screen: Range<Int>
    /// The blocks after the screen, up to the trailer or the first fault.
    let blocks: [Block]
    /// The first fault after the first image.
    let fault: PictureError?

    /// Parses a file that starts with the GIF signature.
    ///
    /// - Throws: `truncated` if the file ends before its first image, `damaged` if a block is
    ///   unknown or the image has no pixels, or `tooManyPixels` if the image is too large.
    package init(reading content: Data) throws(PictureError) {
        self.content = content.zeroBased
        var reader = ByteReader(self.content, pastEnd: .truncated(.gif))
        let screenSize = try Self.skipScreen(&reader)
        screen = 0..<reader.position
        var list = PartList<Block>(limit: Self.blockLimit)
        var imageSize: PixelSize?
        while imageSize == nil {
            var next = reader
            switch try next.byte() {
            case 0x21: list.append(try Self.block(&reader))
            case 0x2C: imageSize = try Self.imageSize(&next)
            // A file that ends with its trailer has no image, and any other byte does not start a
            // block.
            default: throw .damaged(.gif)
            }
        }
        // Without a screen, the first image determines the size.
        storedSize = screenSize.isEmpty ? imageSize ?? screenSize : screenSize
        fault = Self.appendRest(of: &reader, to: &list)
        blocks = list.parts
    }

    /// `nil`, because GIF has no Exif block.
    package var exif: Data? { nil }

    /// The XMP packets, which are always empty here.
    ///
    /// GIF files can contain XMP, but no camera writes such files.
    package var xmp: [Data] { [] }

    /// Appends the blocks up to the trailer or, as many programs leave it out, to the end of the file
    /// after an image, and returns the first fault.
    private static func appendRest(
        of reader: inout ByteReader,
        to list: inout PartList<Block>
    ) -> PictureError? {
        do throws(PictureError) {
            while !list.isOverLimit, list.parts.last?.kind != .end {
                if reader.remaining == 0, list.parts.contains(where: { $0.kind == .image }) {
                    break
                }
                list.append(try block(&reader))
            }
            return list.isOverLimit ? .tooManyParts(.gif) : nil
        } catch {
            return error
        }
    }

    /// Skips the signature, the logical screen descriptor (section 18) and the global colour table
    /// (section 19), and returns the size of the screen.
    private static func skipScreen(_ reader: inout ByteReader) throws(PictureError) -> PixelSize {
        try reader.skip(6)
        let size = PixelSize(width: try reader.littleEndian(2), height: try reader.littleEndian(2))
        let flags = try reader.byte()
        try reader.skip(2)
        try skipColours(&reader, flags: flags)
        return size
    }

    /// Reads the size in an image descriptor (section 20).
    ///
    /// Decoders allocate the whole image even if it is larger than the screen, so the size of the
    /// image must be within the limits, too.
    private static func imageSize(_ reader: inout ByteReader) throws(PictureError) -> PixelSize {
        try reader.skip(4)
        let size = PixelSize(width: try reader.littleEndian(2), height: try reader.littleEndian(2))
        try reader.skip(1)
        try size.check(.gif)
        return size
    }
}

// MARK: - Blocks

extension GIFFile {
    /// Reads one complete block.
    private static func block(_ reader: inout ByteReader) throws(PictureError) -> Block {
        let start = reader.position
        let kind = try kind(&reader)
        return Block(kind: kind, range: start..<reader.position)
    }

    /// Skips a block and returns its kind.
    private static func kind(_ reader: inout ByteReader) throws(PictureError) -> Block.Kind {
        switch try reader.byte() {
        case 0x2C:
            try reader.skip(8)
            try skipColours(&reader, flags: try reader.byte())
            try reader.skip(1)
            _ = try firstPart(&reader)
            return .image
        case 0x21:
            let label = try reader.byte()
            let name = try firstPart(&reader)
            switch label {
            case 0xF9: return .timing
            case 0xFF: return applications.contains(name) ? .application : .other
            default: return .other
            }
        case 0x3B: return .end
        default: throw .damaged(.gif)
        }
    }

    /// Skips the colour table, if the flags reserve one.
    ///
    /// The lowest three bits state the number of colours. Each colour has three bytes.
    private static func skipColours(
        _ reader: inout ByteReader,
        flags: UInt8
    ) throws(PictureError) {
        guard flags & 0x80 != 0 else { return }
        try reader.skip(3 << (Int(flags & 7) + 1))
    }

    /// Skips sub-blocks up to the empty one that ends the block (sections 15 and 16), and returns
    /// the first.
    private static func firstPart(_ reader: inout ByteReader) throws(PictureError) -> Data {
        var first: Data?
        while true {
            let part = try reader.data(Int(try reader.byte()))
            first = first ?? part
            guard !part.isEmpty else { return first ?? part }
        }
    }
}

extension GIFFile {
    /// Returns a copy that contains only the logical screen, the images, their timing and the
    /// application extensions that decoders need.
    ///
    /// Comments, plain text, XMP and other application extensions are omitted.
    ///
    /// - Parameter orientation: Ignored, because GIF has no orientation.
    /// - Returns: The stripped file.
    /// - Throws: The first fault after the header, such as an incomplete image.
    package func stripped(_ orientation: Orientation) throws(PictureError) -> Data {
        if let fault { throw fault }
        let copy = blocks.filter { $0.kind != .other && $0.kind != .end }
            .reduce(into: Data(content[screen])) { $0 += content[$1.range] }
        return copy + [0x3B]
    }
}
