import Foundation
import PictureFiles
import Testing
import TimelineTestSupport

@Suite("HEIC headers")
struct PictureHeaderHEICTests {
    private static func fileType(_ brands: String...) -> Data {
        let others = brands.joined()
        return PictureBytes.box("ftyp", Data((brands[0] + "\0\0\0\0" + others).utf8))
    }

    private static func size(_ width: Int, _ height: Int) -> Data {
        PictureBytes.box(
            "ispe",
            Data(count: 4),
            PictureBytes.big(width, 4),
            PictureBytes.big(height, 4)
        )
    }

    private static func aperture(_ width: Int, _ height: Int, by divisor: Int = 1) -> Data {
        let numbers = [width * divisor, divisor, height * divisor, divisor, 0, 1, 0, 1]
        return PictureBytes.box("clap", numbers.reduce(Data()) { $0 + PictureBytes.big($1, 4) })
    }

    private static func primary(_ item: Int) -> Data {
        PictureBytes.box("pitm", Data(count: 4), PictureBytes.big(item, 2))
    }

    /// Returns an `ipma` box that associates items with properties.
    ///
    /// Item IDs have 16 bits and property indexes 7 bits, or 32 and 15 bits if `wide` is `true`.
    private static func associations(wide: Bool = false, _ items: [(Int, [Int])]) -> Data {
        let length = wide ? 2 : 1
        let entries = items.map { item, places in
            places.reduce(PictureBytes.big(item, 2 * length) + PictureBytes.big(places.count, 1)) {
                $0 + PictureBytes.big($1 | 1 << (8 * length - 1), length)
            }
        }
        let start = Data([wide ? 1 : 0, 0, 0, wide ? 1 : 0]) + PictureBytes.big(items.count, 4)
        return PictureBytes.box("ipma", entries.reduce(start, +))
    }

