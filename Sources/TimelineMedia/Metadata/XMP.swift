import Foundation
import TimelineCore

/// The place in an XMP packet (ISO 16684-1; `GPSCoordinate` in the XMP Specification, Part 2).
///
/// The packet comes from anyone and is not parsed as XML: the first attribute or element of each name that is written
/// with the usual prefix `exif:` and can be read counts. Packets in UTF-16 are not read.
struct XMP {
    /// Far more than an editor's whole history of a photo takes.
    private static let byteLimit = 1 << 20
    /// Longer than any number that is a place.
    private static let valueLimit = 40

    /// How often a name is looked for until there is a value that can be read.
    private static let tries = 16

    private let packet: Data

    /// Takes a packet, of which the first MiB is looked at.
    init(_ packet: Data) { self.packet = Data(packet.prefix(Self.byteLimit)) }

    /// Where the picture was taken.
    var coordinate: Coordinate? {
        guard let latitude = degrees("exif:GPSLatitude", positive: "N", negative: "S"),
            let longitude = degrees("exif:GPSLongitude", positive: "E", negative: "W")
        else { return nil }
        let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        return coordinate.isOnEarth ? coordinate : nil
    }

    private func degrees(_ name: String, positive: Character, negative: Character) -> Double? {
        var rest = packet
        for _ in 0..<Self.tries {
            guard let found = rest.range(of: Data(name.utf8)) else { return nil }
            rest = rest[found.upperBound...]
            let value = Self.value(String(decoding: rest.prefix(Self.valueLimit), as: UTF8.self))
            if let degrees = value.flatMap({ Self.degrees($0, positive, negative) }) {
                return degrees
            }
        }
        return nil
    }

    /// What stands after a name: `="…"` of an attribute or `>…<` of an element.
    private static func value(_ text: String) -> Substring? {
        let attribute = /\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/
        if let match = text.prefixMatch(of: attribute) { return match.1 ?? match.2 }
        return text.prefixMatch(of: /\s*>\s*([^<]*?)\s*</)?.1
    }

    /// Reads `52,31.2005N` and `52,31,12N`, and what some write instead: `52.52N` and `-52.52`.
    private static func degrees(
        _ text: Substring,
        _ positive: Character,
        _ negative: Character
    ) -> Double? {
        let form = /([+\-]?)([0-9.]+)(?:,([0-9.]+))?(?:,([0-9.]+))?([A-Z]?)/
        guard let match = text.wholeMatch(of: form), let whole = Double(match.2),
            let minutes = sixtieths(match.3), let seconds = sixtieths(match.4)
        else { return nil }
        let value = whole + minutes / 60 + seconds / 3600
        switch (match.1, match.5.first) {
        case ("", positive): return value
        case ("", negative): return -value
        // Without a letter it is not known which half is meant, unless the number is one of its own.
        case (let sign, nil) where match.3 == nil: return sign == "-" ? -value : value
        default: return nil
        }
    }

    /// Minutes or seconds, 0 when they are not there; `nil` when there are more than 60.
    private static func sixtieths(_ text: Substring?) -> Double? {
        guard let text else { return 0 }
        return Double(text).flatMap { $0 <= 60 ? $0 : nil }
    }
}
