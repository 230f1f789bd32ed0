import Foundation
import Testing
import TimelineCore

@Suite("WebP headers")
struct PhotoHeaderWebPTests {
    private static func frame(left: Int, top: Int, width: Int, height: Int) -> Data {
        let position = PhotoBytes.little(left / 2, 3) + PhotoBytes.little(top / 2, 3)
        let size = PhotoBytes.little(width - 1, 3) + PhotoBytes.little(height - 1, 3)
        return PhotoBytes.riffChunk("ANMF", position + size + Data(count: 4))
    }

    @Test(
        "Sizes of each kind",
        arguments: [
            PhotoBytes.webp(PhotoBytes.lossy(width: 5_000, height: 3_000)),
            PhotoBytes.webp(PhotoBytes.lossless(width: 5_000, height: 3_000)),
            PhotoBytes.webp(PhotoBytes.lossless(width: 5_000, height: 3_000)).dropLast()
                + Data([9]),
            PhotoBytes.webp(
                PhotoBytes.canvas(width: 5_000, height: 3_000),
                PhotoBytes.riffChunk("ICCP", Data(count: 3)),
                PhotoBytes.riffChunk("ALPH", Data(count: 4)),
                PhotoBytes.lossy(width: 5_000, height: 3_000)
            ),
            PhotoBytes.webp(
                PhotoBytes.canvas(width: 5_000, height: 3_000),
                PhotoBytes.riffChunk("ANIM", Data(count: 6)),
                frame(left: 4_000, top: 2_000, width: 1_000, height: 1_000)
            ),
        ]
    )
    func sizes(_ content: Data) throws {
        for content in [content, content + Data([1, 2, 3])] {
            let header = try PhotoHeader(reading: content)
            #expect(header.width == 5_000)
            #expect(header.height == 3_000)
        }
    }

    @Test("The bits of scaling are no part of a lossy size")
    func scaling() throws {
        let content = PhotoBytes.webp(PhotoBytes.lossy(width: 300 | 0xC000, height: 200 | 0x4000))
        #expect(try PhotoHeader(reading: content).width == 300)
        #expect(try PhotoHeader(reading: content).height == 200)
    }

    @Test("The last padding byte may be missing")
    func padding() throws {
        let chunk = PhotoBytes.lossless(width: 30, height: 20)
        #expect(try PhotoHeader(reading: PhotoBytes.webp(chunk.dropLast())).width == 30)
    }

    @Test(
        "What no WebP says",
        arguments: [
            PhotoBytes.webp(),
            PhotoBytes.webp(PhotoBytes.riffChunk("VP9 ", Data(count: 20))),
            PhotoBytes.webp(
                PhotoBytes.riffChunk("ALPH", Data()),
                PhotoBytes.lossy(width: 5, height: 5)
            ),
            PhotoBytes.webp(PhotoBytes.lossy(width: 5, height: 5, tag: 0x11)),
            PhotoBytes.webp(PhotoBytes.lossy(width: 5, height: 5, tag: 0x00)),
            PhotoBytes.webp(PhotoBytes.lossy(width: 0, height: 5)),
            PhotoBytes.webp(PhotoBytes.lossy(width: 5, height: 0)),
            PhotoBytes.webp(
                PhotoBytes.riffChunk("VP8 ", Data([0x10, 0, 0, 0x9D, 0x01, 0x2B, 5, 0, 5, 0]))
            ),
            PhotoBytes.webp(
                PhotoBytes.riffChunk("VP8 ", Data([0x10, 0, 0, 0x9D, 0x01, 0x2A, 5, 0, 5]))
            ),
            PhotoBytes.webp(PhotoBytes.lossless(width: 5, height: 5, version: 1)),
            PhotoBytes.webp(PhotoBytes.riffChunk("VP8L", Data([0x2E, 0, 0, 0, 0]))),
            PhotoBytes.webp(PhotoBytes.canvas(width: 5, height: 5)),
            PhotoBytes.webp(
                PhotoBytes.canvas(width: 5, height: 5),
                PhotoBytes.riffChunk("EXIF", Data())
            ),
            PhotoBytes.webp(
                PhotoBytes.canvas(width: 5, height: 5),
                PhotoBytes.lossy(width: 5, height: 6)
            ),
            PhotoBytes.webp(
                PhotoBytes.canvas(width: 9, height: 9),
                frame(left: 2, top: 0, width: 8, height: 9)
            ),
            PhotoBytes.webp(
                PhotoBytes.canvas(width: 9, height: 9),
                frame(left: 0, top: 2, width: 9, height: 8)
            ),
            PhotoBytes.webp(Data("VP8 ".utf8) + PhotoBytes.little(0xFFFF_FFFF, 4)),
        ]
    )
    func damaged(_ content: Data) {
        #expect(throws: PhotoFault.damaged(.webp)) { try PhotoHeader(reading: content) }
    }

    @Test("A file shorter than its header says")
    func truncated() {
        let content = PhotoBytes.webp(PhotoBytes.lossy(width: 5, height: 5)).dropLast()
        #expect(throws: PhotoFault.truncated(.webp)) { try PhotoHeader(reading: content) }
    }

    @Test("The largest canvas")
    func huge() {
        let most = 1 << 24
        let content = PhotoBytes.webp(
            PhotoBytes.canvas(width: most, height: most),
            Self.frame(left: 0, top: 0, width: 8, height: 8)
        )
        #expect(throws: PhotoFault.tooManyPixels(width: most, height: most)) {
            try PhotoHeader(reading: content)
        }
    }
}
