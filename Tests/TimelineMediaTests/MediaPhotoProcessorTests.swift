import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineMedia

@Suite("The processor of pictures")
struct MediaPhotoProcessorTests {
    private let processor = MediaPhotoProcessor()

    @Test("hashes what others will see, and strips it", arguments: Fixtures.secrets)
    func accepts(name: String) throws {
        let content = try Fixtures.file(name)
        let picture = try processor.inspect(content)
        let copy = try processor.strippedCopy(of: content)
        #expect(try picture.header == PhotoHeader(reading: content))
        #expect(copy.range(of: Data("SECRET".utf8)) == nil)
        guard !name.hasSuffix("heic") || HEIFLibrary.system != nil else { return }
        #expect(try picture.thumbHash == ThumbHash(ofFile: copy).bytes)
        #expect(try picture.thumbHash == ThumbHash(ofFile: content).bytes)
    }

    /// libpng and the decoder of GIF do without an end.
    @Test(
        "rejects pictures that it could not strip later",
        arguments: [("secrets.gif", 1), ("secrets.png", 12), ("secrets.jpg", 2)]
    )
    func endless(name: String, end: Int) throws {
        // Behind the end of the fixture there is more metadata.
        let content = try MetadataStripper.stripped(Fixtures.file(name))
        let media = try PhotoHeader(reading: content).mediaType
        #expect(throws: PhotoFault.truncated(media)) {
            try processor.inspect(content.dropLast(end))
        }
    }

    @Test("rejects a PNG of more chunks than it strips")
    func chunks() throws {
        let content = PNGMaker.file(try TestRaster.noise(8, 8, seed: 1))
        let chunk = PNGMaker.chunk("tEXt", Data())
        let chunks = { (count: Int) in Data((0..<count).flatMap { _ in chunk }) }
        // IHDR and IEND count too.
        let few = content.prefix(33) + chunks(4094) + content.dropFirst(33)
        #expect(try processor.inspect(few).thumbHash != nil)
        let many = content.prefix(33) + chunks(4095) + content.dropFirst(33)
        #expect(throws: PhotoFault.tooManyParts(.png)) { try processor.inspect(many) }
    }

    @Test("accepts a picture that nothing decodes if it can be stripped, without a ThumbHash")
    func undecodable() throws {
        let content = try Fixtures.file("secrets.heic")
        let processor = MediaPhotoProcessor(heif: nil)
        #expect(try processor.inspect(content).thumbHash == nil)
        // The coded picture is damaged; the container is sound.
        var damaged = content
        let coded = try #require(content.range(of: SamplePhotos.heic.suffix(58)))
        damaged.replaceSubrange(coded, with: Data(repeating: 0xFF, count: coded.count))
        #expect(try self.processor.inspect(damaged).thumbHash == nil)
        #expect(throws: PhotoFault.damaged(.heic)) { try processor.inspect(content.dropLast(9)) }
    }

    @Test("rejects a picture whose decoder finds it damaged")
    func damaged() throws {
        let content = TestPhotos.png(seed: 1)
        #expect(throws: PhotoFault.undecodable(.png)) { try processor.inspect(content) }
    }

    @Test("can strip whatever it accepts", arguments: Fixtures.secrets)
    func mutations(name: String) throws {
        let content = try Fixtures.file(name)
        var numbers = SplitMix64(seed: 4712)
        for _ in 0..<30 {
            var changed = content.prefix(content.count - Int.random(in: 0...2, using: &numbers))
            let place = Int.random(in: 0..<changed.count, using: &numbers)
            changed[place] = UInt8.random(in: 0...255, using: &numbers)
            do throws(PhotoFault) {
                let header = try processor.inspect(changed).header
                let copy = try processor.strippedCopy(of: changed)
                #expect(try PhotoHeader(reading: copy) == header)
            } catch {
                #expect(!error.description.isEmpty)
            }
        }
    }
}
