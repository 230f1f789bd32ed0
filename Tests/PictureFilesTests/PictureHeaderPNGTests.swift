import Foundation
import PictureFiles
import Testing
import TimelineTestSupport

@Suite("PNG headers")
struct PictureHeaderPNGTests {
    private static let data = PictureBytes.chunk("IDAT", Data())
    private static let end = PictureBytes.chunk("IEND", Data())

    private static func header(_ content: Data) -> Data {
        PictureBytes.chunk("IHDR", content)
    }

    @Test("Depths and colour types", arguments: UInt8(0)...17, UInt8(0)...7)
    func colours(_ bitDepth: UInt8, _ colourType: UInt8) throws {
        let legal: [UInt8: Set<UInt8>] = [
            0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
        ]
        let image = PictureBytes.imageHeader(
            width: 70_000,
            height: 3,
            bitDepth: bitDepth,
            colourType: colourType,
            interlace: 1
        )
        let content = PictureBytes.png(Self.header(image), Self.data)
        if legal[colourType]?.contains(bitDepth) == true {
            #expect(try PictureHeader(reading: content).width == 70_000)
        } else {
            #expect(throws: PictureError.damaged(.png)) { try PictureHeader(reading: content) }
        }
    }

    @Test("Chunks before the pixels")
    func chunks() throws {
        let content = PictureBytes.png(
            Self.header(PictureBytes.imageHeader(width: 7, height: 5)),
            PictureBytes.chunk("tEXt", Data("IDAT".utf8)),
            PictureBytes.chunk("PLTE", Data(count: 768)),
            Self.data
        )
        #expect(try PictureHeader(reading: content).height == 5)
    }

    @Test(
        "Invalid PNG headers",
        arguments: [
            PictureBytes.png(header(PictureBytes.imageHeader(width: 0, height: 5)), data),
            PictureBytes.png(header(PictureBytes.imageHeader(width: 5, height: 0)), data),
            PictureBytes.png(header(PictureBytes.imageHeader(width: 1 << 31, height: 1)), data),
            PictureBytes.png(
                header(PictureBytes.imageHeader(width: 5, height: 5, interlace: 2)),
                data
            ),
            PictureBytes.png(
                header(PictureBytes.imageHeader(width: 5, height: 5) + Data([0])),
                data
            ),
            PictureBytes.png(header(PictureBytes.imageHeader(width: 5, height: 5)), end),
            PictureBytes.png(
                header(PictureBytes.imageHeader(width: 5, height: 5)),
                header(PictureBytes.imageHeader(width: 5, height: 5)),
                data
            ),
            PictureBytes.png(
                header(PictureBytes.imageHeader(width: 5, height: 5)),
                PictureBytes.chunk("tE t", Data()),
                data
            ),
            PictureBytes.png(
                header(PictureBytes.imageHeader(width: 5, height: 5)),
                PictureBytes.big(1 << 31, 4) + Data("tEXt".utf8)
            ),
            PictureBytes.png(data, header(PictureBytes.imageHeader(width: 5, height: 5))),
            PictureBytes.png(
                PictureBytes.chunk("IHDX", PictureBytes.imageHeader(width: 5, height: 5)),
                data
            ),
        ]
    )
    func damaged(_ content: Data) {
        #expect(throws: PictureError.damaged(.png)) { try PictureHeader(reading: content) }
    }

    @Test("Every changed byte of the first chunk is detected", arguments: 8..<33)
    func changedByte(_ place: Int) {
        var content = SamplePhotos.png
        content[place] ^= 0x10
        #expect(throws: PictureError.damaged(.png)) { try PictureHeader(reading: content) }
    }

    @Test("A file that ends before its pixels is truncated")
    func noPixels() {
        let content = PictureBytes.png(Self.header(PictureBytes.imageHeader(width: 5, height: 5)))
        #expect(throws: PictureError.truncated(.png)) { try PictureHeader(reading: content) }
    }

    @Test("The largest size that the header can state")
    func huge() {
        let most = Int(Int32.max)
        let header = Self.header(PictureBytes.imageHeader(width: most, height: most))
        #expect(throws: PictureError.tooManyPixels(width: most, height: most)) {
            try PictureHeader(reading: PictureBytes.png(header, Self.data))
        }
    }

    @Test("A file of many empty chunks is read in linear time")
    func linear() {
        let chunk = PictureBytes.chunk("tEXt", Data())
        let ratio = TimeGrowth.ratio(upTo: 50_000) { count in
            (0..<count)
                .reduce(
                    into: PictureBytes.png(
                        Self.header(PictureBytes.imageHeader(width: 5, height: 5))
                    )
                ) { content, _ in content += chunk }
        } work: { content in
            #expect(throws: PictureError.truncated(.png)) { try PictureHeader(reading: content) }
        }
        #expect(ratio < TimeGrowth.linearLimit)
    }
}
