package import Foundation

/// Stripping HEIC overwrites bytes in place.
///
/// Items are located by offsets in the file, and so are the parts of other boxes; moving a byte
/// would invalidate them. So metadata becomes zeros of the same length, and boxes that are not
/// needed become free space.
extension HEICFile {
    /// The boxes of a file with still pictures.
    private static let needed: Set<String> = ["ftyp", "meta", "mdat"]

    /// The boxes in `meta` that describe items: their handler, types, places, relations, properties
    /// and groups, and small data.
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

    /// Overwrites everything that a still picture does not need with zeros.
    ///
    /// That is every byte that belongs to no picture, and the content of unknown boxes. Exif and XMP
    /// get the smallest valid content.
    ///
    /// No byte moves, so every offset in the file stays valid.
    ///
    /// - Parameter orientation: ignored; the properties of the file rotate the picture.
    /// - Returns: a file of the same length.
    /// - Throws: ``PictureFault/damaged(_:)``.
    package func stripped(_ orientation: Orientation) throws(PictureFault) -> Data {
        try requireComplete()
        var stripped = content
        for extent in metadata + unused + needless.map(\.content) {
            stripped.replaceSubrange(extent, with: Data(count: extent.count))
        }
        for replacement in replacements {
            stripped.replaceSubrange(replacement.extent, with: replacement.content)
        }
        // Readers skip boxes of the type `free`.
        for box in needless { stripped.replaceSubrange(box.typeRange, with: Data("free".utf8)) }
        return stripped
    }

    /// The boxes that a still picture does not need, such as those of a video: every `meta` but the
    /// first, and unknown boxes and properties in that one.
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

    /// The empty content of the Exif and XMP items, in the order of their IDs.
    ///
    /// Pillow and others fail at items of zeros. An item in several extents, or too short for its
    /// replacement, gets none.
    private var replacements: [(extent: Range<Int>, content: Data)] {
        sortedItems.compactMap { item in
            guard let extent = item.extents.first, item.extents.count == 1,
                let content = Self.replacement(of: item, count: extent.count)
            else { return nil }
            return (extent, content)
        }
    }

    /// The empty content of an Exif or XMP item, padded to its length; `nil` for other items.
    private static func replacement(of item: HEICItem, count: Int) -> Data? {
        let isExif = item.type == "Exif"
        guard isExif || item.isXMP else { return nil }
        let content = isExif ? emptyExif : emptyXMP
        guard content.count <= count else { return nil }
        // White space may follow XML.
        return content + Data(repeating: isExif ? 0 : 0x20, count: count - content.count)
    }

    /// An Exif item with an upright orientation, since the file's properties rotate the picture.
    private static var emptyExif: Data { Data(count: 4) + Exif.block(.upright) }

    /// The shortest packet that readers of RDF accept.
    private static var emptyXMP: Data {
        Data((#"<rdf:RDF"# + #" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>"#).utf8)
    }
}
