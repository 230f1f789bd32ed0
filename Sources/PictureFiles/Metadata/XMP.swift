import Foundation

/// The location in an XMP packet (ISO 16684-1; `GPSCoordinate` in the XMP Specification, Part 2).
///
/// The packet is not parsed as XML: of each attribute or element with the usual prefix `exif:`, the
/// first valid value counts. Packets in UTF-16 are ignored.
struct XMP {
    /// The bytes that are searched: far more than an editor's history of a photo.
    private static let byteLimit = 1 << 20
    /// The bytes of a value that are read: more than any valid coordinate has.
    private static let valueLimit = 40

    /// The number of occurrences of a name that are tried.
    private static let tries = 16

    /// The first MiB of the packet.
    private let packet: Data

    /// Takes a packet, of which the first MiB is searched.
    init(_ packet: Data) { self.packet = Data(packet.prefix(Self.byteLimit)) }

    /// The location where the picture was taken.
    var location: PictureLocation? {
        guard let latitude = degrees("exif:GPSLatitude", positive: "N", negative: "S"),
            let longitude = degrees("exif:GPSLongitude", positive: "E", negative: "W")
        else { return nil }
        return PictureLocation(latitude: latitude, longitude: longitude)
    }

    /// The first valid value behind a name.
    ///
    /// - Parameters:
    ///   - name: the name of the attribute or element, with its prefix.
    ///   - positive: the letter of the hemisphere with positive degrees.
    ///   - negative: the letter of the other one.
    /// - Returns: degrees, not checked against their range.
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

    /// Reads the value behind a name: `="…"` of an attribute or `>…<` of an element.
    private static func value(_ text: String) -> Substring? {
        let attribute = /\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/
        if let match = text.prefixMatch(of: attribute) { return match.1 ?? match.2 }
        return text.prefixMatch(of: /\s*>\s*([^<]*?)\s*</)?.1
    }

    /// Reads `52,31.2005N` and `52,31,12N`, and the nonstandard forms `52.52N` and `-52.52`.
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
        // Without a letter only a plain decimal number has a sign.
        case (let sign, nil) where match.3 == nil: return sign == "-" ? -value : value
        default: return nil
        }
    }

    /// Reads minutes or seconds: 0 when missing, `nil` above 60.
    private static func sixtieths(_ text: Substring?) -> Double? {
        guard let text else { return 0 }
        return Double(text).flatMap { $0 <= 60 ? $0 : nil }
    }
}
