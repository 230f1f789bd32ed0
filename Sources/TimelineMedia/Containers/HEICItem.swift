import Foundation
import TimelineCore

/// An item of a HEIC file: its type and where its bytes lie.
struct HEICItem {
    /// What an `infe` box says of an item.
    fileprivate struct Entry {
        let type: String
        let isXMP: Bool
    }

    let type: String
    /// Whether it is an uncompressed XMP packet.
    let isXMP: Bool
    let extents: [Range<Int>]

    /// The items that `iinf` lists and `iloc` locates, by their identifiers.
    static func items(
        in file: Data,
        _ boxes: [HEICFile.Box]
    ) throws(PhotoFault) -> [Int: HEICItem] {
        let content = { (type: String) in boxes.first { $0.type == type }?.content }
        guard let list = content("iinf"), let locations = content("iloc") else { return [:] }
        let entries = try entries(in: file, list)
        var reader = HEICLocationReader(file, locations, idat: content("idat"))
        let extents = try reader.extents()
        return entries.reduce(into: [:]) { items, entry in
            items[entry.key] = HEICItem(
                type: entry.value.type,
                isXMP: entry.value.isXMP,
                extents: extents[entry.key] ?? []
            )
        }
    }

    /// The boxes in `meta`, after its version and flags.
    static func boxes(
        in file: Data,
        _ meta: Range<Int>
    ) throws(PhotoFault) -> [HEICFile.Box] {
        guard meta.count >= 4 else { throw .damaged(.heic) }
        return try HEICFile.boxes(in: file, meta.lowerBound + 4..<meta.upperBound)
    }

    /// The `infe` boxes of `iinf` by the IDs of their items (14496-12, section 8.11.6).
    private static func entries(
        in file: Data,
        _ list: Range<Int>
    ) throws(PhotoFault) -> [Int: Entry] {
        var reader = ByteReader(file[list], pastEnd: .damaged(.heic))
        let head = try reader.byte() == 0 ? 6 : 8
        guard list.count >= head else { throw .damaged(.heic) }
        var entries: [Int: Entry] = [:]
        for box in try HEICFile.boxes(in: file, list.lowerBound + head..<list.upperBound)
        where box.type == "infe" {
            var entry = ByteReader(file[box.content], pastEnd: .damaged(.heic))
            let version = try entry.byte()
            // Older versions have no types.
            guard version >= 2 else { continue }
            try entry.skip(3)
            let id = try entry.bigEndian(version == 2 ? 2 : 4)
            try entry.skip(2)
            let type = try entry.fourCharacters()
            let rest = try entry.data(entry.remaining)
            entries[id] = Entry(type: type, isXMP: type == "mime" && isXMP(rest))
        }
        return entries
    }

    /// Whether the content type and the empty content encoding of XMP follow an item's name; each ends with a zero.
    private static func isXMP(_ texts: Data) -> Bool {
        let parts = texts.split(separator: 0, omittingEmptySubsequences: false).dropFirst()
        return parts.first == Data("application/rdf+xml".utf8)
            && parts.dropFirst().allSatisfy(\.isEmpty)
    }
}

/// Reads `iloc`, the places of the items (14496-12, section 8.11.3).
private struct HEICLocationReader {
    private let file: Data
    private let idat: Range<Int>?
    private var reader: ByteReader
    private var version: UInt8 = 0
    /// The lengths of the numbers: offset, length, base offset, index.
    private var lengths: [Int] = []

    init(_ file: Data, _ content: Range<Int>, idat: Range<Int>?) {
        self.file = file
        self.idat = idat
        reader = ByteReader(file[content], pastEnd: .damaged(.heic))
    }

    mutating func extents() throws(PhotoFault) -> [Int: [Range<Int>]] {
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
            guard parts <= 2 * HEICFile.partLimit else { throw .damaged(.heic) }
            extents[id, default: []] += item
        }
        return extents
    }

    private mutating func item() throws(PhotoFault) -> [Range<Int>] {
        let method = version == 0 ? 0 : try reader.bigEndian(2) & 15
        try reader.skip(2)
        let base = try reader.bigEndian(lengths[2])
        var extents: [Range<Int>] = []
        let count = try reader.bigEndian(2)
        // Many places without a length of their own would be the same one.
        guard count <= 1 || lengths[0] + lengths[1] > 0 else { throw .damaged(.heic) }
        for _ in 0..<count {
            try reader.skip(lengths[3])
            let offset = try reader.bigEndian(lengths[0])
            let length = try reader.bigEndian(lengths[1])
            extents.append(try range(base, offset, length, method))
        }
        return extents
    }

    /// A place in the file (method 0) or in `idat` (method 1); a length of 0 stands for all there is.
    private func range(
        _ base: Int,
        _ offset: Int,
        _ length: Int,
        _ method: Int
    ) throws(PhotoFault) -> Range<Int> {
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
