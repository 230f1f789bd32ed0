package import Foundation

/// Strips metadata from HEIC files by overwriting it in place.
///
/// Offsets in the file locate the items and the parts of other boxes, so moving a byte would
/// invalidate them. Metadata is therefore overwritten with zeros, and unneeded boxes become free
/// space.
extension HEICFile {
    /// The top-level boxes that a still picture needs.
    private static let needed: Set<String> = ["ftyp", "meta", "mdat"]

    /// The boxes in `meta` that describe items: their handler, types, locations, relations,
    /// properties and groups, and small data.
    private static let neededInMeta: Set<String> = [
        "hdlr", "pitm", "iloc", "iinf", "iref", "iprp", "grpl", "idat", "dinf",
    ]

    /// The properties that determine how a picture is decoded and shown.
    ///
    /// Other properties describe the picture, such as its title (`udes`) or the time at which it was
    /// taken (`crtt`).
    private static let neededProperties: Set<String> = [
        "ispe", "pixi", "colr", "pasp", "clap", "irot", "imir", "hvcC", "lhvC", "av1C", "auxC",
        "rloc", "lsel", "oinf", "tols", "a1op", "a1lx", "clli", "mdcv", "cclv", "amve", "reve",
        "ndwt", "iscl",
    ]

    /// Overwrites everything that a still picture does not need.
    ///
    /// Every byte that is not part of a picture becomes zero, and so does the content of unknown
    /// boxes. Exif and XMP items receive the smallest valid content. The names of items become
    /// spaces, because other texts follow the zero byte that ends a name.
    ///
    /// No byte moves, so every offset in the file stays valid.
    ///
    /// - Parameter orientation: Ignored, because the properties in the file already rotate the
    ///   picture.
    /// - Returns: A file of the same length.
    /// - Throws: ``PictureError/damaged(_:)`` if the structure is invalid.
    package func stripped(_ orientation: Orientation) throws(PictureError) -> Data {
        try requireComplete()
        var stripped = content
        for extent in metadata + unused + needless.map(\.content) + handlerNames {
            stripped.replaceSubrange(extent, with: Data(count: extent.count))
        }
        for name in items.values.map(\.name) {
            stripped.replaceSubrange(name, with: Data(repeating: 0x20, count: name.count))
        }
        for replacement in replacements {
            stripped.replaceSubrange(replacement.extent, with: replacement.content)
        }
        // Readers skip boxes of the `free` type.
        for box in needless { stripped.replaceSubrange(box.typeRange, with: Data("free".utf8)) }
        return stripped
    }

    /// The boxes that a still picture does not need, such as those of a video.
    ///
    /// They include every `meta` box except the first, and the unknown boxes and properties in the
    /// first.
    private var needless: [HEICBox] {
        let meta = boxes.first { $0.type == "meta" }
        let properties = metaBoxes.first { $0.type == "iprp" }
        let list = propertyBoxes.lists.first { $0.type == "ipco" }
        let needless =
            boxes.filter { box in
                !Self.needed.contains(box.type)
                    || box.type == "meta" && box.typeRange != meta?.typeRange
            }
            + metaBoxes.filter { box in
                !Self.neededInMeta.contains(box.type)
                    || box.type == "iprp" && box.typeRange != properties?.typeRange
            }
        return needless
            + propertyBoxes.lists.filter { $0.type != "ipma" && $0.typeRange != list?.typeRange }
            + propertyBoxes.properties.filter { !Self.neededProperties.contains($0.type) }
    }

    /// The ranges of the names at the end of `hdlr` boxes, after six numbers (14496-12, section
    /// 8.4.3).
    private var handlerNames: [Range<Int>] {
        metaBoxes.filter { $0.type == "hdlr" && $0.content.count > 24 }
            .map { $0.content.dropFirst(24) }
    }

    /// The minimal content for each Exif and XMP item, in the order of their IDs.
    ///
    /// Pillow and other decoders fail on items filled with zeros. Even so, an item is filled with
    /// zeros if it is too short for its replacement.
    private var replacements: [(extent: Range<Int>, content: Data)] {
        sortedItems.flatMap { item -> [(extent: Range<Int>, content: Data)] in
            let count = item.extents.reduce(0) { $0 + $1.count }
            guard var rest = Self.replacement(of: item, count: count) else { return [] }
            return item.extents.map { extent in
                defer { rest = rest.dropFirst(extent.count) }
                return (extent, rest.prefix(extent.count))
            }
        }
    }

    /// Returns minimal content for an Exif or XMP item, padded to its length, or `nil` for other
    /// items.
    private static func replacement(of item: HEICItem, count: Int) -> Data? {
        let isExif = item.type == "Exif"
        guard isExif || item.isXMP else { return nil }
        let content = isExif ? emptyExif : emptyXMP
        guard content.count <= count else { return nil }
        // XMP is padded with spaces because white space may follow XML.
        return content + Data(repeating: isExif ? 0 : 0x20, count: count - content.count)
    }

    /// The content of an Exif item with an upright orientation, since the properties in the file
    /// rotate the picture.
    private static var emptyExif: Data { Data(count: 4) + Exif.block(.upright) }

    /// The shortest XMP packet that readers of RDF accept.
    private static var emptyXMP: Data {
        Data((#"<rdf:RDF"# + #" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>"#).utf8)
    }
}
