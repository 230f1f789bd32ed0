/// Why a file is not taken as a photo.
///
/// The description is a predicate: it completes a sentence that starts with the file's name.
public enum PhotoFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// There are no bytes.
    case empty
    /// There are more than ``PhotoLimits/bytes``.
    case tooLarge(bytes: Int)
    /// The bytes start like none of the formats of ``MediaType``.
    case unknownFormat
    /// The bytes end before the pixels start, or before the header says that they end.
    case truncated(MediaType)
    /// The header says what its format does not allow.
    case damaged(MediaType)
    /// The header is right, but what follows cannot be made into pixels.
    case undecodable(MediaType)
    /// The format, or this variant of it, is kept but not drawn.
    case notDrawn(MediaType)
    /// The file consists of more segments, scans, chunks or boxes than a picture needs.
    case tooManyParts(MediaType)
    /// Nothing here can strip the metadata of this format.
    case notStripped(MediaType)
    /// There are more than ``PhotoLimits/pixels``.
    case tooManyPixels(width: Int, height: Int)

    /// What is wrong, in English, without the subject and the full stop.
    public var description: String {
        switch self {
        case .empty:
            "is empty"
        case .tooLarge(let bytes):
            "has \(Self.amount(bytes, unit: 1 << 20)) MiB; "
                + "at most \(PhotoLimits.bytes >> 20) MiB are taken"
        case .unknownFormat:
            "is not a JPEG, PNG, WebP, GIF or HEIC picture"
        case .truncated:
            "is cut short"
        case .damaged(let mediaType):
            "has a damaged \(mediaType.formatName) header"
        case .undecodable(let mediaType):
            "is a damaged \(mediaType.formatName) picture"
        case .notDrawn(let mediaType):
            "is a \(mediaType.formatName) picture of a kind that is kept but not drawn here"
        case .tooManyParts(let mediaType):
            "has more parts than a \(mediaType.formatName) picture needs"
        case .notStripped(let mediaType):
            "is a \(mediaType.formatName) picture whose metadata cannot be stripped here"
        case .tooManyPixels(let width, let height):
            "has \(Self.millions(width, height)) million pixels; "
                + "at most \(PhotoLimits.pixels / 1_000_000) million are taken"
        }
    }

    private static func millions(_ width: Int, _ height: Int) -> String {
        let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
        return amount(overflow ? .max : pixels, unit: 1_000_000)
    }

    /// An amount in tenths of a unit, rounded up so that it never looks as if it were within the limit.
    private static func amount(_ amount: Int, unit: Int) -> String {
        let (whole, part) = amount.quotientAndRemainder(dividingBy: unit)
        let tenths = (part * 10 + unit - 1) / unit
        return switch tenths {
        case 0: "\(whole)"
        case 10: "\(whole + 1)"
        default: "\(whole).\(tenths)"
        }
    }
}
