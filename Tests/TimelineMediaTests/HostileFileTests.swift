import Foundation
import Testing
import TimelineCore
import TimelineTestSupport

@testable import TimelineMedia

/// Whatever the bytes: an answer or a ``PhotoFault``, never a crash, never memory beyond what was asked for.
@Suite("Hostile files")
struct HostileFileTests {
    private static let all =
        Fixtures.secrets + Fixtures.variants.map { "upright-6-\($0)" }
        + ["gif-interlaced.gif", "gif-placed.gif", "heic-turned.heic", "scans-bits-2x2.jpg"]

    /// Does everything that can be done with a file.
    private func use(_ content: Data) throws {
        _ = PhotoMetadata(reading: content)
        do throws(PhotoFault) {
            _ = try Picture(reading: content, fit: .square(4))
        } catch {
            #expect(!error.description.isEmpty)
        }
        do throws(PhotoFault) {
            let stripped = try MetadataStripper.stripped(content)
            #expect(try MetadataStripper.stripped(stripped) == stripped)
        } catch {
            #expect(!error.description.isEmpty)
        }
    }

    @Test("that are cut anywhere", arguments: all)
    func prefixes(name: String) throws {
        let content = try Fixtures.file(name)
        // Every place where headers are, and every so often after them.
        let places =
            Array(0..<min(300, content.count)) + stride(from: 300, to: content.count, by: 17)
        for count in places { try use(content.prefix(count)) }
    }

    @Test("that are changed anywhere", arguments: all)
    func mutations(name: String) throws {
        let content = try Fixtures.file(name)
        var numbers = SplitMix64(seed: 4711)
        for _ in 0..<100 {
            var changed = content
            for _ in 0..<Int.random(in: 1...8, using: &numbers) {
                let place = Int.random(in: 0..<content.count, using: &numbers)
                changed[place] = UInt8.random(in: 0...255, using: &numbers)
            }
            try use(changed)
        }
    }

    @Test("that claim a hundred megapixels in a few bytes")
    func claims() throws {
        let small = JPEGMaker.grey(width: 16, height: 16)
        let frame = try #require(small.range(of: Data([0xFF, 0xC0])))
        for marker: UInt8 in [0xC0, 0xC2] {
            var claiming = small
            claiming[frame.lowerBound + 1] = marker
            claiming.replaceSubrange(
                frame.upperBound + 3..<frame.upperBound + 7,
                with: [0x27, 0x10, 0x27, 0x10]
            )
            #expect(throws: PhotoFault.truncated(.jpeg)) {
                try Picture(reading: claiming, fit: .square(320))
            }
        }
    }

    @Test("that consist of millions of markers", arguments: [0x01, 0xD0] as [UInt8])
    func markers(marker: UInt8) throws {
        let jpeg = SamplePhotos.jpeg
        let markers = Data((0..<4 << 20).flatMap { _ in [0xFF, marker] as [UInt8] })
        let content = jpeg.prefix(2) + markers + jpeg.dropFirst(2)
        #expect(throws: PhotoFault.tooManyParts(.jpeg)) { try Picture(reading: content) }
        #expect(throws: PhotoFault.tooManyParts(.jpeg)) { try MetadataStripper.stripped(content) }
    }

    /// Four megapixels took 12 s with 500 scans until libjpeg-turbo refused the next.
    @Test("that consist of hundreds of scans are refused before any is decoded")
    func scans() throws {
        let content = try Fixtures.upright("jpeg-progressive.jpg", .upright)
        let end = content.count - 2
        let scan = try #require(content.range(of: Data([0xFF, 0xDA]), options: .backwards))
        let last = content[scan.lowerBound..<end]
        let count = try JPEGFile(reading: content).segments.count { $0.marker == 0xDA }
        let file = { (scans: Int) in
            content.prefix(end) + Data((count..<scans).flatMap { _ in last }) + content.suffix(2)
        }
        _ = try MetadataStripper.stripped(file(500))
        #expect(throws: PhotoFault.tooManyParts(.jpeg)) { try MetadataStripper.stripped(file(501)) }
        // The fault shows that the decoder never started: its own is another.
        #expect(throws: PhotoFault.tooManyParts(.jpeg)) { try Picture(reading: file(501)) }
    }

    @Test("that consist of chunks without content", arguments: ["tEXt", "IDAT"])
    func chunks(name: String) throws {
        let content = PNGMaker.file(try TestRaster.noise(8, 8, seed: 1))
        let chunk = PNGMaker.chunk(name, Data())
        let chunks = { Data((0..<$0).flatMap { (_: Int) in chunk }) }
        let limit = name == "IDAT" ? 100_000 : 4096
        let few = content.prefix(33) + chunks(limit / 2) + content.dropFirst(33)
        #expect(try Picture(reading: MetadataStripper.stripped(few)) == Picture(reading: content))
        let many = content.prefix(33) + chunks(limit) + content.dropFirst(33)
        #expect(throws: PhotoFault.tooManyParts(.png)) { try MetadataStripper.stripped(many) }
    }

    @Test("that consist of boxes without content in a HEIC file")
    func boxes() {
        let box = Data([0, 0, 0, 8]) + Data("free".utf8)
        let content = SamplePhotos.heic + Data((0..<1 << 16).flatMap { _ in box })
        #expect(throws: PhotoFault.damaged(.heic)) { try MetadataStripper.stripped(content) }
    }

    @Test("that have items without extents in a HEIC file")
    func items() {
        let count = 1 << 18
        let places =
            Data([2, 0, 0, 0, 0x44, 0]) + PNGMaker.bigEndian(count) + Data(count: 10 * count)
        let boxes =
            box("iinf", Data(count: 6)) + box("iloc", places) + box("pitm", Data(count: 6))
        let content = SamplePhotos.heic.prefix(24) + box("meta", Data(count: 4) + boxes)
        #expect(throws: PhotoFault.damaged(.heic)) { try HEICFile(reading: content) }
    }

    private func box(_ type: String, _ content: Data) -> Data {
        PNGMaker.bigEndian(8 + content.count) + Data(type.utf8) + content
    }

    @Test("that consist of chunks without content in a WebP file")
    func webPChunks() throws {
        let chunk = Data("ABCD".utf8) + Data(count: 4)
        let body = SamplePhotos.webp.dropFirst(8) + Data((0..<100_000).flatMap { _ in chunk })
        let length = Data((0..<4).map { UInt8(truncatingIfNeeded: body.count >> (8 * $0)) })
        let content = Data("RIFF".utf8) + length + body
        #expect(throws: PhotoFault.tooManyParts(.webp)) { try MetadataStripper.stripped(content) }
    }

    @Test("that have more pixels or bytes than the limits")
    func limits() {
        #expect(throws: PhotoFault.tooManyPixels(width: 20_000, height: 20_000)) {
            try Picture(reading: JPEGMaker.grey(width: 20_000, height: 20_000))
        }
        #expect(throws: PhotoFault.tooLarge(bytes: PhotoLimits.bytes + 1)) {
            try Picture(reading: Data(count: PhotoLimits.bytes + 1))
        }
    }

    @Test("whose pixels are damaged, with a sentence")
    func sentence() throws {
        var content = try Fixtures.upright("png-rgb.png", .upright)
        let place = try #require(content.range(of: Data("IDAT".utf8))).upperBound
        content.replaceSubrange(place..<place + 8, with: Data(count: 8))
        #expect(throws: PhotoFault.undecodable(.png)) { try Picture(reading: content) }
        #expect(
            "\(TimelineError.photoRefused(.undecodable(.png), name: "a.png"))"
                == "a.png is a damaged PNG picture."
        )
    }
}
