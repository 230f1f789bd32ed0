import Foundation
import PictureFiles
import Testing
import TimelineCore
import TimelineTestSupport

@testable import TimelineMedia

/// Tests that removing scans from a progressive JPEG has no effect at one eighth of its size.
@Suite("Thinned JPEGs")
struct JPEGThinningTests {
    private static let thinned = [
        "444", "422", "440", "420", "grey", "cmyk", "colours", "restarts", "bands-1x1",
        "bands-2x2", "bits-1x1", "bits-2x2", "unfinished-1x1", "unfinished-2x2", "high-1x1",
        "high-2x2", "low-1x1", "low-2x2",
    ]

    /// Returns the pixels at a reduced size, as decoded by libjpeg-turbo.
    private func pixels(_ content: Data, _ size: PixelSize) throws -> [UInt8] {
        let isCMYK = try JPEGFile(reading: content).frame.components.count == 4
        return try JPEGDecoder.decoded(content, size: size, isCMYK: isCMYK)
    }

    @Test("have the same pixels at one eighth of the size, in fewer bytes", arguments: thinned)
    func same(name: String) throws {
        let content = try Fixtures.file("scans-\(name).jpg")
        let thin = JPEGThinning.thinned(try JPEGFile(reading: content))
        #expect(thin.count < content.count * 9 / 10)
        let eighth = PixelSize(width: 22, height: 17)
        #expect(try pixels(thin, eighth) == pixels(content, eighth))
        let quarter = PixelSize(width: 43, height: 33)
        #expect(try pixels(thin, quarter) != pixels(content, quarter))
    }

    @Test("are used only for small pictures", arguments: thinned)
    func used(name: String) throws {
        let content = try Fixtures.file("scans-\(name).jpg")
        let thin = JPEGThinning.thinned(try JPEGFile(reading: content))
        let fit = { (content: Data, side: Int) in
            try Picture(reading: content, fit: .within(side)).raster
        }
        #expect(try fit(content, 20) == fit(thin, 20))
        #expect(try fit(content, 30) != fit(thin, 30))
    }

    @Test("hide damage in the removed scans")
    func damage() throws {
        let content = try Fixtures.file("scans-grey.jpg")
        let segments = try JPEGFile(reading: content).segments
        var damaged = content
        for range in segments.filter({ JPEGScan($0) != nil }).map(\.range) {
            damaged.replaceSubrange(range.dropFirst(10), with: Data(count: range.count - 10))
        }
        #expect(
            try Picture(reading: damaged, fit: .within(20))
                == Picture(reading: content, fit: .within(20))
        )
        #expect(try Picture(reading: damaged) != Picture(reading: content))
    }

    @Test(
        "are the original files if no scan can be removed",
        arguments: ["upright-1-jpeg-baseline.jpg", "scans-flat-1x1.jpg", "scans-flat-2x2.jpg"]
    )
    func whole(name: String) throws {
        let content = try Fixtures.file(name)
        #expect(JPEGThinning.thinned(try JPEGFile(reading: content)) == content)
    }

    @Test("can be created from a slice")
    func slice() throws {
        let content = try Fixtures.file("scans-420.jpg")
        let slice = (Data(count: 7) + content).dropFirst(7)
        let thin = JPEGThinning.thinned(try JPEGFile(reading: slice))
        #expect(thin == JPEGThinning.thinned(try JPEGFile(reading: content)))
    }

    @Test("with invalid scan headers are rejected like the originals", arguments: 0..<4)
    func wrongScans(place: Int) throws {
        var content = try Fixtures.file("scans-grey.jpg")
        let scan = try #require(
            try JPEGFile(reading: content).segments.first { JPEGScan($0) != nil }
        )
        // These bytes are the number of components, the component, the last coefficient, and the
        // bits.
        let changes: [(offset: Int, byte: UInt8)] = [(0, 2), (1, 9), (4, 64), (5, 0x0E)]
        content[scan.content.startIndex + changes[place].offset] = changes[place].byte
        for side in [20, 171] {
            #expect(throws: PictureError.undecodable(.jpeg)) {
                try Picture(reading: content, fit: .within(side))
            }
        }
    }
}
