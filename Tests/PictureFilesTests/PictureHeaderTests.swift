import Foundation
import PictureFiles
import Testing
import TimelineCore
import TimelineTestSupport

@Suite("Photo headers")
struct PictureHeaderTests {
    struct Sample: CustomTestStringConvertible {
        let testDescription: String
        let content: Data
        let mediaType: MediaType
        let width: Int
        let height: Int

        init(_ name: String, _ content: Data, _ mediaType: MediaType, _ width: Int, _ height: Int) {
            testDescription = name
            self.content = content
            self.mediaType = mediaType
            self.width = width
            self.height = height
        }
    }

    static let samples = [
        Sample("grey JPEG", SamplePhotos.jpeg, .jpeg, 16, 9),
        Sample("colour JPEG", RealPictures.colourJPEG, .jpeg, 16, 9),
        Sample("progressive JPEG with thumbnail", RealPictures.progressiveJPEG, .jpeg, 10, 24),
        Sample("CMYK JPEG with thumbnail", RealPictures.cmykJPEG, .jpeg, 9, 16),
        Sample("PNG", SamplePhotos.png, .png, 16, 9),
        Sample("lossy WebP", SamplePhotos.webp, .webp, 16, 9),
        Sample("lossless WebP", RealPictures.losslessWebP, .webp, 16, 9),
        Sample("WebP with alpha", RealPictures.alphaWebP, .webp, 16, 9),
        Sample("WebP animation", RealPictures.animatedWebP, .webp, 16, 9),
        Sample("GIF", SamplePhotos.gif, .gif, 16, 9),
        Sample("HEIC", SamplePhotos.heic, .heic, 16, 9),
        Sample(
            "HEIC whose second picture is the primary one",
            RealPictures.secondHEIC,
            .heic,
            64,
            128
        ),
        Sample("HEIC that is shown turned", RealPictures.turnedHEIC, .heic, 36, 64),
    ]

    @Test("Format and upright size of real files", arguments: samples)
    func real(_ sample: Sample) throws {
        let header = try PictureHeader(reading: sample.content)
        #expect(header.mediaType == sample.mediaType)
        #expect(header.width == sample.width)
        #expect(header.height == sample.height)
    }

    @Test(
        "Sizes are upright in every format and orientation",
        arguments: Fixtures.variants,
        Orientation.allCases
    )
    func upright(variant: String, orientation: Orientation) throws {
        let header = try PictureHeader(reading: Fixtures.upright(variant, orientation))
        #expect(header.width == 48 && header.height == 32)
        #expect(header.orientation == orientation)
        let stored = PixelSize(width: 48, height: 32)
        #expect(header.storedSize == (orientation.swapsSides ? stored.transposed : stored))
    }

    @Test("A slice is read from its own start to its own end", arguments: samples)
    func slices(_ sample: Sample) throws {
        let padded = Data([0xFF, 0xD8, 0xFF]) + sample.content + Data([0xFF, 0xDA])
        let slice = padded.dropFirst(3).dropLast(2)
        #expect(slice.startIndex == 3)
        #expect(try PictureHeader(reading: slice) == PictureHeader(reading: sample.content))
        #expect(throws: PictureError.self) { try PictureHeader(reading: slice.prefix(12)) }
    }

    @Test(
        "A file cut anywhere is rejected, or has the header of the complete one",
        arguments: samples
    )
    func prefixes(_ sample: Sample) throws {
        let whole = try PictureHeader(reading: sample.content)
        var accepted = false
        for length in 0..<sample.content.count {
            do throws(PictureError) {
                #expect(try PictureHeader(reading: sample.content.prefix(length)) == whole)
                accepted = true
            } catch {
                // Once the header is complete, additional bytes change nothing.
                #expect(!accepted)
                let faults: [PictureError] = [.empty, .unknownFormat, .truncated(sample.mediaType)]
                #expect(faults.contains(error), "\(length) bytes")
            }
        }
    }

    @Test("Damaged files of each format are rejected or within the limits")
    func mutations() {
        let count = TestEffort.count(2000, full: 20_000)
        for mediaType in MediaType.allCases {
            let originals = Self.samples.filter { $0.mediaType == mediaType }.map(\.content)
            var mutations = Mutations(seed: 0x5EED)
            var refused = 0
            for round in 0..<count {
                let content = mutations.mutate(originals[round % originals.count])
                do throws(PictureError) {
                    let header = try PictureHeader(reading: content)
                    #expect(header.width > 0 && header.height > 0)
                    #expect(header.width * header.height <= PictureLimits.pixels)
                } catch {
                    refused += 1
                }
            }
            #expect((1..<count).contains(refused))
        }
    }

    @Test(
        "Files of other formats",
        arguments: [
            Data("Dear diary, this is no photo.".utf8),
            Data([0x00]), Data([0xFF]), Data([0x89, 0x50, 0x4E, 0x47]),
            Data("GIF88a".utf8) + SamplePhotos.gif.dropFirst(6),
            Data("RIFF".utf8) + PictureBytes.little(4, 4) + Data("WAVE".utf8),
            Data("BM".utf8) + Data(count: 60),
            PictureBytes.box("ftyp", Data("isom\0\0\0\u{1}isommp42".utf8))
                + PictureBytes.box("moov"),
            RealPictures.avif,
        ] as [Data]
    )
    func unknown(_ content: Data) {
        #expect(throws: PictureError.unknownFormat) { try PictureHeader(reading: content) }
    }

    @Test func empty() {
        #expect(throws: PictureError.empty) { try PictureHeader(reading: Data()) }
    }

    @Test("The limit on bytes is checked first and is inclusive")
    func bytes() throws {
        let limit = PictureLimits.bytes
        let largest = SamplePhotos.jpeg + Data(count: limit - SamplePhotos.jpeg.count)
        #expect(try PictureHeader(reading: largest).width == 16)
        #expect(throws: PictureError.tooLarge(bytes: limit + 1)) {
            try PictureHeader(reading: Data(count: limit + 1))
        }
    }

    @Test("The limit on pixels is inclusive")
    func pixels() throws {
        let largest = PictureBytes.jpeg(PictureBytes.frame(width: 20_000, height: 12_500))
        #expect(try PictureHeader(reading: largest).width == 20_000)
        #expect(throws: PictureError.tooManyPixels(width: 20_001, height: 12_500)) {
            try PictureHeader(
                reading: PictureBytes.jpeg(PictureBytes.frame(width: 20_001, height: 12_500))
            )
        }
    }
}

/// A generator of damaged files.
///
/// The same seed always causes the same damage.
private struct Mutations {
    private var numbers: SplitMix64

    init(seed: UInt64) {
        numbers = SplitMix64(seed: seed)
    }

    /// Changes up to four parts of a file: replaces bytes, truncates the file, or inserts or
    /// removes a part.
    mutating func mutate(_ original: Data) -> Data {
        var content = original
        for _ in 0...next(3) where !content.isEmpty {
            let place = next(content.count - 1)
            switch next(7) {
            case 0...3: content[place] = UInt8(next(255))
            case 4: content[place] = [0x00, 0x01, 0x7F, 0x80, 0xFF][next(4)]
            case 5: content.replaceSubrange(place..., with: content[place...].prefix(next(40)))
            case 6: content.insert(contentsOf: content[..<place].suffix(next(20)), at: place)
            default: content.removeSubrange(place..<min(content.count, place + next(8)))
            }
        }
        return content
    }

    /// Returns a random number from 0 to `most`.
    private mutating func next(_ most: Int) -> Int {
        Int(numbers.next() % UInt64(most + 1))
    }
}
