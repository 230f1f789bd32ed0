import Foundation
import Testing
import TimelineTestSupport

@testable import PictureFiles

@Suite("Stripping metadata")
struct StrippingTests {
    /// Byte sequences that occur only in metadata, such as a word that every field contains, or the
    /// location as Pillow writes it.
    private static let telling: [Data] = [
        Data("SECRET".utf8), Data("33.9254".utf8), Data([0, 0, 0, 55, 0, 0, 0, 1]),
        Data([55, 0, 0, 0, 1, 0, 0, 0]), Data("2015:01:01".utf8), Data("xmpmeta".utf8),
        Data("Photoshop".utf8), Data("8BIM".utf8), Data("MPF".utf8), Data("JFXX".utf8),
    ]

    @Test("removes everything that identifies a person or a place", arguments: Fixtures.secrets)
    func nothingLeft(name: String) throws {
        let content = try Fixtures.file(name)
        #expect(content.range(of: Self.telling[0]) != nil)
        let copy = try stripped(content)
        for bytes in Self.telling { #expect(copy.range(of: bytes) == nil, "\(Array(bytes))") }
        #expect(try PictureFile(reading: copy).location == nil)
        #expect(try PictureHeader(reading: copy) == PictureHeader(reading: content))
    }

    @Test(
        "preserves every orientation of every format",
        arguments: Fixtures.variants,
        Orientation.allCases
    )
    func orientations(variant: String, orientation: Orientation) throws {
        let content = try Fixtures.upright(variant, orientation)
        let copy = try stripped(content)
        #expect(try PictureHeader(reading: copy).orientation == orientation)
        #expect(try stripped(copy) == copy)
    }

    @Test("preserves the coded bytes", arguments: Fixtures.secrets)
    func codedBytes(name: String) throws {
        let content = try Fixtures.file(name)
        let copy = try stripped(content)
        let coded = try #require(CodedBytes.of(copy, name))
        #expect(coded.count > 50 && content.range(of: coded) != nil)
        #expect(try stripped(copy) == copy)
    }

    /// JPEG segments that have no effect on the picture, such as restarts outside scans and
    /// segments with invalid lengths.
    static let mute: [[UInt8]] = [
        [0xFF, 0xD0, 0xFF, 0xD7], [0xFF, 0x01, 0xFF, 0xD3], [0xFF, 0xDC, 0, 6, 1, 2, 3, 4],
        [0xFF, 0xDD, 0, 6, 0, 0, 3, 4], [0xFF, 0xC8, 0, 4, 1, 2], [0xFF, 0xDF, 0, 4, 1, 2],
    ]

    @Test("removes data hidden in JPEG segments that are otherwise copied", arguments: mute)
    func segments(segment: [UInt8]) throws {
        let content = JPEGMaker.grey(width: 16, height: 16)
        let hiding = content.prefix(2) + Data(segment) + content.dropFirst(2)
        #expect(try stripped(hiding) == stripped(content))
    }

    @Test(
        "preserves the number of lines and the restart interval of a JPEG",
        arguments: [0xDC, 0xDD]
    )
    func lines(marker: UInt8) throws {
        let content = JPEGMaker.grey(width: 16, height: 16)
        let file = content.prefix(2) + Data([0xFF, marker, 0, 4, 0, 16]) + content.dropFirst(2)
        #expect(try stripped(file) == file)
    }

    /// The variants of JPEG whose codes show where the pixels end.
    private static let sequential = Fixtures.variants.filter {
        $0.hasSuffix("jpg") && !$0.contains("progressive")
    }

    @Test("ends a JPEG without EOI after its pixels, whatever follows them", arguments: sequential)
    func endless(variant: String) throws {
        let whole = try stripped(Fixtures.upright(variant, .upright))
        let pixels = whole.dropLast(2)
        let others: [Data] = [
            Data(), Data("SECRET, then SEFT".utf8), Data([0xFF]), Data(count: 1000),
            // Segments, some of which seem to be parts of the picture, and another picture.
            Data([0, 0xFF, 0xDB, 0, 4, 1, 2, 0xFF, 0xDA, 0, 1]),
            Data([1]) + JPEGMaker.grey(width: 16, height: 16) + Data("SECRET".utf8),
        ]
        for other in others {
            let copy = try stripped(pixels + other)
            #expect(copy == whole)
            #expect(try stripped(copy) == copy)
        }
    }

    @Test("rejects a JPEG without EOI if pixels are missing", arguments: sequential)
    func missing(variant: String) throws {
        let whole = try stripped(Fixtures.upright(variant, .upright))
        let scan = try #require(whole.range(of: Data([0xFF, 0xDA]), options: .backwards))
        for count in scan.upperBound + 12..<whole.count - 2 {
            let cut = whole.prefix(count)
            #expect(throws: PictureError.truncated(.jpeg)) { try stripped(cut) }
            // A segment that the file does not contain in full.
            let other = cut + Data([0xFF, 0xE0, 0xFF, 0xFF])
            #expect(throws: PictureError.truncated(.jpeg)) { try stripped(other) }
        }
    }

    @Test("finds the end of pixels between restart markers")
    func restarts() throws {
        let whole = JPEGMaker.grey(width: 16, height: 16)
        let scan = try #require(whole.range(of: Data([0xFF, 0xDA])))
        // Four blocks of two bits, each in a byte of its own.
        let codes = Data([0x3F, 0xFF, 0xD0, 0x3F, 0xFF, 0xD1, 0x3F, 0xFF, 0xD2, 0x3F])
        let head =
            whole[..<scan.lowerBound] + Data([0xFF, 0xDD, 0, 4, 0, 1])
            + whole[scan.lowerBound..<scan.upperBound + 8]
        let content = head + codes + Data([0xFF, 0xD9])
        #expect(try stripped(content.dropLast(2) + Data("SECRET".utf8)) == content)
        for missing in [codes.dropLast(1), codes.dropLast(3)] {
            #expect(throws: PictureError.truncated(.jpeg)) { try stripped(head + missing) }
        }
    }

    /// Checks that the last scan alone does not make a progressive file complete.
    @Test("rejects a progressive JPEG without EOI")
    func progressive() throws {
        let whole = try stripped(Fixtures.upright("jpeg-progressive.jpg", .upright))
        #expect(throws: PictureError.truncated(.jpeg)) { try stripped(whole.dropLast(2)) }
    }

    @Test("finds the end of a hostile JPEG in linear time")
    func linear() {
        let ratio = TimeGrowth.ratio(upTo: 200_000) { count in
            JPEGMaker.grey(width: 16_000, height: count / 500 * 8)
        } work: { content in
            #expect(throws: Never.self) { try stripped(content.dropLast(2)) }
        }
        #expect(ratio < TimeGrowth.linearLimit)
    }

    /// Checks that only a copy reads the pixels, and only of a file that is long enough for them.
    @Test("spends little on a JPEG without EOI")
    func cheap() throws {
        let whole = JPEGMaker.grey(width: 16_000, height: 15_000)
        let content = whole.dropLast(2)
        #expect(TimeGrowth.time { _ = try? PictureFile(reading: content) } < 0.1)
        let short = content.dropLast(1_000)
        let refusal = TimeGrowth.time {
            #expect(throws: PictureError.truncated(.jpeg)) { try stripped(short) }
        }
        #expect(refusal < 0.1)
        let time = TimeGrowth.time { #expect((try? stripped(content)) == whole) }
        #expect(time < 1)
    }

    @Test(
        "removes texts in PNG chunks that may stay",
        arguments: ["sBIT", "pHYs", "bKGD", "gAMA", "cHRM", "sRGB", "cICP", "acTL", "fcTL", "fdAT"]
    )
    func chunks(name: String) throws {
        let content = PNGMaker.noise(8, 8, seed: 1)
        let secret = PNGMaker.chunk(name, Data("SECRET, and a place besides it".utf8))
        let hiding = content.prefix(33) + secret + content.dropFirst(33)
        #expect(try stripped(hiding) == stripped(content))
    }

    /// PNG chunks with lengths that are valid only for other colour types, and chunks that are
    /// invalid in any picture.
    static let misfits = [("sBIT", 3), ("bKGD", 2), ("tRNS", 6), ("PLTE", 4), ("fdAT", 9)]

    @Test("removes text in PNG chunks whose lengths do not match the picture", arguments: misfits)
    func lengths(name: String, length: Int) throws {
        let content = PNGMaker.noise(8, 8, seed: 1)
        let secret = PNGMaker.chunk(name, Data(repeating: UInt8(ascii: "S"), count: length))
        let hiding = content.prefix(33) + secret + content.dropFirst(33)
        #expect(try stripped(hiding) == stripped(content))
    }

    @Test(
        "preserves the first PNG chunk of each name",
        arguments: [("gAMA", 4), ("pHYs", 9), ("sBIT", 4), ("bKGD", 6)]
    )
    func repeated(name: String, length: Int) throws {
        let content = PNGMaker.noise(8, 8, seed: 1)
        let chunk = PNGMaker.chunk(name, Data(repeating: 1, count: length))
        let secret = PNGMaker.chunk(name, Data(repeating: UInt8(ascii: "S"), count: length))
        let hiding = content.prefix(33) + chunk + secret + content.dropFirst(33)
        let once = content.prefix(33) + chunk + content.dropFirst(33)
        #expect(try stripped(hiding) == once)
    }

    @Test("removes text in free HEIC boxes", arguments: ["free", "skip", "meta"])
    func freeBoxes(type: String) throws {
        let secret = Data("SECRET".utf8)
        let box = Data([0, 0, 0, UInt8(8 + secret.count)]) + Data(type.utf8) + secret
        let copy = try stripped(Fixtures.file("secrets.heic") + box)
        #expect(copy.range(of: secret) == nil)
    }

    @Test(
        "removes text in the HEIC meta box",
        arguments: ["xml ", "bxml", "uuid", "udta", "free", "skip", "meta"]
    )
    func metaBoxes(type: String) throws {
        var content = SamplePhotos.heic
        let secret = Data("SECRET-4711 and more".utf8)
        let box = Data([0, 0, 0, UInt8(8 + secret.count)]) + Data(type.utf8) + secret
        let meta = try #require(content.range(of: Data("meta".utf8)))
        let end = meta.lowerBound - 4 + 0x17C
        content.insert(contentsOf: box, at: end)
        content[meta.lowerBound - 2] = UInt8((0x17C + box.count) >> 8)
        content[meta.lowerBound - 1] = UInt8((0x17C + box.count) & 0xFF)
        // Inserting the box moves the picture, so the offset of the picture in `iloc` must be
        // changed.
        let offset = try #require(content.range(of: Data([0, 0, 1, 0x9C])))
        content.replaceSubrange(offset, with: PictureBytes.big(0x19C + box.count, 4))
        let copy = try stripped(content)
        #expect(copy.range(of: Data("SECRET".utf8)) == nil)
        let blank = Data("free".utf8) + Data(count: secret.count)
        #expect(copy[end + 4..<end + box.count] == blank)
        #expect(copy.prefix(end) == content.prefix(end))
        #expect(copy.dropFirst(end + box.count) == content.dropFirst(end + box.count))
    }

    @Test(
        "preserves pictures in HEIC, and removes items of other types and bytes without an item",
        arguments: ["hvc1", "grid", "iden", "abcd", "uri ", "jpeg", "mdat"]
    )
    func items(type: String) throws {
        let picture = HEICMaker.Item(id: 1, type: "hvc1", content: Data("PICTURE".utf8))
        let other = HEICMaker.Item(id: 2, type: type, content: Data("SECRET".utf8))
        let last = HEICMaker.Item(id: 3, type: "hvc1", content: Data("LAST".utf8))
        let content = HEICMaker.file([picture, other, last], rest: Data("UNUSED".utf8))
        let copy = try stripped(content)
        let isKept = ["hvc1", "grid", "iden"].contains(type)
        let secret = isKept ? other.content : Data(count: other.content.count)
        let bytes = picture.content + secret + last.content + Data(count: 6)
        #expect(copy == content.dropLast(bytes.count) + bytes)
        #expect(try stripped(copy) == copy)
    }

    @Test("removes the names of HEIC items and of their handler")
    func names() throws {
        func file(item: String, handler: String) -> Data {
            let picture = HEICMaker.Item(
                id: 1,
                type: "hvc1",
                content: Data("PICTURE".utf8),
                name: item
            )
            return HEICMaker.file([picture], handler: handler)
        }
        let copy = try stripped(file(item: "SECRET", handler: "NAME"))
        #expect(copy == file(item: "      ", handler: "\0\0\0\0"))
    }

    @Test(
        "preserves properties in HEIC that determine how pictures are shown, and removes others",
        arguments: ["imir", "colr", "udes", "crtt", "uuid", "abcd"]
    )
    func properties(type: String) throws {
        let picture = HEICMaker.Item(id: 1, type: "hvc1", content: Data("PICTURE".utf8))
        let box = Data([0, 0, 0, 14]) + Data(type.utf8) + Data("SECRET".utf8)
        let blank = Data([0, 0, 0, 14]) + Data("free".utf8) + Data(count: 6)
        let content = HEICMaker.file([picture], properties: box)
        let isKept = ["imir", "colr"].contains(type)
        #expect(
            try stripped(content) == HEICMaker.file([picture], properties: isKept ? box : blank)
        )
    }

    @Test("removes all items of HEIC files that have no list of items")
    func noItems() throws {
        let content = HEICMaker.file([], rest: Data("SECRET".utf8))
        #expect(try stripped(content) == content.dropLast(6) + Data(count: 6))
    }

    @Test("preserves the frames and the repetitions of an animation")
    func animation() throws {
        let gif = try stripped(Fixtures.file("secrets.gif"))
        #expect(gif.range(of: Data("NETSCAPE2.0".utf8)) != nil)
        let webp = try stripped(Fixtures.file("secrets-animated.webp"))
        let frames = webp.indices.dropLast(3).count { webp[$0..<$0 + 4] == Data("ANMF".utf8) }
        #expect(frames == 2 && webp.range(of: Data("ANIM".utf8)) != nil)
    }

    @Test("does not move any byte of a HEIC file")
    func heic() throws {
        let content = try Fixtures.file("secrets.heic")
        let copy = try stripped(content)
        #expect(copy.count == content.count)
        let metadata = try HEICFile(reading: content).metadata
        let same = zip(copy, content).enumerated().filter { $1.0 == $1.1 || $1.0 == 0 }
        let changed = Set(0..<content.count).subtracting(same.map(\.offset))
        #expect(changed.allSatisfy { place in metadata.contains { $0.contains(place) } })
        #expect(copy.range(of: SamplePhotos.heic.suffix(58)) != nil)
    }

    /// Checks that empty items are valid.
    ///
    /// Pillow fails on items that consist of zeros, because it reads the first bytes of Exif as the
    /// byte order, and XMP as XML.
    @Test("leaves valid but empty Exif and XMP items in HEIC")
    func emptyItems() throws {
        try expectEmptyItems(in: stripped(Fixtures.file("secrets.heic")))
    }

    @Test("leaves valid Exif and XMP items in HEIC if they have several extents")
    func emptyItemsWithSeveralExtents() throws {
        let block = Exif.block(.turnedClockwise) + Data(String(repeating: "SECRET", count: 20).utf8)
        let packet = Data(String(repeating: "<a>SECRET</a>", count: 20).utf8)
        let items = [
            HEICMaker.Item(id: 1, type: "hvc1", content: Data("PICTURE".utf8)),
            HEICMaker.Item(id: 2, type: "Exif", content: Data(count: 4) + block, extentLimit: 7),
            HEICMaker.Item(
                id: 3,
                type: "mime",
                content: packet,
                name: "\0application/rdf+xml",
                extentLimit: 50
            ),
        ]
        let copy = try stripped(HEICMaker.file(items))
        #expect(copy.range(of: Data("SECRET".utf8)) == nil)
        #expect(copy.range(of: Data("PICTURE".utf8)) != nil)
        try expectEmptyItems(in: copy)
    }

    private func expectEmptyItems(in copy: Data) throws {
        let file = try HEICFile(reading: copy)
        let exif = try #require(file.exif)
        #expect(exif.starts(with: Exif.block(.upright)))
        #expect(exif.dropFirst(26).allSatisfy { $0 == 0 })
        #expect(Exif(exif)?.orientation == .upright)
        let packet = try #require(file.xmp.first)
        let text = String(decoding: packet, as: UTF8.self)
        let root = #"<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>"#
        #expect(text.trimmingCharacters(in: .whitespaces) == root)
    }

    @Test(
        "rejects a truncated file",
        arguments: Fixtures.secrets.filter { $0 != "secrets.heic" }
    )
    func truncated(name: String) throws {
        let content = try Fixtures.file(name)
        let half = content.prefix(content.count / 2)
        #expect(throws: PictureError.self) { try stripped(half) }
    }

    /// Reproduces a crash found by the fuzzer.
    ///
    /// Foundation traps when it appends to an empty slice.
    @Test func aFrameWithoutItsHeaderIsRefused() throws {
        let text =
            "UklGRoYAAABXRUJQVlA4WAoAAAAIAAAAHwAALwAAVlA4TEUAAAAvH8ALANAnIBBIRsifZkyxYKIwlPyv0Aiz"
            + "jRSGAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEFO"
            + "TUYAAAAAAAAAAAAAAABYST8aAAAATU0AKgAAfgAIAAEBAAYAwQAAAAAA"
        let file = Data(base64Encoded: text) ?? Data()
        #expect(file.count == 168)
        #expect(throws: PictureError.self) { try stripped(file) }
    }
}

/// The coded pixels of a stripped file, located without a parser.
private enum CodedBytes {
    static func of(_ content: Data, _ name: String) -> Data? {
        switch name.split(separator: ".").last {
        // This includes all scans, the tables between them, and the end marker.
        case "jpg": content.range(of: Data([0xFF, 0xDA])).map { content[$0.lowerBound...] }
        // IEND is excluded, because the original file contains metadata before it.
        case "png":
            content.range(of: Data("IDAT".utf8)).map { content[$0.lowerBound...].dropLast(12) }
        case "gif":
            content.range(of: Data([0x2C, 0, 0, 0, 0])).map { content[$0.lowerBound...].dropLast() }
        case "heic": SamplePhotos.heic.suffix(58)
        default: chunk(content, name.contains("-") ? "VP8L" : "VP8 ")
        }
    }

    private static func chunk(_ content: Data, _ name: String) -> Data? {
        content.range(of: Data(name.utf8))
            .map { place in
                let length =
                    Int(content[place.upperBound]) | Int(content[place.upperBound + 1]) << 8
                return content[place.lowerBound..<place.upperBound + 4 + length]
            }
    }
}
