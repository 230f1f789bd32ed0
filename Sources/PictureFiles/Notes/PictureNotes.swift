package import Foundation

/// The texts and the date in a picture's metadata: Exif, XMP and IPTC.
///
/// Only the first MiB of each block is searched for texts. Malformed values are treated as missing.
package struct PictureNotes: Hashable, Sendable {
    /// The dates on which the picture was taken or digitized, from the most reliable to the least.
    package private(set) var dates: [NotedDate] = []
    /// The caption, unless a machine has written it.
    package private(set) var caption: String?
    /// The description for people who cannot see the picture.
    package private(set) var alt: String?
    /// The keywords, in their order.
    package private(set) var keywords: [String] = []
    /// The location where the picture was taken.
    package private(set) var location: PictureLocation?
    /// The name of the place.
    package private(set) var placeName: String?

    /// The program that Timeline's own sidecars name.
    package static let creator = "Timeline"

    /// Creates notes without any value.
    package init() {}

    /// Reads the metadata of a picture.
    ///
    /// Of the dates, those in Exif come first. For texts, XMP takes precedence over IPTC, and IPTC
    /// over Exif.
    package init(of picture: PictureFile) {
        let (block, packets, iptc) = picture.format.blocks
        let exif = block.flatMap(Exif.init)
        dates = exif?.dates ?? []
        location = exif?.location
        for packet in packets { add(PictureNotes(xmp: packet)) }
        if let iptc { add(PictureNotes(iptc: iptc)) }
        caption = caption ?? Self.title(in: exif)
    }

    /// Reads an XMP packet, such as the content of a sidecar file.
    package init(xmp packet: Data) {
        let xmp = XMPText(packet)
        let names = ["exif:DateTimeOriginal", "photoshop:DateCreated", "xmp:CreateDate"]
        dates = names.compactMap { xmp.values(of: $0).first.map { NotedDate($0) } }
        let captions = ["dc:description", "dc:title"]
            .compactMap { xmp.values(of: $0).first { !$0.isEmpty } }
        // Timeline's own sidecars contain what a person has written, whatever it looks like.
        let isOwn = xmp.values(of: "xmp:CreatorTool").first == Self.creator
        caption = isOwn ? captions.first : captions.lazy.compactMap { Self.caption($0) }.first
        alt = xmp.values(of: "Iptc4xmpCore:AltTextAccessibility").first
        keywords = xmp.values(of: "dc:subject")
        location = XMP(packet).location
        placeName = xmp.values(of: "Iptc4xmpCore:Location").first
    }

    /// Reads IPTC data sets (IPTC-IIM 4.2).
    init(iptc: Data) {
        let sets = IPTC(iptc)
        caption = Self.caption(sets.texts(record: 2, number: 120).first)
        keywords = sets.texts(record: 2, number: 25)
        // The date of creation and that of digitization, such as "20180501" and "120000+0200".
        dates = [(55, 60), (62, 63)]
            .compactMap { day, time in
                guard let day = sets.texts(record: 2, number: day).first else { return nil }
                let time = sets.texts(record: 2, number: time).first
                return NotedDate(time.map { "\(day) \($0)" } ?? day)
            }
    }

    /// Adds the values of other notes where they are missing, and their dates after these.
    package mutating func add(_ other: PictureNotes) {
        dates += other.dates
        caption = caption ?? other.caption
        alt = alt ?? other.alt
        if keywords.isEmpty { keywords = other.keywords }
        location = location ?? other.location
        placeName = placeName ?? other.placeName
    }

    /// Sets the location that was noted elsewhere, unless it is none.
    package mutating func setLocation(latitude: Double, longitude: Double) {
        location = PictureLocation(latitude: latitude, longitude: longitude) ?? location
    }

    /// Sets the caption that is noted elsewhere, such as in an album.
    package mutating func set(caption text: String) { caption = Self.caption(text) ?? caption }

    /// Returns a caption, or `nil` if it is empty or a machine has written it.
    private static func caption(_ text: String?) -> String? {
        guard let text, !text.isEmpty, !MachineText.isCertain(text) else { return nil }
        return text
    }

    /// Returns the title in Exif, unless a machine has written it, which happens there most often.
    private static func title(in exif: Exif?) -> String? {
        guard let exif, let text = caption(exif.imageDescription), !MachineText.isLikely(text),
            !exif.deviceNames.contains(text)
        else { return nil }
        return text
    }
}

extension PictureFile.Format {
    /// The Exif block, the XMP packets and the IPTC data sets.
    fileprivate var blocks: (exif: Data?, xmp: [Data], iptc: Data?) {
        switch self {
        case .jpeg(let file): (file.exif, file.xmp, IPTC.dataSets(of: file))
        case .png(let file): (file.exif, file.xmp, nil)
        case .webp(let file): (file.exif, file.xmp, nil)
        case .gif(let file): (file.exif, file.xmp, nil)
        case .heic(let file): (file.exif, file.xmp, nil)
        }
    }
}

extension String {
    /// Creates a text from bytes in UTF-8 or else in Latin-1.
    init(utf8OrLatin1 bytes: Data) {
        self =
            String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}

/// IPTC data sets in a JPEG file (IPTC-IIM 4.2), in Photoshop's image resource 0x0404.
struct IPTC {
    private var sets: [(record: Int, number: Int, value: Data)] = []

    /// The maximum number of data sets.
    private static let limit = 1000

