import Foundation

/// An item of a HEIC file: its type and the ranges of its bytes.
struct HEICItem: Sendable {
    /// The content of an `infe` box.
    fileprivate struct Entry {
        /// The type of the item, which has four characters.
        let type: String
        /// Whether the item has the content type of XMP and no content encoding.
        let isXMP: Bool
        /// The range of the name, without the zero byte at its end.
        let name: Range<Int>
    }

    /// The type, which has four characters, such as `hvc1`, `grid`, `Exif` or `mime`.
    let type: String
    /// Whether the item is an uncompressed XMP packet.
    let isXMP: Bool
    /// The range of the item's name in the file, which no decoder needs.
    let name: Range<Int>
    /// The ranges of the item's bytes in the file, in order.
    ///
    /// The list is empty if the item has no location.
    let extents: [Range<Int>]

    /// Reads the items that `iinf` lists and `iloc` locates, by ID.
    ///
    /// - Throws: ``PictureError/damaged(_:)`` if the structure is invalid.
    static func items(
        in file: Data,
        _ boxes: [HEICBox]
    ) throws(PictureError) -> [Int: HEICItem] {
        let content = { (type: String) in boxes.first { $0.type == type }?.content }
        guard let list = content("iinf"), let locations = content("iloc") else { return [:] }
        let entries = try entries(in: file, list)
        var reader = HEICLocationReader(file, locations, idat: content("idat"))
        let extents = try reader.extents()
        return entries.reduce(into: [:]) { items, entry in
            items[entry.key] = HEICItem(
                type: entry.value.type,
                isXMP: entry.value.isXMP,
                name: entry.value.name,
                extents: extents[entry.key] ?? []
            )
        }
    }

    /// Reads the `infe` boxes of `iinf` by item ID (14496-12, section 8.11.6).
    private static func entries(
        in file: Data,
        _ list: Range<Int>
    ) throws(PictureError) -> [Int: Entry] {
        var reader = ByteReader(file[list], pastEnd: .damaged(.heic))
        let head = try reader.byte() == 0 ? 6 : 8
        guard list.count >= head else { throw .damaged(.heic) }
        var entries: [Int: Entry] = [:]
        for box in try HEICBox.all(in: file, list.lowerBound + head..<list.upperBound)
        where box.type == "infe" {
            var entry = box.reader(in: file)
            let version = try entry.byte()
            // Older versions have no item types.
            guard version >= 2 else { continue }
            try entry.skip(3)
            let id = try entry.bigEndian(version == 2 ? 2 : 4)
            try entry.skip(2)
            let type = try entry.fourCharacters()
            let texts = try entry.data(entry.remaining)
            entries[id] = Entry(
                type: type,
                isXMP: type == "mime" && isXMP(texts),
                name: texts.startIndex..<(texts.firstIndex(of: 0) ?? texts.endIndex)
            )
        }
        return entries
    }

    /// Returns whether the strings after the item's name are the content type of XMP and an empty
    /// content encoding.
    ///
    /// Each string ends with a null byte.
    private static func isXMP(_ texts: Data) -> Bool {
        let parts = texts.split(separator: 0, omittingEmptySubsequences: false).dropFirst()
        return parts.first == Data("application/rdf+xml".utf8)
            && parts.dropFirst().allSatisfy(\.isEmpty)
    }
}

/// Reads the `iloc` box, which lists the extents of all items (14496-12, section 8.11.3).
///
/// An extent is a range of the file or of the `idat` box. A small file could declare millions of
/// extents, so their number is limited, and each must lie within the file or the box.
private struct HEICLocationReader {
    /// The bytes of the file.
    private let file: Data
    /// The content of the `idat` box, if it exists.
    private let idat: Range<Int>?
    /// The content of `iloc`.
    private var reader: ByteReader
    /// The version of the box, 0 to 2, which determines the sizes of IDs.
    private var version: UInt8 = 0
    /// The sizes in bytes of four numbers in each entry: offset, length, base offset and index.
    private var lengths: [Int] = []

    /// Reads the content of an `iloc` box.
    init(_ file: Data, _ content: Range<Int>, idat: Range<Int>?) {
        self.file = file
        self.idat = idat
        reader = ByteReader(file[content], pastEnd: .damaged(.heic))
    }

