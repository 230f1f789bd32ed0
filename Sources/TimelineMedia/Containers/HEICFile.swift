import Foundation
import TimelineCore

/// Where the parts of a HEIC file lie, counted in bytes from its start.
struct HEICFile {
    /// A box: its type, where the type's four letters lie, and what it holds.
    struct Box {
        let type: String
        let name: Range<Int>
        let content: Range<Int>

        /// Whether it has the type of a box that is to be there only once, and is not that one.
        fileprivate func isAnother(than box: Box?) -> Bool {
            type == box?.type && name != box?.name
        }
    }

    /// The items that are metadata: Exif, and XMP among the `mime` ones.
    private static let metadataTypes: Set<String> = ["Exif", "mime", "uri "]

    /// What a file of still pictures consists of.
    private static let needed: Set<String> = ["ftyp", "meta", "mdat"]

    /// What tells of its items: their handler, places, types, relations, properties and groups, and small data.
    private static let neededInside: Set<String> = [
        "hdlr", "pitm", "iloc", "iinf", "iref", "iprp", "grpl", "idat", "dinf",
    ]

    /// The most boxes in a row, items or extents: many times what a photo cut into tiles has.
    static let partLimit = 1 << 16

    private let file: Data
    private let boxes: [Box]
    /// The boxes in the first `meta`.
    private let inside: [Box]
    private let items: [Int: HEICItem]

    /// Reads the boxes of a file whose header is read already.
    init(reading content: Data) throws(PhotoFault) {
        // Indices from 0, as the file itself counts.
        file = Data(content)
        boxes = try Self.boxes(in: file, 0..<file.count)
        guard let meta = boxes.first(where: { $0.type == "meta" }) else { throw .damaged(.heic) }
        inside = try HEICItem.boxes(in: file, meta.content)
        items = try HEICItem.items(in: file, inside)
        try checkMetadata()
    }

    /// The boxes that a still picture does not need, such as of a video: all but the first of `meta`, and what is
    /// not known to be needed in that.
    var needless: [Box] {
        let meta = boxes.first { $0.type == "meta" }
        return boxes.filter { !Self.needed.contains($0.type) || $0.isAnother(than: meta) }
            + inside.filter { !Self.neededInside.contains($0.type) }
    }

    /// Refuses metadata that lies where the file says what it consists of, or on itself many times over.
    private func checkMetadata() throws(PhotoFault) {
        let places = boxes.filter { $0.type == "mdat" } + inside.filter { $0.type == "idat" }
        let isApart = metadata.allSatisfy { extent in
            places.contains {
                $0.content.lowerBound <= extent.lowerBound
                    && extent.upperBound <= $0.content.upperBound
            }
        }
        guard isApart, metadata.reduce(0, { $0 + $1.count }) <= file.count else {
            throw .damaged(.heic)
        }
    }

    /// The places of the items that are metadata.
    var metadata: [Range<Int>] {
        items.values.filter { Self.metadataTypes.contains($0.type) }.flatMap(\.extents)
    }

    /// What replaces the Exif and XMP items when they are stripped, in the order of their IDs.
    ///
    /// Pillow and others fail at items of zeros. An item in several extents, or too short for its replacement, has none.
    var replacements: [(place: Range<Int>, content: Data)] {
        items.sorted { $0.key < $1.key }
            .compactMap { _, item in
                guard let place = item.extents.first, item.extents.count == 1,
                    let content = Self.replacement(of: item, count: place.count)
                else { return nil }
                return (place, content)
            }
    }

    private static func replacement(of item: HEICItem, count: Int) -> Data? {
        let isExif = item.type == "Exif"
        guard isExif || item.isXMP else { return nil }
        let content = isExif ? emptyExif : emptyXMP
        guard content.count <= count else { return nil }
        // White space may follow XML.
        return content + Data(repeating: isExif ? 0 : 0x20, count: count - content.count)
    }

    /// An Exif item whose block only says that the picture is upright, since properties turn it.
    private static var emptyExif: Data { Data(count: 4) + Exif.block(.upright) }

    private static var emptyXMP: Data {
        Data(#"<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>"#.utf8)
    }

    /// The Exif block, after a number that tells where in it the TIFF structure starts (23008-12, annex A.2.1).
    var exif: Data? {
        guard let item = items.values.first(where: { $0.type == "Exif" }) else { return nil }
        let content = item.extents.reduce(into: Data()) { $0 += file[$1] }
        guard content.count > 4 else { return nil }
        let start = content.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        return start < content.count - 4 ? Data(content.dropFirst(4 + start)) : nil
    }

    /// The items that may be XMP packets.
    var xmp: [Data] {
        items.values.filter { $0.type == "mime" }
            .map { item in item.extents.reduce(into: Data()) { $0 += file[$1] } }
    }

    /// The boxes that lie one after another in a part of the file (14496-12, section 4.2).
    static func boxes(in file: Data, _ part: Range<Int>) throws(PhotoFault) -> [Box] {
        var reader = ByteReader(file[part], pastEnd: .damaged(.heic))
        var boxes: [Box] = []
        while reader.remaining > 0 {
            let start = part.upperBound - reader.remaining
            let size = try reader.bigEndian(4)
            let type = try reader.fourCharacters()
            let whole =
                switch size {
                case 0: part.upperBound - start
                case 1: try reader.bigEndian(8)
                default: size
                }
            let head = size == 1 ? 16 : 8
            guard whole >= head, boxes.count < partLimit else { throw .damaged(.heic) }
            try reader.skip(whole - head)
            boxes.append(
                Box(
                    type: type,
                    name: start + 4..<start + 8,
                    content: start + head..<start + whole
                )
            )
        }
        return boxes
    }
}
