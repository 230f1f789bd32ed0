import Foundation
import Testing
import TimelineCore
import TimelineTestSupport

@Suite("HEIC headers")
struct PhotoHeaderHEICTests {
    private static func fileType(_ brands: String...) -> Data {
        let others = brands.joined()
        return PhotoBytes.box("ftyp", Data((brands[0] + "\0\0\0\0" + others).utf8))
    }

    private static func size(_ width: Int, _ height: Int) -> Data {
        PhotoBytes.box("ispe", Data(count: 4), PhotoBytes.big(width, 4), PhotoBytes.big(height, 4))
    }

    private static func aperture(_ width: Int, _ height: Int, by divisor: Int = 1) -> Data {
        let numbers = [width * divisor, divisor, height * divisor, divisor, 0, 1, 0, 1]
        return PhotoBytes.box("clap", numbers.reduce(Data()) { $0 + PhotoBytes.big($1, 4) })
    }

    private static func primary(_ item: Int) -> Data {
        PhotoBytes.box("pitm", Data(count: 4), PhotoBytes.big(item, 2))
    }

    /// Items of 16 bits and properties of 7 bits, or of 32 and 15 bits.
    private static func associations(wide: Bool = false, _ items: [(Int, [Int])]) -> Data {
        let length = wide ? 2 : 1
        let entries = items.map { item, places in
            places.reduce(PhotoBytes.big(item, 2 * length) + PhotoBytes.big(places.count, 1)) {
                $0 + PhotoBytes.big($1 | 1 << (8 * length - 1), length)
            }
        }
        let start = Data([wide ? 1 : 0, 0, 0, wide ? 1 : 0]) + PhotoBytes.big(items.count, 4)
        return PhotoBytes.box("ipma", entries.reduce(start, +))
    }

    private static let coding = PhotoBytes.box("hvcC", Data(count: 23))
    private static let turn = PhotoBytes.box("irot", Data([1]))
    private static let properties = PhotoBytes.box(
        "ipco",
        coding,
        size(512, 512),
        size(4_032, 3_024),
        turn,
        size(8_000, 6_000),
        aperture(4_000, 3_000, by: 2)
    )

    private static func meta(_ boxes: Data...) -> Data {
        boxes.reduce(Data(count: 4), +)
    }

    /// A grid of tiles, as phones write it, with a larger item next to it.
    private static let grid = meta(
        PhotoBytes.box("hdlr", Data(count: 24)),
        primary(49),
        PhotoBytes.box(
            "iprp",
            properties,
            associations([(1, [1, 2]), (49, [3, 4]), (50, [1, 5])])
        )
    )

    private static func expect(_ content: Data, _ width: Int, _ height: Int) throws {
        let header = try PhotoHeader(reading: content)
        #expect(header.mediaType == .heic)
        #expect(header.width == width)
        #expect(header.height == height)
    }

    @Test("The primary item's size, wherever the boxes are")
    func primaryItem() throws {
        let start = Self.fileType("heic", "mif1")
        let filler = PhotoBytes.box("mdat", Data(count: 50))
        let long = PhotoBytes.big(1, 4) + Data("free".utf8) + PhotoBytes.big(20, 8) + Data(count: 4)
        let open = PhotoBytes.big(0, 4) + Data("meta".utf8) + Self.grid
        try Self.expect(start + PhotoBytes.box("meta", Self.grid) + filler, 4_032, 3_024)
        try Self.expect(start + filler + long + PhotoBytes.box("meta", Self.grid), 4_032, 3_024)
        try Self.expect(start + open, 4_032, 3_024)
    }

    @Test(
        "Wide items and properties, after the first box of associations and before the primary item"
    )
    func wide() throws {
        let meta = Self.meta(
            PhotoBytes.box(
                "iprp",
                Self.properties,
                Self.associations([(1, [1, 5])]),
                Self.associations(wide: true, [(2, [1]), (70_000, [4, 3])])
            ),
            PhotoBytes.box("pitm", Data([1, 0, 0, 0]), PhotoBytes.big(70_000, 4))
        )
        try Self.expect(Self.fileType("heix") + PhotoBytes.box("meta", meta), 4_032, 3_024)
    }

    @Test("The clean aperture is what is left of the size")
    func cleanAperture() throws {
        let properties = PhotoBytes.box(
            "iprp",
            Self.properties,
            Self.associations([(1, [6, 3])])
        )
        let meta = PhotoBytes.box("meta", Self.meta(Self.primary(1), properties))
        try Self.expect(Self.fileType("heic") + meta, 4_000, 3_000)
    }

    @Test(
        "The largest size where the primary item's is not told",
        arguments: [
            meta(PhotoBytes.box("iprp", properties)),
            meta(primary(1), PhotoBytes.box("iprp", properties)),
            meta(primary(1), PhotoBytes.box("iprp", properties, associations([(2, [3])]))),
            meta(primary(1), PhotoBytes.box("iprp", properties, associations([(1, [0, 1, 99])]))),
        ]
    )
    func largest(_ meta: Data) throws {
        try Self.expect(Self.fileType("heic") + PhotoBytes.box("meta", meta), 8_000, 6_000)
    }

