/// The format, the upright size and the orientation of a picture's file.
///
/// It is read from the content of the file, without decoding pixels. File names are ignored.
///
/// Width and height are positive, their product is at most 250 megapixels, and they describe the
/// upright picture. An app can therefore reserve space for the picture before decoding it.
///
/// ```swift
/// let header = try PictureHeader(reading: jpeg)
/// let isPortrait = header.height > header.width
/// ```
public struct PictureHeader: Hashable, Sendable {
    /// The format.
    public let mediaType: MediaType
    /// The width in pixels of the upright picture.
    public let width: Int
    /// The height in pixels of the upright picture.
    public let height: Int
    /// The transformation that a decoder applies to the stored pixels.
    ///
    /// The orientation is always `upright` for GIF, which has none, and for HEIC, because its
    /// decoders apply the rotation that the file states.
    public let orientation: Orientation

    /// Creates a header from the size of the stored pixels.
    ///
    /// - Parameters:
    ///   - mediaType: The format.
    ///   - storedSize: The size before the orientation is applied.
    ///   - orientation: The transformation that a decoder applies.
    /// - Throws: ``PictureError/damaged(_:)`` or ``PictureError/tooManyPixels(width:height:)`` if
    ///   the size is empty or too large.
    init(
        _ mediaType: MediaType,
        storedSize: PixelSize,
        _ orientation: Orientation
    ) throws(PictureError) {
        try storedSize.check(mediaType)
        let size = orientation.swapsSides ? storedSize.transposed : storedSize
        self.mediaType = mediaType
        self.orientation = orientation
        width = size.width
        height = size.height
    }

    /// The upright size.
    package var size: PixelSize { PixelSize(width: width, height: height) }

    /// The size of the stored pixels, before a decoder applies ``orientation``.
    package var storedSize: PixelSize { orientation.swapsSides ? size.transposed : size }
}

/// The accepted picture formats, each with its IANA media type as the raw value.
///
/// The media type is stored with each photo, and serves as the `Content-Type` of the photo's
/// copies. Decoding a value added by a later version fails.
///
/// ```swift
/// let type = try PictureHeader(reading: jpeg).mediaType
/// show(type.rawValue, type.fileExtension)
/// ```
public enum MediaType: String, Sendable, Hashable, Codable, CaseIterable {
    /// JPEG (ITU-T T.81).
    case jpeg = "image/jpeg"
    /// PNG (W3C), animated or not.
    case png = "image/png"
    /// WebP (RFC 9649), animated or not.
    case webp = "image/webp"
    /// GIF (87a and 89a), animated or not.
    case gif = "image/gif"
    /// HEIF (ISO/IEC 23008-12) with pictures coded as HEVC.
    case heic = "image/heic"

    /// The preferred file extension, in lower case and without the dot.
    public var fileExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .png: "png"
        case .webp: "webp"
        case .gif: "gif"
        case .heic: "heic"
        }
    }

    /// The file extensions in use, in lower case and without the dot, with the preferred one first.
    package var fileExtensions: [String] {
        switch self {
        case .jpeg: [fileExtension, "jpeg"]
        case .heic: [fileExtension, "heif"]
        case .png, .webp, .gif: [fileExtension]
        }
    }

    /// Whether all common browsers show the format.
    package var isShownByBrowsers: Bool {
        switch self {
        case .jpeg, .png, .webp, .gif: true
        case .heic: false
        }
    }

    /// The format's common name, for messages.
    package var formatName: String {
        switch self {
        case .jpeg: "JPEG"
        case .png: "PNG"
        case .webp: "WebP"
        case .gif: "GIF"
        case .heic: "HEIC"
        }
    }
}

/// A width and a height in pixels.
package struct PixelSize: Hashable, Sendable {
    /// The width in pixels.
    package let width: Int
    /// The height in pixels.
    package let height: Int

    /// Creates a size without checking the width and the height.
    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Whether the size contains no pixel.
    package var isEmpty: Bool { width <= 0 || height <= 0 }

    /// The number of pixels, clamped to `Int.max`.
    package var area: Int {
        let (area, overflow) = width.multipliedReportingOverflow(by: height)
        return overflow ? .max : area
    }

    /// Whether the longer side is more than three times the shorter one, as in screenshots of whole
    /// pages.
    package var isLong: Bool { max(width, height) > 3 * min(width, height) }

    /// Returns the size for showing the whole picture, scaled down so that it can be read.
    ///
    /// The longer side has at most `side` pixels. In a long picture, the shorter side would then be
    /// too short to read. There, the shorter side has at most three quarters of `side`, the longer
    /// one at most 8 times `side`, and the picture at most 4 times the pixels of a square with this
    /// side.
    package func readable(within side: Int) -> PixelSize {
        let (short, long) = (Double(min(width, height)), Double(max(width, height)))
        let side = Double(side)
        let scale =
            isLong
            ? min(0.75 * side / short, 8 * side / long, 2 * side / (short * long).squareRoot())
            : side / long
        guard scale < 1 else { return self }
        let scaled = { (length: Int) in max(1, Int((Double(length) * scale).rounded())) }
        return PixelSize(width: scaled(width), height: scaled(height))
    }

    /// The size with width and height swapped.
    package var transposed: PixelSize { PixelSize(width: height, height: width) }

    /// Rejects sizes that are empty or exceed the limit.
    ///
    /// - Throws: ``PictureError/damaged(_:)`` if the size is empty, or
    ///   ``PictureError/tooManyPixels(width:height:)`` if it exceeds ``PictureLimits/pixels``.
    func check(_ mediaType: MediaType) throws(PictureError) {
        guard !isEmpty else { throw .damaged(mediaType) }
        guard area <= PictureLimits.pixels else {
            throw .tooManyPixels(width: width, height: height)
        }
    }
}