    /// Reads data sets up to the first one that is malformed.
    init(_ bytes: Data) {
        let bytes = Array(bytes)
        var index = 0
        while index + 5 <= bytes.count, bytes[index] == 0x1C, sets.count < Self.limit {
            let count = Int(bytes[index + 3]) << 8 | Int(bytes[index + 4])
            // If the first bit is set, the length is extended, which text never needs.
            guard count < 0x8000, index + 5 + count <= bytes.count else { break }
            let value = Data(bytes[index + 5..<index + 5 + count])
            let (record, number) = (Int(bytes[index + 1]), Int(bytes[index + 2]))
            sets.append((record, number, value))
            index += 5 + count
        }
    }

    /// Returns the non-empty texts of the data sets with the given record and number.
    func texts(record: Int, number: Int) -> [String] {
        sets.filter { $0.record == record && $0.number == number }
            .map { set in
                // Many programs write UTF-8 without announcing it. Some pad a text after a zero.
                String(utf8OrLatin1: set.value.prefix { $0 != 0 })
            }
            .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
            .filter { !$0.isEmpty }
    }

    /// Returns the data sets of a JPEG file, or `nil` if it has none.
    static func dataSets(of file: JPEGFile) -> Data? {
        let name = Data("Photoshop 3.0\0".utf8)
        return file.segments.lazy.filter { $0.marker == 0xED && $0.content.starts(with: name) }
            .compactMap { resource(in: Array($0.content.dropFirst(name.count))) }.first
    }

    /// Returns the content of the image resource that contains the data sets.
    private static func resource(in bytes: [UInt8]) -> Data? {
        var index = 0
        while index + 12 <= bytes.count, bytes[index..<index + 4].elementsEqual(Array("8BIM".utf8))
        {
            let kind = Int(bytes[index + 4]) << 8 | Int(bytes[index + 5])
            // Skip the name with its length byte, padded to an even number of bytes.
            let start = index + 6 + (Int(bytes[index + 6]) + 2) / 2 * 2
            guard start + 4 <= bytes.count else { return nil }
            let count = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            guard count <= bytes.count - start - 4 else { return nil }
            if kind == 0x0404 { return Data(bytes[start + 4..<start + 4 + count]) }
            index = start + 4 + (count + 1) / 2 * 2
        }
        return nil
    }
}

/// The texts in an XMP packet (ISO 16684-1).
///
/// The packet is not parsed as XML. The values of attributes and elements with the conventional
/// prefixes are found by their names. Packets in UTF-16 are ignored.
struct XMPText {
    private let text: String

    /// The maximum number of bytes to search.
    private static let byteLimit = 1 << 20
    /// The maximum number of values of one property.
    private static let limit = 200

    /// Creates a packet from the first MiB of `packet`.
    init(_ packet: Data) {
        text = Self.withoutComments(
            String(decoding: packet.prefix(Self.byteLimit), as: UTF8.self)
        )
    }

    /// Returns a text without comments, and with character data as plain text.
    private static func withoutComments(_ text: String) -> String {
        var plain = ""
        var rest = text[...]
        while let start = rest.range(of: "<!") {
            let isComment = rest[start.upperBound...].hasPrefix("--")
            let isData = rest[start.upperBound...].hasPrefix("[CDATA[")
            plain += rest[..<start.lowerBound]
            rest = rest[start.upperBound...]
            guard isComment || isData else { continue }
            rest = rest.dropFirst(isData ? 7 : 2)
            let end = rest.range(of: isData ? "]]>" : "-->")
            if isData {
                plain += rest[..<(end?.lowerBound ?? rest.endIndex)]
                    .replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            }
            rest = end.map { rest[$0.upperBound...] } ?? ""
        }
        return plain + rest
    }

    /// Returns the non-empty values of a property.
    ///
    /// - Parameter name: The name of the property, such as "dc:subject".
    /// - Returns: The values, in their order, but that of the default language first.
    func values(of name: String) -> [String] {
        if let element = content(of: name, in: text[...]) {
            var items: [String] = []
            var rest = element
            while items.count < Self.limit, let item = content(of: "rdf:li", in: rest) {
                let isDefault = rest[..<item.startIndex].hasSuffix("\"x-default\">")
                items.insert(Self.decoded(item), at: isDefault ? 0 : items.count)
                rest = rest[item.endIndex...]
            }
            if items.isEmpty, !element.contains("<") { items = [Self.decoded(element)] }
            return items.filter { !$0.isEmpty }
        }
        return attribute(name).map { [$0] } ?? []
    }

    /// Returns the content of the first element with a name, or `nil` if it is missing or empty.
    private func content(of name: String, in text: Substring) -> Substring? {
        var rest = text
        while let start = rest.range(of: "<\(name)") {
            rest = rest[start.upperBound...]
            // The name must end here, because a longer name may start in the same way.
            guard let next = rest.first, next.isWhitespace || next == ">" else { continue }
            guard let open = rest.firstIndex(of: ">"), rest[..<open].last != "/",
                let end = rest.range(of: "</\(name)>")
            else { return nil }
            let first = rest.index(after: open)
            return first <= end.lowerBound ? rest[first..<end.lowerBound] : nil
        }
        return nil
    }

    /// Returns the value of the first attribute with a name.
    private func attribute(_ name: String) -> String? {
        let starts = [" ", "\n", "\t", "\r\n"].lazy.compactMap { text.range(of: "\($0)\(name)=") }
        guard let start = starts.first, let quote = text[start.upperBound...].first,
            quote == "\"" || quote == "'"
        else { return nil }
        let value = text[start.upperBound...].dropFirst().prefix { $0 != quote }
        let decoded = Self.decoded(value)
        return decoded.isEmpty ? nil : decoded
    }

    /// Replaces character references, and removes surrounding white space.
    private static func decoded(_ value: Substring) -> String {
        CharacterReferences.decoded(value).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
