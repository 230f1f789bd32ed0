public import Foundation

/// A parsed picture file, which provides its header, its location, and a copy without metadata.
///
/// Each format has one parser. It is strict up to the pixels, because decoders must be able to
/// trust the size. It records the first fault after that point, which ``stripped()`` throws. Pixels
/// are never decoded.
///
/// ```swift
/// let file = try PictureFile(reading: jpeg)
/// let aspectRatio = Double(file.header.width) / Double(file.header.height)
/// let publicCopy = try file.stripped()
/// ```
///
/// ## Accepted and deliverable
/// A file with a valid header cannot always be shared: its end may be missing, or it may have more
/// parts than any picture needs. So accepting a picture takes two steps. Parse the file, then strip
/// it and parse the copy, since the copy is the file that others receive.
///
/// ## Limits
/// A file has at most 64 MiB and 250 megapixels (``PictureLimits``). The numbers of segments,
/// chunks, blocks and boxes are limited as well, each to many times that of real pictures, so that
/// the memory for parsing is proportional to the size of the file. A file above these limits throws
/// ``PictureError/tooManyParts(_:)``, or ``PictureError/damaged(_:)`` if it is HEIC.
///
/// The value shares the storage of the content, and copies only the bytes that it returns.
public struct PictureFile: Sendable {
    /// The parsed file of one format.
    ///
    /// Decoders use its parts, so they need no separate parser (decision 20 in `Docs/Decisions`).
    package enum Format: Sendable {
        case jpeg(JPEGFile)
        case png(PNGFile)
        case webp(WebPFile)
        case gif(GIFFile)
        case heic(HEICFile)
    }

    /// A function called with the bytes of each parsed file, so that tests can count how often
    /// files are parsed.
    ///
    /// `nil` outside tests.
    @TaskLocal package static var onParse: (@Sendable (Data) -> Void)?

    /// The bytes of the file, unchanged.
    public let content: Data
    /// The format, the upright size and the orientation.
    public let header: PictureHeader
    /// The file as parsed by the parser for its format.
    package let format: Format

    /// Parses a complete file, in time linear in its length.
    ///
    /// Accepts every file whose header is valid up to the pixels and within ``PictureLimits``, even
    /// if the pixels are missing.
    ///
    /// The bytes alone determine the format; the file's name and its stated media type are ignored.
    ///
    /// - Parameter content: The whole file, at most 64 MiB.
    ///
    /// - Throws: The first fault of the header.
    public init(reading content: Data) throws(PictureError) {
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

    /// The location where the picture was taken, or `nil` if the file contains no valid location.
    ///
    /// It is read from the Exif block of JPEG, PNG, WebP and HEIC, or else from an uncompressed XMP
    /// packet.
    ///
    /// The coordinates are in WGS 84. If a file contains several locations, the first valid one is
    /// used. The location remains in ``content``, but ``stripped()`` removes it.
    public var location: PictureLocation? {
        let container = format.container
        return container.exif.flatMap(Exif.init)?.location
            ?? container.xmp.lazy.compactMap { XMP($0).location }.first
    }

    /// Returns a copy without locations, devices, serial numbers, dates, XMP, IPTC, comments,
    /// embedded previews and anything else that decoders do not need.
    ///
    /// Only parts on an allow-list are copied: the coded pixels, the colour profile, the
    /// orientation and the frames of an animation. Unknown parts are dropped. Stripping a copy
    /// again changes nothing. In HEIC, bytes that are not part of a picture are overwritten in
    /// place. Other pictures in the file, such as a smaller version of the same photo, remain.
    ///
    /// Takes time linear in the length of the file, and memory for one copy.
    ///
    /// - Returns: A file of the same format, size and orientation.
    ///
    /// - Throws: The first fault after the header, or ``PictureError/truncated(_:)`` if the end of
    ///   the picture is missing, since pixels cannot be distinguished from bytes after them in that
    ///   case. A sequential JPEG needs no end marker, because its codes show where the pixels end.
    public func stripped() throws(PictureError) -> Data {
        try format.container.stripped(header.orientation)
    }

    // Other ISO media files start in the same way as HEIC and differ only in their brands.
    /// Returns the format that matches the signature, or `nil` if none of the five does.
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

    /// Parses the file with the parser for its format.
    private static func parse(
        _ content: Data,
        as mediaType: MediaType
    ) throws(PictureError) -> Format {
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
    /// The parsed file as a container, independent of its format.
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
    /// - Throws: The first fault of the header.
    public init(reading content: Data) throws(PictureError) {
        self = try PictureFile(reading: content).header
    }
}
