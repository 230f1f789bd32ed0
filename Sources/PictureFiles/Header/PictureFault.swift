/// The reason why a file is not accepted as a picture.
///
/// ``description`` is a predicate: it completes a sentence that starts with the file's name.
///
/// The functions of this module throw no other errors, and the same ones on every machine. Decoders
/// and processors of other modules throw `undecodable`, `notDrawn` and `notStripped`, which may
/// depend on their libraries.
///
/// ```swift
/// do {
///     let header = try PictureHeader(reading: jpeg)
///     show(header.width, header.height)
/// } catch {
///     show("photo.jpg \(error)")
/// }
/// ```
public enum PictureFault: Error, Hashable, Sendable {
    /// The file has no bytes.
    ///
    /// A form that was sent without a file has such a part.
    case empty
    /// The file has more bytes than ``PictureLimits/bytes``.
    case tooLarge(bytes: Int)
    /// The signature belongs to none of the formats of ``MediaType``.
    ///
    /// HEIF files with other codings, such as AVIF, count as unknown.
    case unknownFormat
    /// The file ends before its pixels start, or before the end that its header states.
    ///
    /// Usually the copy of a file was interrupted; the original may be complete.
    case truncated(MediaType)
    /// The structure of the file violates its format.
    case damaged(MediaType)
    /// The structure is valid, but the coded pixels cannot be decoded.
    ///
    /// Only decoders throw it.
    case undecodable(MediaType)
    /// The format, or this variant of it, is stored but cannot be decoded here.
    ///
    /// Only decoders throw it. The file may be valid, and is accepted with a placeholder.
    case notDrawn(MediaType)
    /// The file has more segments, scans, chunks or blocks than any real picture.
    ///
    /// Such a file would keep decoders busy, or fill memory, without being a better picture.
    case tooManyParts(MediaType)
    /// The processor cannot strip metadata from this format.
    case notStripped(MediaType)
    /// The picture has more pixels than ``PictureLimits/pixels``.
    case tooManyPixels(width: Int, height: Int)
}
