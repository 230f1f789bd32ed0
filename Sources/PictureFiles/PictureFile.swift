public import Foundation

/// A picture's file, parsed once: its header, its location, and its copy without metadata.
///
/// Each format has one parser. It is strict up to the pixels, where a decoder needs to trust the
/// size, and records the first fault behind them, which ``stripped()`` throws. Pixels are never
/// decoded.
///
/// ```swift
/// let file = try PictureFile(reading: jpeg)
/// let aspectRatio = Double(file.header.width) / Double(file.header.height)
/// let publicCopy = try file.stripped()
/// ```
///
/// ## Accepted and deliverable
/// A file with a valid header is not always one that can be shared: its end may be missing, or it
/// may have more parts than any picture needs. So accepting a picture takes two steps. Parse the
/// file, then strip it and parse the copy, since the copy is the file that others receive.
///
/// ## Limits
/// A file has at most 64 MiB and 100 megapixels (``PictureLimits``). The numbers of segments,
/// chunks, blocks and boxes are limited as well, each many times above that of real pictures, so
/// that parsing takes memory in proportion to the file and not to its smallest part.
/// ``PictureFault/tooManyParts(_:)`` reports them, or ``PictureFault/damaged(_:)`` for HEIC.
///
/// The value shares the bytes of the file, and copies none but those of parts that it returns.
public struct PictureFile: Sendable {
    /// The parsed file of one format.
    ///
    /// Decoders take its parts from here, so they need no parser of their own (decision 20 in
    /// `Docs/Decisions`).
    package enum Format: Sendable {
        case jpeg(JPEGFile)
        case png(PNGFile)
        case webp(WebPFile)
        case gif(GIFFile)
        case heic(HEICFile)
    }

    /// Called with the bytes of each file that is parsed, so that tests can count.
    ///
    /// `nil` outside of tests.
    @TaskLocal package static var onParse: (@Sendable (Data) -> Void)?

    /// The bytes of the file, as they were given.
    public let content: Data
    /// The format, the upright size and the orientation.
    public let header: PictureHeader
    /// The parts of the file.
    package let format: Format

    /// Parses a complete file, in time linear in its length.
    ///
    /// Accepts every file whose header is valid up to the pixels and within ``PictureLimits``, even
    /// if the pixels are missing.
    ///
    /// The bytes decide the format; a file's name and its stated media type do not count.
    ///
    /// - Parameter content: the whole file, at most 64 MiB.
    ///
    /// - Throws: the first fault of the header.
    public init(reading content: Data) throws(PictureFault) {
        Self.onParse?(content)
        guard !content.isEmpty else { throw .empty }
        guard content.count <= PictureLimits.bytes else { throw .tooLarge(bytes: content.count) }
        guard let mediaType = Self.mediaType(of: content) else { throw .unknownFormat }
        let format = try Self.parse(content, as: mediaType)
        self.content = content
        self.format = format
        header = try PictureHeader(
            mediaType,
            storedSize: format.container.storedSize,
            format.container.orientation
        )
    }

    /// The location where the picture was taken; `nil` without a valid one.
    ///
    /// Read from the Exif block of JPEG, PNG, WebP and HEIC, else from an uncompressed XMP packet.
    ///
    /// In WGS 84. A file may state several places; the first one that is valid counts. The place
    /// remains in ``content``, and is missing from ``stripped()``.
    public var location: PictureLocation? {
        let container = format.container
        return container.exif.flatMap(Exif.init)?.location
            ?? container.xmp.lazy.compactMap { XMP($0).location }.first
    }

    /// Returns a copy without places, devices, serial numbers, dates, XMP, IPTC, comments, embedded
    /// previews and anything else that decoders do not need.
    ///
    /// Works from a list of parts that may stay, so that nothing unknown gets through. The coded
    /// pixels, the colour profile, the orientation and the frames of an animation stay. Stripping
    /// twice changes nothing. In HEIC, bytes that belong to no picture are overwritten in place;
    /// other pictures in the file, such as a smaller one of the same photo, stay.
    ///
    /// Takes time linear in the length of the file, and memory for one copy.
    ///
    /// - Returns: a file of the same format, size and orientation.
    ///
    /// - Throws: the first fault behind the header; ``PictureFault/truncated(_:)`` when the end of
    ///   the picture is missing, since bytes behind the pixels cannot be told from pixels then.
    public func stripped() throws(PictureFault) -> Data {
        try format.container.stripped(header.orientation)
    }

    // Other ISO media files start like HEIC; their brands tell them apart.
    /// The format of the signature; `nil` for none of the five.
    private static func mediaType(of content: Data) -> MediaType? {
        let container = content.dropFirst(4)
        if content.starts(with: [0xFF, 0xD8]) { return .jpeg }
        if content.starts(with: PNGFile.signature) { return .png }
        if content.starts(with: "GIF87a".utf8) || content.starts(with: "GIF89a".utf8) {
            return .gif
        }
        if content.starts(with: "RIFF".utf8), container.dropFirst(4).starts(with: "WEBP".utf8) {
            return .webp
        }
        return container.starts(with: "ftyp".utf8) ? .heic : nil
    }

    /// Hands the file to the parser of its format.
    private static func parse(
        _ content: Data,
        as mediaType: MediaType
    ) throws(PictureFault) -> Format {
        switch mediaType {
        case .jpeg: .jpeg(try JPEGFile(reading: content))
        case .png: .png(try PNGFile(reading: content))
        case .webp: .webp(try WebPFile(reading: content))
        case .gif: .gif(try GIFFile(reading: content))
        case .heic: .heic(try HEICFile(reading: content))
        }
    }
}

extension PictureFile.Format {
    /// The parser's result, whatever the format.
    fileprivate var container: any PictureContainer {
        switch self {
        case .jpeg(let file): file
        case .png(let file): file
        case .webp(let file): file
        case .gif(let file): file
        case .heic(let file): file
        }
    }
}

extension PictureHeader {
    /// Reads the header of a complete file; see ``PictureFile/init(reading:)``.
    ///
    /// - Throws: the first fault of the header.
    public init(reading content: Data) throws(PictureFault) {
        self = try PictureFile(reading: content).header
    }
}
