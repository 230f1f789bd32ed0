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
