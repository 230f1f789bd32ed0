import Foundation

/// An XMP packet (ISO 16684-1), which provides the location of a picture.
///
/// The format of coordinates is `GPSCoordinate` in the XMP Specification, Part 2. The packet is not
/// parsed as XML. Instead, the first valid value of each attribute or element with the conventional
/// prefix `exif:` is used. Packets in UTF-16 are ignored.
struct XMP {
    /// The maximum number of bytes to search.
    ///
    /// Even a photo's editing history takes far less.
    private static let byteLimit = 1 << 20
    /// The maximum number of bytes to read for a value.
    ///
    /// No valid coordinate is longer.
    private static let valueLimit = 40

    /// The maximum number of occurrences of a name to examine.
    private static let tries = 16

    /// The first MiB of the packet.
    private let packet: Data

    /// Creates a packet from the first MiB of `packet`.
    init(_ packet: Data) { self.packet = Data(packet.prefix(Self.byteLimit)) }

    /// The location where the picture was taken, or `nil` if the packet contains none.
    var location: PictureLocation? {
        guard let latitude = degrees("exif:GPSLatitude", positive: "N", negative: "S"),
            let longitude = degrees("exif:GPSLongitude", positive: "E", negative: "W")
        else { return nil }
        return PictureLocation(latitude: latitude, longitude: longitude)
    }

    /// Returns the first valid value after a name.
    ///
    /// - Parameters:
    ///   - name: The name of the attribute or element, with its prefix.
    ///   - positive: The letter of the hemisphere in which degrees are positive.
    ///   - negative: The letter of the other hemisphere.
    /// - Returns: The degrees, not yet checked against their range.
    private func degrees(_ name: String, positive: Character, negative: Character) -> Double? {
        var rest = packet
        for _ in 0..<Self.tries {
            guard let match = rest.range(of: Data(name.utf8)) else { return nil }
            rest = rest[match.upperBound...]
            let value = Self.value(String(decoding: rest.prefix(Self.valueLimit), as: UTF8.self))
            if let degrees = value.flatMap({
                Self.degrees($0, positive: positive, negative: negative)
            }) {
                return degrees
            }
        }
        return nil
    }

    /// Reads the value after a name: `="…"` for an attribute or `>…<` for an element.
    private static func value(_ text: String) -> Substring? {
        let attribute = /\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/
        if let match = text.prefixMatch(of: attribute) { return match.1 ?? match.2 }
        return text.prefixMatch(of: /\s*>\s*([^<]*?)\s*</)?.1
    }

    /// Reads coordinates such as `52,31.2005N` and `52,31,12N`, and the nonstandard formats
    /// `52.52N` and `-52.52`.
    private static func degrees(
        _ text: Substring,
        positive: Character,
        negative: Character
    ) -> Double? {
        let form = /([+\-]?)([0-9.]+)(?:,([0-9.]+))?(?:,([0-9.]+))?([A-Z]?)/
        guard let match = text.wholeMatch(of: form), let whole = Double(match.2),
            let minutes = sixtieths(match.3), let seconds = sixtieths(match.4)
        else { return nil }
        let value = whole + minutes / 60 + seconds / 3600
        switch (match.1, match.5.first) {
        case ("", positive): return value
        case ("", negative): return -value
        // If no letter follows, only a plain decimal number may have a sign.
        case (let sign, nil) where match.3 == nil: return sign == "-" ? -value : value
        default: return nil
        }
    }

    /// Returns minutes or seconds as a number: 0 if they are missing, or `nil` if they exceed 60.
    private static func sixtieths(_ text: Substring?) -> Double? {
        guard let text else { return 0 }
        return Double(text).flatMap { $0 <= 60 ? $0 : nil }
    }
}