/// The transformation that turns stored pixels upright, as defined by Exif's tag Orientation
/// (0x0112).
///
/// Source: CIPA DC-008 (Exif 3.0), section 4.6.5.1.
///
/// The raw values are the values of the tag. ``PictureHeader`` states the width and the height of
/// the upright picture, so only decoders need the orientation.
public enum Orientation: Int, Sendable, Hashable, CaseIterable {
    /// The pixels are stored upright.
    case upright = 1
    /// The pixels must be mirrored left to right.
    case mirrored = 2
    /// The pixels must be rotated by 180°.
    case turned180 = 3
    /// The pixels must be mirrored top to bottom.
    case flipped = 4
    /// The pixels must be mirrored along the diagonal from the top left, so that rows become
    /// columns.
    case transposed = 5
    /// The pixels must be rotated clockwise by 90°.
    case turnedClockwise = 6
    /// The pixels must be mirrored along the diagonal from the top right.
    case transversed = 7
    /// The pixels must be rotated counterclockwise by 90°.
    case turnedCounterclockwise = 8

    /// Whether the transformation swaps width and height.
    public var swapsSides: Bool { rawValue >= 5 }
}

/// Limits for the size of accepted pictures.
///
/// They are checked before any pixel is decoded.
public enum PictureLimits {
    /// The maximum size of a file in bytes: 64 MiB.
    ///
    /// Larger files are rejected before they are read into memory.
    public static let bytes = 64 << 20

    /// The maximum number of pixels, width times height: 250 megapixels.
    ///
    /// Phones take pictures of 200 megapixels. Decoders work at a reduced size or row by row, so
    /// such a picture takes little memory, with the exceptions in `wholePixels`.
    public static let pixels = 250_000_000

    /// The maximum number of pixels to decode where a decoder holds the whole picture at once: 100
    /// megapixels.
    ///
    /// This applies to progressive JPEG, lossless WebP and HEIC. Larger pictures of these kinds are
    /// accepted, but not drawn (``PictureError/notDrawn(_:)``).
    package static let wholePixels = 100_000_000
}

/// The reason why a file is not accepted as a picture.
///
/// ``description`` is a predicate: it completes a sentence that starts with the file's name.
///
/// The functions of this module throw only errors of this type, and they throw the same errors on
/// every machine. Decoders and processors in other modules also throw `undecodable`, `notDrawn` and
/// `notStripped`, which may depend on their libraries.
///
/// ```swift
/// do {
///     let header = try PictureHeader(reading: jpeg)
///     show(header.width, header.height)
/// } catch {
///     show("photo.jpg \(error)")
/// }
/// ```
public enum PictureError: Error, Hashable, Sendable {
    /// The file has no bytes.
    ///
    /// A form that is submitted without a file contains such an empty part.
    case empty
    /// The file has more bytes than ``PictureLimits/bytes``.
    case tooLarge(bytes: Int)
    /// The signature does not match any format of ``MediaType``.
    ///
    /// HEIF files with other codecs, such as AVIF, are treated as unknown.
    case unknownFormat
    /// The file ends before its pixels start, or before the end that its header states.
    ///
    /// Usually, copying the file was interrupted, and the original may be complete.
    case truncated(MediaType)
    /// The structure of the file violates its format.
    case damaged(MediaType)
    /// The structure is valid, but the coded pixels cannot be decoded.
    ///
    /// Only decoders throw this fault.
    case undecodable(MediaType)
    /// The format, or this variant of it, can be stored but not decoded on this machine.
    ///
    /// Only decoders throw this fault. The file may be valid, so it is accepted and shown as a
    /// placeholder.
    case notDrawn(MediaType)
    /// The file has more segments, scans, chunks or blocks than any real picture.
    ///
    /// Decoding such a file would take excessive time or memory without improving the picture.
    case tooManyParts(MediaType)
    /// The processor cannot strip metadata from files of this format.
    case notStripped(MediaType)
    /// The picture has more pixels than ``PictureLimits/pixels``.
    case tooManyPixels(width: Int, height: Int)
}
