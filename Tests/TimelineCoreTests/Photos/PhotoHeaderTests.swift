import Foundation
import Testing
import TimelineCore
import TimelineTestSupport

@Suite("Photo headers")
struct PhotoHeaderTests {
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
        Sample("colour JPEG", RealPhotos.colourJPEG, .jpeg, 16, 9),
        Sample("progressive JPEG with thumbnail", RealPhotos.progressiveJPEG, .jpeg, 24, 10),
        Sample("CMYK JPEG with thumbnail", RealPhotos.cmykJPEG, .jpeg, 16, 9),
        Sample("PNG", SamplePhotos.png, .png, 16, 9),
        Sample("lossy WebP", SamplePhotos.webp, .webp, 16, 9),
        Sample("lossless WebP", RealPhotos.losslessWebP, .webp, 16, 9),
        Sample("WebP with alpha", RealPhotos.alphaWebP, .webp, 16, 9),
        Sample("WebP animation", RealPhotos.animatedWebP, .webp, 16, 9),
        Sample("GIF", SamplePhotos.gif, .gif, 16, 9),
        Sample("HEIC", SamplePhotos.heic, .heic, 16, 9),
        Sample(
            "HEIC whose second picture is the primary one",
            RealPhotos.secondHEIC,
            .heic,
            64,
            128
        ),
        Sample("HEIC that is shown turned", RealPhotos.turnedHEIC, .heic, 64, 36),
    ]

    @Test("Format and size of real files", arguments: samples)
    func real(_ sample: Sample) throws {
        let header = try PhotoHeader(reading: sample.content)
        #expect(header.mediaType == sample.mediaType)
        #expect(header.width == sample.width)
        #expect(header.height == sample.height)
    }

    @Test("A slice is read from its own start to its own end", arguments: samples)
    func slices(_ sample: Sample) throws {
        let padded = Data([0xFF, 0xD8, 0xFF]) + sample.content + Data([0xFF, 0xDA])
        let slice = padded.dropFirst(3).dropLast(2)
        #expect(slice.startIndex == 3)
        #expect(try PhotoHeader(reading: slice) == PhotoHeader(reading: sample.content))
        #expect(throws: PhotoFault.self) { try PhotoHeader(reading: slice.prefix(12)) }
    }

    @Test("A file cut anywhere is refused, or read as the whole one", arguments: samples)
    func prefixes(_ sample: Sample) throws {
        let whole = try PhotoHeader(reading: sample.content)
        var accepted = false
        for length in 0..<sample.content.count {
            do throws(PhotoFault) {
                #expect(try PhotoHeader(reading: sample.content.prefix(length)) == whole)
                accepted = true
            } catch {
                // Once the header is complete, more of the file changes nothing.
                #expect(!accepted)
                let faults: [PhotoFault] = [.empty, .unknownFormat, .truncated(sample.mediaType)]
                #expect(faults.contains(error), "\(length) bytes")
            }
        }
    }

    @Test("20,000 damaged files of each format are refused or within the limits")
    func mutations() {
        for mediaType in MediaType.allCases {
            let originals = Self.samples.filter { $0.mediaType == mediaType }.map(\.content)
            var mutations = Mutations(seed: 0x5EED)
            var refused = 0
            for round in 0..<20_000 {
                let content = mutations.mutate(originals[round % originals.count])
                do throws(PhotoFault) {
                    let header = try PhotoHeader(reading: content)
                    #expect(header.width > 0 && header.height > 0)
                    #expect(header.width * header.height <= PhotoLimits.pixels)
                } catch {
                    refused += 1
                }
            }
            #expect((1..<20_000).contains(refused))
        }
    }

    @Test(
        "What is none of the five formats",
        arguments: [
            Data("Dear diary, this is no photo.".utf8),
            Data([0x00]), Data([0xFF]), Data([0x89, 0x50, 0x4E, 0x47]),
            Data("GIF88a".utf8) + SamplePhotos.gif.dropFirst(6),
            Data("RIFF".utf8) + PhotoBytes.little(4, 4) + Data("WAVE".utf8),
            Data("BM".utf8) + Data(count: 60),
            PhotoBytes.box("ftyp", Data("isom\0\0\0\u{1}isommp42".utf8)) + PhotoBytes.box("moov"),
            RealPhotos.avif,
        ] as [Data]
    )
    func unknown(_ content: Data) {
        #expect(throws: PhotoFault.unknownFormat) { try PhotoHeader(reading: content) }
    }

    @Test func empty() {
        #expect(throws: PhotoFault.empty) { try PhotoHeader(reading: Data()) }
    }

    @Test("The limit of bytes comes first, and is taken itself")
    func bytes() throws {
        let limit = PhotoLimits.bytes
        let largest = SamplePhotos.jpeg + Data(count: limit - SamplePhotos.jpeg.count)
        #expect(try PhotoHeader(reading: largest).width == 16)
        #expect(throws: PhotoFault.tooLarge(bytes: limit + 1)) {
            try PhotoHeader(reading: Data(count: limit + 1))
        }
    }

    @Test("The limit of pixels is taken itself")
    func pixels() throws {
        let largest = PhotoBytes.jpeg(PhotoBytes.frame(width: 10_000, height: 10_000))
        #expect(try PhotoHeader(reading: largest).width == 10_000)
        #expect(throws: PhotoFault.tooManyPixels(width: 10_001, height: 10_000)) {
            try PhotoHeader(
                reading: PhotoBytes.jpeg(PhotoBytes.frame(width: 10_001, height: 10_000))
            )
        }
    }
}

/// Damages files, the same way for the same seed.
private struct Mutations {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// One to four changes: a byte, a length, a cut, a repeated part.
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

    /// A number up to `most`, by SplitMix64.
    private mutating func next(_ most: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ mixed >> 31) % UInt64(most + 1))
    }
}
