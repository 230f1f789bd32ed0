extension MediaType {
    /// The names of all formats, as in "JPEG, PNG or GIF".
    package static let formatNames: String = {
        let names = allCases.map(\.formatName)
        return names.dropLast().joined(separator: ", ") + " or " + names.suffix(1).joined()
    }()
}

extension PictureError: CustomStringConvertible {
    /// The fault in English, without a subject or a full stop.
    public var description: String {
        switch self {
        case .empty:
            "is empty"
        case .tooLarge(let bytes):
            "has \(Self.amount(bytes, unit: 1 << 20)) MiB; "
                + "at most \(PictureLimits.bytes >> 20) MiB are accepted"
        case .unknownFormat:
            "is not a \(MediaType.formatNames) picture"
        case .truncated:
            "is cut short"
        case .damaged(let mediaType):
            "has a damaged \(mediaType.formatName) header"
        case .undecodable(let mediaType):
            "is a damaged \(mediaType.formatName) picture"
        case .notDrawn(let mediaType):
            "is a \(mediaType.formatName) picture that cannot be shown here"
        case .tooManyParts(let mediaType):
            "has more parts than a \(mediaType.formatName) picture needs"
        case .notStripped(let mediaType):
            "is a \(mediaType.formatName) picture whose metadata cannot be stripped here"
        case .tooManyPixels(let width, let height):
            "has \(Self.millions(width: width, height: height)) million pixels; "
                + "at most \(PictureLimits.pixels / 1_000_000) million are accepted"
        }
    }

    /// Returns the number of pixels in millions.
    private static func millions(width: Int, height: Int) -> String {
        let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
        return amount(overflow ? .max : pixels, unit: 1_000_000)
    }

    /// Formats an amount in tenths of a unit, rounded up so that an amount above the limit never
    /// appears to be within it.
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
