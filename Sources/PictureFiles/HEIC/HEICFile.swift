package import Foundation

/// The boxes and items of a HEIC file (HEIF, ISO/IEC 23008-12, in the boxes of ISO/IEC 14496-12).
///
/// Parsing checks everything up to the end of the first `meta` box. The first fault after it, or in
/// the items, is recorded.
///
/// A HEIC file is a list of boxes. `ftyp` states the brands, `meta` describes the items (pictures,
/// tiles of a grid, Exif, XMP), and `mdat` contains their bytes. The size of the picture is a
/// property in `meta`; nothing in this module reads the coded pixels.
///
/// ```
/// ftyp  brands
/// meta
///     hdlr  the handler of the items: pict
///     pitm  the ID of the primary item
///     iinf  the type of each item: hvc1, grid, Exif, mime, …
///     iloc  the extents of each item in the file
///     iref  the relations of items: tiles of a grid, thumbnails
///     iprp
///         ipco  properties: ispe (size), irot, clap, hvcC, colr, …
///         ipma  the properties of each item
/// mdat  the bytes of the items
/// ```
package struct HEICFile: PictureContainer {
    /// The types of items that a decoder may need: coded pictures, and pictures derived from
    /// others.
    ///
    /// Thumbnails, tiles and auxiliary pictures have these types, too. Every other item is metadata
    /// or unknown; XMP, for example, is a `mime` item.
    private static let pictureTypes: Set<String> = [
        "hvc1", "lhv1", "av01", "grid", "iovl", "iden", "tmap",
    ]

    /// The bytes of the file.
    ///
    /// Ranges are offsets from its start.
    package let content: Data
    /// The size of the primary picture as decoders show it, after cropping (`clap`) and rotation.
    package let storedSize: PixelSize
    /// The boxes of the file.
    private(set) var boxes: [HEICBox]
    /// The boxes in the first `meta`.
    let metaBoxes: [HEICBox]
    /// The boxes in `iprp`, and those in its first `ipco`.
    ///
    /// Both lists are empty if a box is damaged.
    private(set) var propertyBoxes: (lists: [HEICBox], properties: [HEICBox]) = ([], [])
    /// The items by ID, or empty if one of them is damaged.
    private(set) var items: [Int: HEICItem] = [:]
    /// The first fault after the header or in the items.
    private var fault: PictureError?

    /// Parses a file with an `ftyp` box at its start.
    ///
    /// - Throws: `unknownFormat` if the brand or the coding is not supported, `truncated` if `meta`
    ///   is missing, or `damaged`.
    package init(reading content: Data) throws(PictureError) {
        let file = content.zeroBased
        self.content = file
        var reader = ByteReader(file, pastEnd: .truncated(.heic))
        let type = try HEICBox(reading: &reader)
        let brand = try HEICBrand(reading: type.reader(in: file))
        guard brand != .other else { throw .unknownFormat }
        boxes = [type]
        var meta = type
        while meta.type != "meta" {
            guard reader.remaining > 0 else { throw .truncated(.heic) }
            meta = try HEICBox(reading: &reader)
            if boxes.count < HEICBox.limit { boxes.append(meta) } else { fault = .damaged(.heic) }
        }
        // A version and flags precede the boxes.
        guard meta.content.count >= 4 else { throw .damaged(.heic) }
        metaBoxes = try HEICBox.all(
            in: file,
            meta.content.lowerBound + 4..<meta.content.upperBound
        )
        storedSize = try Self.size(metaBoxes, brand: brand, in: file)
        readRest(from: reader.position)
    }

    /// The orientation, which is always upright, because decoders apply the rotation stated in the
    /// file and ignore Exif's orientation (23008-12, annex A.2.1).
    package var orientation: Orientation { .upright }

    /// Throws the first fault after the header or in the items.
    ///
    /// - Throws: ``PictureError/damaged(_:)`` if the structure is invalid.
    package func requireComplete() throws(PictureError) {
        if let fault { throw fault }
    }

    /// Returns the size of the primary item, or the largest size if the primary item has none.
    private static func size(
        _ boxes: [HEICBox],
        brand: HEICBrand,
        in file: Data
    ) throws(PictureError) -> PixelSize {
        guard let box = boxes.first(where: { $0.type == "iprp" }) else { throw .damaged(.heic) }
        let properties = try HEICProperties(reading: box, in: file)
        guard brand == .hevc || properties.haveHEVC else { throw .unknownFormat }
        var size: PixelSize?
        if let box = boxes.first(where: { $0.type == "pitm" }) {
            size = try properties.size(of: primaryItem(box.reader(in: file)), in: file)
        }
        guard let size = size ?? properties.largestSize else { throw .damaged(.heic) }
        return size
    }

    /// Reads the ID of the primary item (ISO/IEC 14496-12, section 8.11.4).
    static func primaryItem(_ content: ByteReader) throws(PictureError) -> Int {
        var content = content
        let version = try content.byte()
        try content.skip(3)
        return try content.bigEndian(version == 0 ? 2 : 4)
    }

    /// Reads the items and the boxes after `meta`, and records the first fault.
    private mutating func readRest(from position: Int) {
        guard fault == nil else { return }
        do throws(PictureError) {
            boxes += try HEICBox.all(in: content, position..<content.count)
            guard boxes.count <= HEICBox.limit else { throw .damaged(.heic) }
            if let container = metaBoxes.first(where: { $0.type == "iprp" }) {
                propertyBoxes.lists = try HEICBox.all(in: content, container.content)
            }
            if let list = propertyBoxes.lists.first(where: { $0.type == "ipco" }) {
                propertyBoxes.properties = try HEICBox.all(in: content, list.content)
            }
            items = try HEICItem.items(in: content, metaBoxes)
            try checkMetadata()
        } catch {
            fault = error
        }
    }

    /// Rejects metadata that overlaps the structure of the file, or that is larger in total than
    /// the file.
    private func checkMetadata() throws(PictureError) {
        let places = places
        var index = 0
        for extent in metadata.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            // The header of a box lies between any two places, so places are never adjacent.
            // Therefore, only one place can contain the extent.
            while index < places.count, places[index].upperBound < extent.lowerBound { index += 1 }
            guard index < places.count, places[index].lowerBound <= extent.lowerBound,
                extent.upperBound <= places[index].upperBound
            else { throw .damaged(.heic) }
        }
        guard metadata.reduce(0, { $0 + $1.count }) <= content.count else {
            throw .damaged(.heic)
        }
    }

    /// The ranges of the boxes that may contain the bytes of items, in the order of the file.
    private var places: [Range<Int>] {
        let boxes = boxes.filter { $0.type == "mdat" } + metaBoxes.filter { $0.type == "idat" }
        return boxes.map(\.content).sorted { $0.lowerBound < $1.lowerBound }
    }

    /// The extents of all items that are not pictures.
    var metadata: [Range<Int>] {
        items.values.filter { !Self.pictureTypes.contains($0.type) }.flatMap(\.extents)
    }

    /// The ranges of item data that are not part of any picture.
    ///
    /// They may contain unlisted items, or the video of a live photo.
    var unused: [Range<Int>] {
        let used = items.values.filter { Self.pictureTypes.contains($0.type) }.flatMap(\.extents)
            .sorted { $0.lowerBound < $1.lowerBound }
        var rest = used[...]
        var end = 0
        var unused: [Range<Int>] = []
        for place in places {
            var start = max(place.lowerBound, end)
            while let extent = rest.first, extent.lowerBound < place.upperBound {
                if start < extent.lowerBound { unused.append(start..<extent.lowerBound) }
                end = max(end, extent.upperBound)
                start = max(start, end)
                rest.removeFirst()
            }
            if start < place.upperBound { unused.append(start..<place.upperBound) }
        }
        return unused
    }

    /// The Exif block, without the offset field at the start of its item (23008-12, annex A.2.1).
    ///
    /// If the file contains several, this is the block with the lowest item ID.
    package var exif: Data? {
        guard let item = sortedItems.first(where: { $0.type == "Exif" }) else { return nil }
        let bytes = self.bytes(of: item)
        guard bytes.count > 4 else { return nil }
        let start = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        return start < bytes.count - 4 ? Data(bytes.dropFirst(4 + start)) : nil
    }

    /// The contents of the `mime` items in the order of their IDs.
    ///
    /// One of them may be an XMP packet.
    package var xmp: [Data] { sortedItems.filter { $0.type == "mime" }.map(bytes) }

    /// A copy without the relations between items that the primary picture does not need, or `nil`
    /// if there are none: thumbnails, auxiliary pictures, and the pictures that metadata describe.
    ///
    /// Only the derivation of pictures from others, such as tiles, remains (`dimg`). Other relations
    /// receive the type `free`, which has no meaning, so no byte moves. libheif before 1.18 rejects
    /// files in which metadata or an auxiliary picture belong to two items, as in those of iOS 18.
    package var withoutRelations: Data? {
        guard let box = metaBoxes.first(where: { $0.type == "iref" }), box.content.count >= 4,
            // A damaged list is left to the decoder.
            let relations = try? HEICBox.all(
                in: content,
                box.content.lowerBound + 4..<box.content.upperBound
            )
        else { return nil }
        let others = relations.filter { !["dimg", "free"].contains($0.type) }
        guard !others.isEmpty else { return nil }
        var copy = content
        for relation in others {
            copy.replaceSubrange(relation.typeRange, with: Data("free".utf8))
        }
        return copy
    }

    /// The items in the order of their IDs, so that results do not depend on the order of a
    /// dictionary.
    var sortedItems: [HEICItem] { items.sorted { $0.key < $1.key }.map(\.value) }

    /// Returns the bytes of an item, joined from its extents.
    private func bytes(of item: HEICItem) -> Data {
        item.extents.reduce(into: Data()) { $0 += content[$1] }
    }
}

/// The coding that a brand of a HEIF file promises (ISO/IEC 23008-12, annex B).
package enum HEICBrand {
    /// Pictures, or sequences of them, coded as HEVC.
    case hevc
    /// A structural brand, which allows any coding, such as that of AVIF.
    case structural
    /// Another format in the same boxes, such as AVIF or a video.
    case other

    /// Classifies one brand.
    package init(_ brand: String) {
        switch brand {
        case "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs": self = .hevc
        case "mif1", "msf1": self = .structural
        default: self = .other
        }
    }

    /// Reads the content of `ftyp`, and selects the most specific of its major and compatible
    /// brands.
    ///
    /// The version lies between the two.
    init(reading content: ByteReader) throws(PictureError) {
        var content = content
        var strongest = HEICBrand(try content.fourCharacters())
        try content.skip(4)
        while strongest != .hevc, content.remaining > 0 {
            let next = HEICBrand(try content.fourCharacters())
            strongest = next == .other ? strongest : next
        }
        self = strongest
    }
}
