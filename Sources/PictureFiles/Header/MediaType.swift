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