    @Test(
        "Brands that may hold HEVC",
        arguments: [
            "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1",
        ]
    )
    func brands(_ brand: String) throws {
        let meta = PhotoBytes.box("meta", Self.grid)
        try Self.expect(Self.fileType(brand) + meta, 4_032, 3_024)
        try Self.expect(Self.fileType("abcd", "efgh", brand, "ijkl") + meta, 4_032, 3_024)
    }

    @Test("Pictures in other codings, and other files")
    func otherCodings() {
        let properties = PhotoBytes.box("ipco", PhotoBytes.box("av1C"), Self.size(8, 8))
        let meta = PhotoBytes.box("meta", Self.meta(PhotoBytes.box("iprp", properties)))
        for start in [Self.fileType("avif", "mif1"), Self.fileType("mif1"), Self.fileType("qt  ")] {
            #expect(throws: PhotoFault.unknownFormat) { try PhotoHeader(reading: start + meta) }
        }
    }

    @Test(
        "What no HEIC says",
        arguments: [
            meta(),
            meta(PhotoBytes.box("iprp")),
            meta(PhotoBytes.box("iprp", PhotoBytes.box("ipco", coding))),
            meta(PhotoBytes.box("iprp", PhotoBytes.box("ipco", coding, size(0, 9)))),
            meta(
                PhotoBytes.box(
                    "iprp",
                    PhotoBytes.box("ipco", PhotoBytes.box("ispe", Data(count: 8)))
                )
            ),
            meta(PhotoBytes.box("iprp", PhotoBytes.box("ipco", aperture(9, 9, by: 0), size(9, 9)))),
            meta(PhotoBytes.big(100, 4) + Data("iprp".utf8)),
            meta(PhotoBytes.big(7, 4) + Data("iprp".utf8)),
            meta(PhotoBytes.big(1, 4) + Data("iprp".utf8) + PhotoBytes.big(15, 8)),
            meta(PhotoBytes.big(1, 4) + Data("iprp".utf8) + Data(repeating: 0xFF, count: 8)),
            meta(
                primary(1),
                PhotoBytes.box(
                    "iprp",
                    PhotoBytes.box("ipco", size(9, 9), aperture(9, 10)),
                    associations([(1, [1, 2])])
                )
            ),
            meta(
                primary(1),
                PhotoBytes.box(
                    "iprp",
                    properties,
                    PhotoBytes.box("ipma", Data(repeating: 0xFF, count: 40))
                )
            ),
        ]
    )
    func damaged(_ meta: Data) {
        #expect(throws: PhotoFault.damaged(.heic)) {
            try PhotoHeader(reading: Self.fileType("heic") + PhotoBytes.box("meta", meta))
        }
    }

    @Test("A box that is shorter than its own header")
    func shortBox() {
        let box = PhotoBytes.big(7, 4) + Data("free".utf8)
        #expect(throws: PhotoFault.damaged(.heic)) {
            try PhotoHeader(reading: Self.fileType("heic") + box)
        }
    }

    @Test(
        "A file that ends before its meta box does",
        arguments: [
            fileType("heic"),
            fileType("heic").dropLast(),
            fileType("heic") + PhotoBytes.box("meta", grid).dropLast(),
            fileType("heic") + PhotoBytes.big(1, 4) + Data("mdat".utf8)
                + Data(repeating: 0xFF, count: 8),
        ]
    )
    func truncated(_ content: Data) {
        #expect(throws: PhotoFault.truncated(.heic)) { try PhotoHeader(reading: content) }
    }

    @Test("A huge size, even where a small part of it is shown")
    func huge() {
        let most = Int(UInt32.max)
        for places in [[1], [1, 2]] {
            let properties = PhotoBytes.box("ipco", Self.size(most, most), Self.aperture(9, 9))
            let boxes = PhotoBytes.box("iprp", properties, Self.associations([(1, places)]))
            let meta = PhotoBytes.box("meta", Self.meta(Self.primary(1), boxes))
            #expect(throws: PhotoFault.tooManyPixels(width: most, height: most)) {
                try PhotoHeader(reading: Self.fileType("heic") + meta)
            }
        }
    }

    @Test("Many properties and many associations are read once")
    func linear() throws {
        let ratio = try TimeGrowth.ratio(upTo: 50_000) { count in
            var properties = Self.size(64, 32)
            var entries = Data(count: 4) + PhotoBytes.big(count, 4)
            for item in 0..<count {
                properties += PhotoBytes.box("free")
                entries += PhotoBytes.big(item & 0x7FFF, 2) + Data([0])
            }
            let boxes = PhotoBytes.box(
                "iprp",
                PhotoBytes.box("ipco", properties),
                PhotoBytes.box("ipma", entries)
            )
            let meta = PhotoBytes.box("meta", Self.meta(boxes, Self.primary(0xFFFF)))
            return Self.fileType("heic") + meta
        } work: { content in
            try Self.expect(content, 64, 32)
        }
        #expect(ratio < TimeGrowth.linearLimit)
    }
}
