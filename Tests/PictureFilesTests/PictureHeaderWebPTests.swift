import Foundation
import PictureFiles
import Testing

@Suite("WebP headers")
struct PictureHeaderWebPTests {
    private static func frame(left: Int, top: Int, width: Int, height: Int) -> Data {
        let position = PictureBytes.little(left / 2, 3) + PictureBytes.little(top / 2, 3)
        let size = PictureBytes.little(width - 1, 3) + PictureBytes.little(height - 1, 3)
        return PictureBytes.riffChunk("ANMF", position + size + Data(count: 4))
    }

    @Test(
        "Sizes of each kind",
        arguments: [
            PictureBytes.webp(PictureBytes.lossy(width: 5_000, height: 3_000)),
            PictureBytes.webp(PictureBytes.lossless(width: 5_000, height: 3_000)),
            PictureBytes.webp(PictureBytes.lossless(width: 5_000, height: 3_000)).dropLast()
                + Data([9]),
            PictureBytes.webp(
                PictureBytes.canvas(width: 5_000, height: 3_000),
                PictureBytes.riffChunk("ICCP", Data(count: 3)),
                PictureBytes.riffChunk("ALPH", Data(count: 4)),
                PictureBytes.lossy(width: 5_000, height: 3_000)
            ),
            PictureBytes.webp(
                PictureBytes.canvas(width: 5_000, height: 3_000),
                PictureBytes.riffChunk("ANIM", Data(count: 6)),
                frame(left: 4_000, top: 2_000, width: 1_000, height: 1_000)
            ),
        ]
    )
    func sizes(_ content: Data) throws {
        for content in [content, content + Data([1, 2, 3])] {
            let header = try PictureHeader(reading: content)
            #expect(header.width == 5_000)
            #expect(header.height == 3_000)
        }
    }

    @Test("The scaling bits are not part of a lossy size")
    func scaling() throws {
        let content = PictureBytes.webp(
            PictureBytes.lossy(width: 300 | 0xC000, height: 200 | 0x4000)
        )
        #expect(try PictureHeader(reading: content).width == 300)
        #expect(try PictureHeader(reading: content).height == 200)
    }

    @Test("The last padding byte may be missing")
    func padding() throws {
        let chunk = PictureBytes.lossless(width: 30, height: 20)
        #expect(try PictureHeader(reading: PictureBytes.webp(chunk.dropLast())).width == 30)
    }

    @Test(
        "Invalid WebP headers",
        arguments: [
            PictureBytes.webp(),
            PictureBytes.webp(PictureBytes.riffChunk("VP9 ", Data(count: 20))),
            PictureBytes.webp(
                PictureBytes.riffChunk("ALPH", Data()),
                PictureBytes.lossy(width: 5, height: 5)
            ),
            PictureBytes.webp(PictureBytes.lossy(width: 5, height: 5, tag: 0x11)),
            PictureBytes.webp(PictureBytes.lossy(width: 5, height: 5, tag: 0x00)),
            PictureBytes.webp(PictureBytes.lossy(width: 0, height: 5)),
            PictureBytes.webp(PictureBytes.lossy(width: 5, height: 0)),
            PictureBytes.webp(
                PictureBytes.riffChunk("VP8 ", Data([0x10, 0, 0, 0x9D, 0x01, 0x2B, 5, 0, 5, 0]))
            ),
            PictureBytes.webp(
                PictureBytes.riffChunk("VP8 ", Data([0x10, 0, 0, 0x9D, 0x01, 0x2A, 5, 0, 5]))
            ),
            PictureBytes.webp(PictureBytes.lossless(width: 5, height: 5, version: 1)),
            PictureBytes.webp(PictureBytes.riffChunk("VP8L", Data([0x2E, 0, 0, 0, 0]))),
            PictureBytes.webp(PictureBytes.canvas(width: 5, height: 5)),
            PictureBytes.webp(
                PictureBytes.canvas(width: 5, height: 5),
                PictureBytes.riffChunk("EXIF", Data())
            ),
            PictureBytes.webp(
                PictureBytes.canvas(width: 5, height: 5),
                PictureBytes.lossy(width: 5, height: 6)
            ),
            PictureBytes.webp(
                PictureBytes.canvas(width: 9, height: 9),
                frame(left: 2, top: 0, width: 8, height: 9)
            ),
            PictureBytes.webp(
                PictureBytes.canvas(width: 9, height: 9),
                frame(left: 0, top: 2, width: 9, height: 8)
            ),
            PictureBytes.webp(Data("VP8 ".utf8) + PictureBytes.little(0xFFFF_FFFF, 4)),
        ]
    )
    func damaged(_ content: Data) {
        #expect(throws: PictureError.damaged(.webp)) { try PictureHeader(reading: content) }
    }

    @Test("A file shorter than its header states is truncated")
    func truncated() {
        let content = PictureBytes.webp(PictureBytes.lossy(width: 5, height: 5)).dropLast()
        #expect(throws: PictureError.truncated(.webp)) { try PictureHeader(reading: content) }
    }

    @Test("The largest canvas")
    func huge() {
        let most = 1 << 24
        let content = PictureBytes.webp(
            PictureBytes.canvas(width: most, height: most),
            Self.frame(left: 0, top: 0, width: 8, height: 8)
        )
        #expect(throws: PictureError.tooManyPixels(width: most, height: most)) {
            try PictureHeader(reading: content)
        }
    }
}
