import Foundation
import PictureFiles
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineMedia

@Suite("The photo processor")
struct MediaPhotoProcessorTests {
    private let processor = MediaPhotoProcessor()

    @Test("hashes the copy that others see, and strips it", arguments: Fixtures.secrets)
    func accepts(name: String) throws {
        let content = try Fixtures.file(name)
        let picture = try processor.process(PhotoFile(content: content))
        let copy = picture.publicCopy
        let (header, photo) = (try PictureHeader(reading: content), picture.photo)
        #expect(try PictureHeader(reading: copy) == header)
        #expect(photo.mediaType == header.mediaType)
        #expect(photo.width == header.width && photo.height == header.height)
        #expect(copy.range(of: Data("SECRET".utf8)) == nil)
        guard !name.hasSuffix("heic") || HEIFLibrary.system != nil else { return }
        #expect(try picture.photo.thumbHash == ThumbHash(ofFile: copy).bytes)
        #expect(try picture.photo.thumbHash == ThumbHash(ofFile: content).bytes)
    }

    /// Checks that pictures without an end marker are rejected.
    ///
    /// libpng and the GIF decoder do not require the marker.
    @Test(
        "rejects pictures that cannot be stripped",
        arguments: [("secrets.gif", 2), ("secrets.png", 12), ("secrets.jpg", 2)]
    )
    func endless(name: String, end: Int) throws {
        // The fixture contains more metadata after its end, so it must be stripped first.
        let content = try stripped(Fixtures.file(name))
        let media = try PictureHeader(reading: content).mediaType
        #expect(throws: PictureError.truncated(media)) {
            try processor.process(PhotoFile(content: content.dropLast(end)))
        }
    }

    /// Checks panoramas of Samsung's phones: other data follow the pixels directly, without EOI.
    @Test("accepts a JPEG without its end if all pixels are there, and adds the end")
    func endlessJPEG() throws {
        let content = try stripped(Fixtures.upright("jpeg-subsampled.jpg", .upright))
        let whole = try processor.process(PhotoFile(content: content))
        for trailer in [Data(), Data("SECRET, SEFT".utf8)] {
            let picture = try processor.process(PhotoFile(content: content.dropLast(2) + trailer))
            #expect(picture.publicCopy == content)
            #expect(picture.photo.thumbHash == whole.photo.thumbHash)
        }
        #expect(throws: PictureError.truncated(.jpeg)) {
            try processor.process(PhotoFile(content: content.dropLast(3)))
        }
    }

    @Test("rejects a PNG with too many chunks")
    func chunks() throws {
        let content = PNGMaker.noise(8, 8, seed: 1)
        let chunk = PNGMaker.chunk("tEXt", Data())
        let chunks = { (count: Int) in Data((0..<count).flatMap { _ in chunk }) }
        // IHDR and IEND are also counted.
        let few = content.prefix(33) + chunks(4094) + content.dropFirst(33)
        #expect(try processor.process(PhotoFile(content: few)).photo.thumbHash != nil)
        let many = content.prefix(33) + chunks(4095) + content.dropFirst(33)
        #expect(throws: PictureError.tooManyParts(.png)) {
            try processor.process(PhotoFile(content: many))
        }
    }

    @Test("accepts a picture that can be stripped but not decoded, without a ThumbHash")
    func undecodable() throws {
        let content = try Fixtures.file("secrets.heic")
        let processor = MediaPhotoProcessor(heif: nil)
        #expect(try processor.process(PhotoFile(content: content)).photo.thumbHash == nil)
        // The coded picture is damaged, but its container is intact.
        var damaged = content
        let coded = try #require(content.range(of: SamplePhotos.heic.suffix(58)))
        damaged.replaceSubrange(coded, with: Data(repeating: 0xFF, count: coded.count))
        #expect(try self.processor.process(PhotoFile(content: damaged)).photo.thumbHash == nil)
        #expect(throws: PictureError.damaged(.heic)) {
            try processor.process(PhotoFile(content: content.dropLast(9)))
        }
    }

    @Test("rejects a picture that its decoder reports as damaged")
    func damaged() throws {
        let content = TestPhotos.png(seed: 1)
        #expect(throws: PictureError.undecodable(.png)) {
            try processor.process(PhotoFile(content: content))
        }
    }

    @Test(
        "makes previews of pictures that are larger",
        arguments: [(700, 350, (640, 320)), (350, 1280, (175, 640)), (640, 640, nil)]
    )
    func previews(width: Int, height: Int, size: (width: Int, height: Int)?) throws {
        let isLarger = max(width, height) > 640
        let content =
            isLarger
            ? PNGMaker.noise(width, height, seed: 1) : JPEGMaker.grey(width: width, height: height)
        let picture = try processor.process(PhotoFile(content: content))
        let header = try picture.preview.map { try PictureHeader(reading: $0) }
        #expect(header?.mediaType == (size == nil ? nil : .jpeg))
        #expect(header?.width == size?.width && header?.height == size?.height)
        if let preview = picture.preview { #expect(try stripped(preview) == preview) }
    }

    @Test("creates previews of large files with few pixels")
    func previewOfALargeFile() throws {
        let content = PNGMaker.file(try TestRaster.noise(200, 200, seed: 1))
        #expect(content.count > 1 << 16)
        let preview = try #require(processor.process(PhotoFile(content: content)).preview)
        #expect(try PictureHeader(reading: preview).width == 200)
        #expect(preview.count < content.count)
    }

    @Test("creates no preview that would be larger than the picture")
    func noLargerPreview() throws {
        let picture = try processor.process(PhotoFile(content: PNGMaker.black(700, 8)))
        #expect(picture.preview == nil)
        #expect(picture.photo.thumbHash != nil)
    }

    @Test("can strip every picture that it accepts", arguments: Fixtures.secrets)
    func mutations(name: String) throws {
        let content = try Fixtures.file(name)
        var numbers = SplitMix64(seed: 4712)
        for _ in 0..<30 {
            var changed = content.prefix(content.count - Int.random(in: 0...2, using: &numbers))
            let place = Int.random(in: 0..<changed.count, using: &numbers)
            changed[place] = UInt8.random(in: 0...255, using: &numbers)
            do throws(PictureError) {
                let picture = try processor.process(PhotoFile(content: changed))
                let header = try PictureHeader(reading: picture.publicCopy)
                #expect(try PictureHeader(reading: changed) == header)
            } catch {
                #expect(!error.description.isEmpty)
            }
        }
    }
}

extension PreparedPhoto {
    /// The bytes of the public copy, which is the first blob.
    fileprivate var publicCopy: Data { blobs[0].content }

    /// The bytes of the preview.
    fileprivate var preview: Data? {
        blobs.first { $0.id == photo.preview?.blob }?.content
    }
}
