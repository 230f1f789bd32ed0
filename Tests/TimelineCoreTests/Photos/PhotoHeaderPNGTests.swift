import Foundation
import Testing
import TimelineCore
import TimelineTestSupport

@Suite("PNG headers")
struct PhotoHeaderPNGTests {
    private static let data = PhotoBytes.chunk("IDAT", Data())
    private static let end = PhotoBytes.chunk("IEND", Data())

    private static func header(_ content: Data) -> Data {
        PhotoBytes.chunk("IHDR", content)
    }

    @Test("Depths and colour types", arguments: UInt8(0)...17, UInt8(0)...7)
    func colours(_ bitDepth: UInt8, _ colourType: UInt8) throws {
        let legal: [UInt8: Set<UInt8>] = [
            0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
        ]
        let image = PhotoBytes.imageHeader(
            width: 70_000,
            height: 3,
            bitDepth: bitDepth,
            colourType: colourType,
            interlace: 1
        )
        let content = PhotoBytes.png(Self.header(image), Self.data)
        if legal[colourType]?.contains(bitDepth) == true {
            #expect(try PhotoHeader(reading: content).width == 70_000)
        } else {
            #expect(throws: PhotoFault.damaged(.png)) { try PhotoHeader(reading: content) }
        }
    }

    @Test("Chunks before the pixels")
    func chunks() throws {
        let content = PhotoBytes.png(
            Self.header(PhotoBytes.imageHeader(width: 7, height: 5)),
            PhotoBytes.chunk("tEXt", Data("IDAT".utf8)),
            PhotoBytes.chunk("PLTE", Data(count: 768)),
            Self.data
        )
        #expect(try PhotoHeader(reading: content).height == 5)
    }

    @Test(
        "What no PNG says",
        arguments: [
            PhotoBytes.png(header(PhotoBytes.imageHeader(width: 0, height: 5)), data),
            PhotoBytes.png(header(PhotoBytes.imageHeader(width: 5, height: 0)), data),
            PhotoBytes.png(header(PhotoBytes.imageHeader(width: 1 << 31, height: 1)), data),
            PhotoBytes.png(header(PhotoBytes.imageHeader(width: 5, height: 5, interlace: 2)), data),
            PhotoBytes.png(header(PhotoBytes.imageHeader(width: 5, height: 5) + Data([0])), data),
            PhotoBytes.png(header(PhotoBytes.imageHeader(width: 5, height: 5)), end),
            PhotoBytes.png(
                header(PhotoBytes.imageHeader(width: 5, height: 5)),
                header(PhotoBytes.imageHeader(width: 5, height: 5)),
                data
            ),
            PhotoBytes.png(
                header(PhotoBytes.imageHeader(width: 5, height: 5)),
                PhotoBytes.chunk("tE t", Data()),
                data
            ),
            PhotoBytes.png(
                header(PhotoBytes.imageHeader(width: 5, height: 5)),
                PhotoBytes.big(1 << 31, 4) + Data("tEXt".utf8)
            ),
            PhotoBytes.png(data, header(PhotoBytes.imageHeader(width: 5, height: 5))),
            PhotoBytes.png(
                PhotoBytes.chunk("IHDX", PhotoBytes.imageHeader(width: 5, height: 5)),
                data
            ),
        ]
    )
    func damaged(_ content: Data) {
        #expect(throws: PhotoFault.damaged(.png)) { try PhotoHeader(reading: content) }
    }

    @Test("Any changed byte of the first chunk shows", arguments: 8..<33)
    func changedByte(_ place: Int) {
        var content = SamplePhotos.png
        content[place] ^= 0x10
        #expect(throws: PhotoFault.damaged(.png)) { try PhotoHeader(reading: content) }
    }

    @Test("A file that ends before its pixels")
    func noPixels() {
        let content = PhotoBytes.png(Self.header(PhotoBytes.imageHeader(width: 5, height: 5)))
        #expect(throws: PhotoFault.truncated(.png)) { try PhotoHeader(reading: content) }
    }

    @Test("The largest size that fits in the header")
    func huge() {
        let most = Int(Int32.max)
        let header = Self.header(PhotoBytes.imageHeader(width: most, height: most))
        #expect(throws: PhotoFault.tooManyPixels(width: most, height: most)) {
            try PhotoHeader(reading: PhotoBytes.png(header, Self.data))
        }
    }

    @Test("A file of many empty chunks is read once")
    func linear() {
        let chunk = PhotoBytes.chunk("tEXt", Data())
        let ratio = TimeGrowth.ratio(upTo: 50_000) { count in
            (0..<count)
                .reduce(
                    into: PhotoBytes.png(Self.header(PhotoBytes.imageHeader(width: 5, height: 5)))
                ) { content, _ in content += chunk }
        } work: { content in
            #expect(throws: PhotoFault.truncated(.png)) { try PhotoHeader(reading: content) }
        }
        #expect(ratio < TimeGrowth.linearLimit)
    }
}