    private static let coding = PictureBytes.box("hvcC", Data(count: 23))
    private static let turn = PictureBytes.box("irot", Data([1]))
    private static let properties = PictureBytes.box(
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

    /// A `meta` box with a grid of tiles, as phones write it, and a larger item outside the grid.
    private static let grid = meta(
        PictureBytes.box("hdlr", Data(count: 24)),
        primary(49),
        PictureBytes.box(
            "iprp",
            properties,
            associations([(1, [1, 2]), (49, [3, 4]), (50, [1, 5])])
        )
    )

    private static func expect(_ content: Data, _ width: Int, _ height: Int) throws {
        let header = try PictureHeader(reading: content)
        #expect(header.mediaType == .heic)
        #expect(header.width == width)
        #expect(header.height == height)
    }

    @Test("The primary item determines the size, wherever the boxes are")
    func primaryItem() throws {
        let start = Self.fileType("heic", "mif1")
        let filler = PictureBytes.box("mdat", Data(count: 50))
        let long =
            PictureBytes.big(1, 4) + Data("free".utf8) + PictureBytes.big(20, 8) + Data(count: 4)
        let open = PictureBytes.big(0, 4) + Data("meta".utf8) + Self.grid
        try Self.expect(start + PictureBytes.box("meta", Self.grid) + filler, 3_024, 4_032)
        try Self.expect(start + filler + long + PictureBytes.box("meta", Self.grid), 3_024, 4_032)
        try Self.expect(start + open, 3_024, 4_032)
    }

    @Test(
        "Wide items and properties, after the first box of associations and before the primary item"
    )
    func wide() throws {
        let meta = Self.meta(
            PictureBytes.box(
                "iprp",
                Self.properties,
                Self.associations([(1, [1, 5])]),
                Self.associations(wide: true, [(2, [1]), (70_000, [4, 3])])
            ),
            PictureBytes.box("pitm", Data([1, 0, 0, 0]), PictureBytes.big(70_000, 4))
        )
        try Self.expect(Self.fileType("heix") + PictureBytes.box("meta", meta), 3_024, 4_032)
    }

    @Test("The clean aperture determines the size")
    func cleanAperture() throws {
        let properties = PictureBytes.box(
            "iprp",
            Self.properties,
            Self.associations([(1, [6, 3])])
        )
        let meta = PictureBytes.box("meta", Self.meta(Self.primary(1), properties))
        try Self.expect(Self.fileType("heic") + meta, 4_000, 3_000)
    }

    @Test("A rotation by an odd number of quarters swaps the sides", arguments: UInt8(0)..<4)
    func rotations(quarters: UInt8) throws {
        let properties = PictureBytes.box(
            "ipco",
            Self.coding,
            Self.size(300, 200),
            PictureBytes.box("irot", Data([quarters]))
        )
        let boxes = PictureBytes.box("iprp", properties, Self.associations([(1, [2, 3])]))
        let meta = PictureBytes.box("meta", Self.meta(Self.primary(1), boxes))
        let isOdd = !quarters.isMultiple(of: 2)
        try Self.expect(Self.fileType("heic") + meta, isOdd ? 200 : 300, isOdd ? 300 : 200)
    }

    @Test(
        "A clean aperture and a rotation apply in their order",
        arguments: [([3, 6, 4], 3_000, 4_000), ([3, 4, 6], 4_000, 3_000)]
    )
    func order(places: [Int], width: Int, height: Int) throws {
        // The picture is larger than the aperture in both dimensions, so it can also be rotated
        // before the aperture is applied.
        let properties = PictureBytes.box(
            "ipco",
            Self.coding,
            Self.size(512, 512),
            Self.size(5_000, 5_000),
            Self.turn,
            Self.size(8_000, 6_000),
            Self.aperture(4_000, 3_000)
        )
        let boxes = PictureBytes.box("iprp", properties, Self.associations([(1, places)]))
        let meta = PictureBytes.box("meta", Self.meta(Self.primary(1), boxes))
        try Self.expect(Self.fileType("heic") + meta, width, height)
    }

    @Test(
        "The largest size if the primary item has none",
        arguments: [
            meta(PictureBytes.box("iprp", properties)),
            meta(primary(1), PictureBytes.box("iprp", properties)),
            meta(primary(1), PictureBytes.box("iprp", properties, associations([(2, [3])]))),
            meta(
                primary(1),
                PictureBytes.box("iprp", properties, associations([(1, [0, 1, 99])]))
            ),
        ]
    )
    func largest(_ meta: Data) throws {
        try Self.expect(Self.fileType("heic") + PictureBytes.box("meta", meta), 8_000, 6_000)
    }

    @Test(
        "Brands that may hold HEVC",
        arguments: [
            "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "msf1",
        ]
    )
    func brands(_ brand: String) throws {
        let meta = PictureBytes.box("meta", Self.grid)
        try Self.expect(Self.fileType(brand) + meta, 3_024, 4_032)
        try Self.expect(Self.fileType("abcd", "efgh", brand, "ijkl") + meta, 3_024, 4_032)
    }

    @Test("Pictures in other codings and other files are rejected")
    func otherCodings() {
        let properties = PictureBytes.box("ipco", PictureBytes.box("av1C"), Self.size(8, 8))
        let meta = PictureBytes.box("meta", Self.meta(PictureBytes.box("iprp", properties)))
        for start in [Self.fileType("avif", "mif1"), Self.fileType("mif1"), Self.fileType("qt  ")] {
            #expect(throws: PictureError.unknownFormat) { try PictureHeader(reading: start + meta) }
        }
    }

    @Test(
        "Invalid HEIC headers",
        arguments: [
            meta(),
            meta(PictureBytes.box("iprp")),
            meta(PictureBytes.box("iprp", PictureBytes.box("ipco", coding))),
            meta(PictureBytes.box("iprp", PictureBytes.box("ipco", coding, size(0, 9)))),
            meta(
                PictureBytes.box(
                    "iprp",
                    PictureBytes.box("ipco", PictureBytes.box("ispe", Data(count: 8)))
                )
            ),
            meta(
                PictureBytes.box(
                    "iprp",
                    PictureBytes.box("ipco", aperture(9, 9, by: 0), size(9, 9))
                )
            ),
            meta(PictureBytes.big(100, 4) + Data("iprp".utf8)),
            meta(PictureBytes.big(7, 4) + Data("iprp".utf8)),
            meta(PictureBytes.big(1, 4) + Data("iprp".utf8) + PictureBytes.big(15, 8)),
            meta(PictureBytes.big(1, 4) + Data("iprp".utf8) + Data(repeating: 0xFF, count: 8)),
            meta(
                primary(1),
                PictureBytes.box(
                    "iprp",
                    PictureBytes.box("ipco", size(9, 9), aperture(9, 10)),
                    associations([(1, [1, 2])])
                )
            ),
            meta(
                primary(1),
                PictureBytes.box(
                    "iprp",
                    properties,
                    PictureBytes.box("ipma", Data(repeating: 0xFF, count: 40))
                )
            ),
        ]
    )
    func damaged(_ meta: Data) {
        #expect(throws: PictureError.damaged(.heic)) {
            try PictureHeader(reading: Self.fileType("heic") + PictureBytes.box("meta", meta))
        }
    }

