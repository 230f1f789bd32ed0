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
public struct PictureFile: Sendable {
    /// The parsed file of one format.
    package enum Format: Sendable {
        case jpeg(JPEGFile)
        case png(PNGFile)
        case webp(WebPFile)
        case gif(GIFFile)
        case heic(HEICFile)
    }

    /// Called with the bytes of each file that is parsed, so that tests can count.
    @TaskLocal package static var onParse: (@Sendable (Data) -> Void)?

    /// The bytes of the file.
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
    /// twice changes nothing. In HEIC, metadata is overwritten in place; a smaller picture of the
    /// same photo stays.
    ///
    /// - Throws: the first fault behind the header; ``PictureFault/truncated(_:)`` when the end of
    ///   the picture is missing, since bytes behind the pixels cannot be told from pixels then.
    public func stripped() throws(PictureFault) -> Data {
        try format.container.stripped(header.orientation)
    }

    // Other ISO media files start like HEIC; their brands tell them apart.
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
