import Foundation
import PictureFiles
import Testing
import TimelineCore
import TimelineTestSupport

@testable import TimelineMedia

/// Tests that every file produces a result or a ``PictureError``.
///
/// No file may cause a crash or use more memory than its result needs.
@Suite("Hostile files")
struct HostileFileTests {
    private static let all =
        Fixtures.secrets + Fixtures.variants.map { "upright-6-\($0)" }
        + ["gif-interlaced.gif", "gif-placed.gif", "heic-turned.heic", "scans-bits-2x2.jpg"]

    /// Parses, decodes and strips a file.
    private func use(_ content: Data) throws {
        _ = try? PictureFile(reading: content).location  // A fault is a valid result.
        do throws(PictureError) {
            _ = try Picture(reading: content, fit: .square(4))
        } catch {
            #expect(!error.description.isEmpty)
        }
        do throws(PictureError) {
            let copy = try stripped(content)
            #expect(try stripped(copy) == copy)
        } catch {
            #expect(!error.description.isEmpty)
        }
    }

    @Test("cut anywhere", arguments: all)
    func prefixes(name: String) throws {
        let content = try Fixtures.file(name)
        // The file is truncated to every length below 300, and to lengths at regular intervals
        // above.
        let places =
            Array(0..<min(300, content.count)) + stride(from: 300, to: content.count, by: 17)
        for count in places { try use(content.prefix(count)) }
    }

    @Test("changed anywhere", arguments: all)
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

    @Test("with 250 megapixels in a few bytes")
    func claims() throws {
        let small = JPEGMaker.grey(width: 16, height: 16)
        let frame = try #require(small.range(of: Data([0xFF, 0xC0])))
        for marker: UInt8 in [0xC0, 0xC2] {
            var claiming = small
            claiming[frame.lowerBound + 1] = marker
            claiming.replaceSubrange(
                frame.upperBound + 3..<frame.upperBound + 7,
                with: [0x3D, 0xC3, 0x3D, 0xC3]
            )
            #expect(throws: PictureError.truncated(.jpeg)) {
                try Picture(reading: claiming, fit: .square(320))
            }
        }
    }

    @Test("with millions of markers", arguments: [0x01, 0xD0] as [UInt8])
    func markers(marker: UInt8) throws {
        let jpeg = SamplePhotos.jpeg
        var markers = Data([0xFF, marker])
        for _ in 0..<22 { markers += markers }
        let content = jpeg.prefix(2) + markers + jpeg.dropFirst(2)
        #expect(throws: PictureError.tooManyParts(.jpeg)) { try Picture(reading: content) }
        #expect(throws: PictureError.tooManyParts(.jpeg)) { try stripped(content) }
    }

    /// Checks the limit on the number of scans.
    ///
    /// Decoding four megapixels took 12 s with 500 scans, until libjpeg-turbo rejected the next
    /// scan.
    @Test("with hundreds of scans are rejected before decoding")
    func scans() throws {
        let content = try Fixtures.upright("jpeg-progressive.jpg", .upright)
        let end = content.count - 2
        let scan = try #require(content.range(of: Data([0xFF, 0xDA]), options: .backwards))
        let last = content[scan.lowerBound..<end]
        let count = try JPEGFile(reading: content).segments.count { $0.marker == 0xDA }
        let file = { (scans: Int) in
            content.prefix(end) + Data((count..<scans).flatMap { _ in last }) + content.suffix(2)
        }
        _ = try stripped(file(500))
        #expect(throws: PictureError.tooManyParts(.jpeg)) { try stripped(file(501)) }
        // This fault shows that decoding was never started, because the decoder throws a different
        // one.
        #expect(throws: PictureError.tooManyParts(.jpeg)) { try Picture(reading: file(501)) }
    }

    @Test("with many empty chunks", arguments: ["tEXt", "IDAT"])
    func chunks(name: String) throws {
        let content = PNGMaker.noise(8, 8, seed: 1)
        let chunk = PNGMaker.chunk(name, Data())
        let chunks = { Data((0..<$0).flatMap { (_: Int) in chunk }) }
        let limit = name == "IDAT" ? 100_000 : 4096
        let few = content.prefix(33) + chunks(limit / 2) + content.dropFirst(33)
        #expect(try Picture(reading: stripped(few)) == Picture(reading: content))
        let many = content.prefix(33) + chunks(limit) + content.dropFirst(33)
        #expect(throws: PictureError.tooManyParts(.png)) { try stripped(many) }
    }

    /// Checks that no more memory is used than for 100 megapixels where a decoder holds the whole
    /// picture.
    @Test("above 100 megapixels are not drawn where a decoder holds the whole picture")
    func whole() throws {
        var jpeg = JPEGMaker.grey(width: 11_000, height: 11_000)
        let frame = try #require(jpeg.range(of: Data([0xFF, 0xC0, 0, 11])))
        let size = jpeg[frame.upperBound + 1..<frame.upperBound + 5]
        let head = Data([0xFF, 0xC2, 0, 17, 8]) + size
        let components: [UInt8] = [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]
        jpeg.replaceSubrange(frame.lowerBound..<frame.lowerBound + 13, with: head + components)
        #expect(throws: PictureError.notDrawn(.jpeg)) {
            try Picture(reading: jpeg, fit: .square(4))
        }
        // The header of a lossless image: the sides less one, in 14 bits each.
        let sides = UInt32(16_383) | UInt32(6_200) << 14
        let bytes = [0, 8, 16, 24].map { UInt8(sides >> $0 & 0xFF) }
        let chunk = Data("VP8L".utf8) + Data([6, 0, 0, 0, 0x2F] + bytes + [0])
        let webp = Data("RIFF".utf8) + Data([18, 0, 0, 0]) + Data("WEBP".utf8) + chunk
        #expect(throws: PictureError.notDrawn(.webp)) {
            try Picture(reading: webp, fit: .square(4))
        }
        let fit = PictureFit.within(640)
        for (type, limit) in [(MediaType.jpeg, 700), (.webp, 430), (.heic, 1230), (.png, 10)] {
            let size = PixelSize(width: 20_000, height: 12_500)
            #expect(Rendition.memory(forDecoding: type, size: size, fit: fit) < limit * 1_000_000)
        }
    }

    @Test("above the limits of pixels or bytes")
    func limits() {
        #expect(throws: PictureError.tooManyPixels(width: 20_000, height: 20_000)) {
            try Picture(reading: JPEGMaker.grey(width: 20_000, height: 20_000))
        }
        #expect(throws: PictureError.tooLarge(bytes: PictureLimits.bytes + 1)) {
            try Picture(reading: Data(count: PictureLimits.bytes + 1))
        }
    }

    @Test("with damaged pixels are rejected with a full sentence")
    func sentence() throws {
        var content = try Fixtures.upright("png-rgb.png", .upright)
        let place = try #require(content.range(of: Data("IDAT".utf8))).upperBound
        content.replaceSubrange(place..<place + 8, with: Data(count: 8))
        #expect(throws: PictureError.undecodable(.png)) { try Picture(reading: content) }
        #expect(
            "\(TimelineError.photoRefused(.undecodable(.png), name: "a.png"))"
                == "a.png is a damaged PNG picture."
        )
    }
}