    @Test("A box shorter than its own header is rejected")
    func shortBox() {
        let box = PictureBytes.big(7, 4) + Data("free".utf8)
        #expect(throws: PictureError.damaged(.heic)) {
            try PictureHeader(reading: Self.fileType("heic") + box)
        }
    }

    @Test(
        "A file that ends before its meta box does",
        arguments: [
            fileType("heic"),
            fileType("heic").dropLast(),
            fileType("heic") + PictureBytes.box("meta", grid).dropLast(),
            fileType("heic") + PictureBytes.big(1, 4) + Data("mdat".utf8)
                + Data(repeating: 0xFF, count: 8),
        ]
    )
    func truncated(_ content: Data) {
        #expect(throws: PictureError.truncated(.heic)) { try PictureHeader(reading: content) }
    }

    @Test("A huge size is rejected even if only a small part is shown")
    func huge() {
        let most = Int(UInt32.max)
        for places in [[1], [1, 2]] {
            let properties = PictureBytes.box("ipco", Self.size(most, most), Self.aperture(9, 9))
            let boxes = PictureBytes.box("iprp", properties, Self.associations([(1, places)]))
            let meta = PictureBytes.box("meta", Self.meta(Self.primary(1), boxes))
            #expect(throws: PictureError.tooManyPixels(width: most, height: most)) {
                try PictureHeader(reading: Self.fileType("heic") + meta)
            }
        }
    }

    @Test("Many properties and associations are read in linear time")
    func linear() throws {
        let ratio = try TimeGrowth.ratio(upTo: 50_000) { count in
            var properties = Self.size(64, 32)
            var entries = Data(count: 4) + PictureBytes.big(count, 4)
            for item in 0..<count {
                properties += PictureBytes.box("free")
                entries += PictureBytes.big(item & 0x7FFF, 2) + Data([0])
            }
            let boxes = PictureBytes.box(
                "iprp",
                PictureBytes.box("ipco", properties),
                PictureBytes.box("ipma", entries)
            )
            let meta = PictureBytes.box("meta", Self.meta(boxes, Self.primary(0xFFFF)))
            return Self.fileType("heic") + meta
        } work: { content in
            try Self.expect(content, 64, 32)
        }
        #expect(ratio < TimeGrowth.linearLimit)
    }

    @Test("Many metadata extents and mdat boxes are compared in linear time")
    func linearExtents() throws {
        let ratio = try TimeGrowth.ratio(upTo: 20_000) { count in
            HEICMaker.empty(boxes: count, extents: count)
        } work: { content in
            try HEICFile(reading: content).requireComplete()
        }
        #expect(ratio < TimeGrowth.linearLimit)
    }

    /// Checks that the result does not depend on the order of a dictionary, which differs between
    /// processes and between sets of keys.
    @Test("Of several Exif or XMP items, the one with the lowest ID is first", arguments: 1...9)
    func severalItems(first: Int) throws {
        let ids = (0..<8).map { first + 7 * $0 }
        let exif = ids.reversed()
            .map {
                HEICMaker.Item(id: $0, type: "Exif", content: Data(count: 4) + [UInt8($0)])
            }
        let xmp = ids.reversed()
            .map { HEICMaker.Item(id: $0 + 100, type: "mime", content: Data([UInt8($0)])) }
        let file = try HEICFile(reading: HEICMaker.file(exif + xmp))
        #expect(file.exif == Data([UInt8(first)]))
        #expect(file.xmp == ids.map { Data([UInt8($0)]) })
    }
}
