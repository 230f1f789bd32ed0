package import Foundation

/// The texts and the date in a picture's metadata: Exif, XMP and IPTC.
///
/// Only the first MiB of each block is searched for texts. Malformed values are treated as missing.
package struct PictureNotes: Hashable, Sendable {
    /// The date on which the picture was taken, as "2018:05:01 12:00:00" or in ISO 8601.
    package private(set) var date: String?
    /// The offset of ``date`` from UTC, such as "+02:00", if it is stored separately.
    package private(set) var offset: String?
    /// The caption.
    package private(set) var caption: String?
    /// The description for people who cannot see the picture.
    package private(set) var alt: String?
    /// The keywords, in their order.
    package private(set) var keywords: [String] = []

    /// Reads the metadata of a picture.
    ///
    /// The date is taken from Exif if present. For texts, XMP takes precedence over IPTC, and IPTC
    /// over Exif.
    package init(of picture: PictureFile) {
        let (exif, packets, iptc) = picture.format.blocks
        for packet in packets { add(PictureNotes(xmp: packet)) }
        if let iptc { add(PictureNotes(iptc: iptc)) }
        guard let exif = exif.flatMap(Exif.init) else { return }
        if let original = exif.originalDate {
            (date, offset) = (original, exif.originalOffset)
        }
        caption = caption ?? exif.imageDescription
    }

    /// Reads an XMP packet, such as the content of a sidecar file.
    package init(xmp packet: Data) {
        let xmp = XMPText(packet)
        let dates = ["exif:DateTimeOriginal", "photoshop:DateCreated", "xmp:CreateDate"]
        date = dates.lazy.compactMap { xmp.values(of: $0).first }.first
        let captions = ["dc:description", "dc:title"]
        caption = captions.lazy.compactMap { xmp.values(of: $0).first }.first
        alt = xmp.values(of: "Iptc4xmpCore:AltTextAccessibility").first
        keywords = xmp.values(of: "dc:subject")
    }

    /// Reads IPTC data sets (IPTC-IIM 4.2).
    init(iptc: Data) {
        let sets = IPTC(iptc)
        caption = sets.texts(record: 2, number: 120).first
        keywords = sets.texts(record: 2, number: 25)
        if let day = sets.texts(record: 2, number: 55).first, day.utf8.count == 8 {
            let time = sets.texts(record: 2, number: 60).first ?? "120000+0000"
            date = Self.date(day: day, time: time)
        }
    }

    /// Fills in missing values from other notes.
    package mutating func add(_ other: PictureNotes) {
        if date == nil { (date, offset) = (other.date, other.offset) }
        caption = caption ?? other.caption
        alt = alt ?? other.alt
        if keywords.isEmpty { keywords = other.keywords }
    }

    /// Converts a date such as "20180501" and a time such as "120000+0200" to ISO 8601.
    private static func date(day: String, time: String) -> String? {
        let (day, time) = (Array(day), Array(time))
        guard time.count >= 6 else { return nil }
        func part(_ text: [Character], _ range: Range<Int>) -> String { String(text[range]) }
        return "\(part(day, 0..<4))-\(part(day, 4..<6))-\(part(day, 6..<8))"
            + "T\(part(time, 0..<2)):\(part(time, 2..<4)):\(part(time, 4..<6))"
            + String(time.dropFirst(6))
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