    /// Returns the extents of all items by ID.
    ///
    /// - Throws: ``PictureError/damaged(_:)`` if the box is invalid or has too many items or
    ///   extents.
    mutating func extents() throws(PictureError) -> [Int: [Range<Int>]] {
        version = try reader.byte()
        try reader.skip(3)
        let sizes = try reader.bigEndian(2)
        lengths = [sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15, version == 0 ? 0 : sizes & 15]
        guard version <= 2, lengths.allSatisfy({ [0, 4, 8].contains($0) }) else {
            throw .damaged(.heic)
        }
        let wide = version == 2 ? 4 : 2
        var extents: [Int: [Range<Int>]] = [:]
        var parts = 0
        for _ in 0..<(try reader.bigEndian(wide)) {
            let id = try reader.bigEndian(wide)
            let item = try item()
            parts += 1 + item.count
            guard parts <= 2 * HEICBox.limit else { throw .damaged(.heic) }
            extents[id, default: []] += item
        }
        return extents
    }

    /// Reads the extents of one item, starting after its ID.
    private mutating func item() throws(PictureError) -> [Range<Int>] {
        let method = version == 0 ? 0 : try reader.bigEndian(2) & 15
        try reader.skip(2)
        let base = try reader.bigEndian(lengths[2])
        var extents: [Range<Int>] = []
        let count = try reader.bigEndian(2)
        // Without offsets and lengths, all extents would be the same.
        guard count <= 1 || lengths[0] + lengths[1] > 0 else { throw .damaged(.heic) }
        for _ in 0..<count {
            try reader.skip(lengths[3])
            let offset = try reader.bigEndian(lengths[0])
            let length = try reader.bigEndian(lengths[1])
            extents.append(try range(base, offset: offset, length: length, method: method))
        }
        return extents
    }

    /// Returns the range of an extent in the file (method 0) or in `idat` (method 1).
    ///
    /// A length of 0 means up to the end.
    private func range(
        _ base: Int,
        offset: Int,
        length: Int,
        method: Int
    ) throws(PictureError) -> Range<Int> {
        guard method <= 1, let bounds = method == 0 ? 0..<file.count : idat else {
            throw .damaged(.heic)
        }
        let (start, overflow) = base.addingReportingOverflow(offset)
        guard !overflow, start <= bounds.count else { throw .damaged(.heic) }
        let rest = bounds.count - start
        guard length <= rest else { throw .damaged(.heic) }
        let first = bounds.lowerBound + start
        return first..<first + (length == 0 ? rest : length)
    }
}

/// A box of the ISO base media file format (ISO/IEC 14496-12, section 4.2) and its position in the
/// file.
///
/// Only the position is stored, because the parser that understands the type reads the content.
/// Sizes have 32 or 64 bits; a size of 0 means that the box extends to the end of its parent.
struct HEICBox: Sendable {
    /// The maximum number of boxes in a list, of items, and of extents.
    ///
    /// Even a photo that is stored as tiles has far fewer.
    static let limit = 1 << 16

    /// The type, which has four characters.
    let type: String
    /// The range of the type in the file.
    let typeRange: Range<Int>
    /// The range of the content, after the type and the size.
    let content: Range<Int>

    /// Reads the next box from a reader of the file, or of a part of it.
    ///
    /// - Throws: ``PictureError/damaged(_:)`` if the size is smaller than the box's own header, or
    ///   the reader's fault if the box extends past the reader's end.
    init(reading reader: inout ByteReader) throws(PictureError) {
        let size = try reader.bigEndian(4)
        let start = reader.position
        type = try reader.fourCharacters()
        typeRange = start..<reader.position
        let length =
            switch size {
            case 0: reader.remaining
            case 1: try reader.bigEndian(8) - 16
            default: size - 8
            }
        guard length >= 0 else { throw .damaged(.heic) }
        let contentStart = reader.position
        try reader.skip(length)
        content = contentStart..<reader.position
    }

    /// Reads all boxes in a part of the file.
    ///
    /// - Throws: ``PictureError/damaged(_:)`` if a box is invalid or their number exceeds
    ///   ``limit``.
    static func all(in file: Data, _ part: Range<Int>) throws(PictureError) -> [HEICBox] {
        var reader = ByteReader(file[part], pastEnd: .damaged(.heic))
        var boxes: [HEICBox] = []
        while reader.remaining > 0 {
            let box = try HEICBox(reading: &reader)
            guard boxes.count < limit else { throw .damaged(.heic) }
            boxes.append(box)
        }
        return boxes
    }

    /// Returns the first box of the given type among the unread boxes.
    static func first(
        _ type: String,
        in reader: ByteReader
    ) throws(PictureError) -> HEICBox? {
        var reader = reader
        while reader.remaining > 0 {
            let box = try HEICBox(reading: &reader)
            if box.type == type { return box }
        }
        return nil
    }

    /// Returns a reader of the content.
    func reader(in file: Data) -> ByteReader {
        ByteReader(file[content], pastEnd: .damaged(.heic))
    }
}
