import Foundation
import Testing
import TimelineCore
import TimelineTestSupport

@Suite("JPEG headers")
struct PhotoHeaderJPEGTests {
    private let frame = PhotoBytes.frame(width: 300, height: 200)

    @Test(
        "Every kind of frame",
        arguments: [
            0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF,
        ] as [UInt8]
    )
    func frames(_ marker: UInt8) throws {
        let header = try PhotoHeader(
            reading: PhotoBytes.jpeg(PhotoBytes.frame(marker, width: 300, height: 200))
        )
        #expect(header.width == 300)
        #expect(header.height == 200)
    }

    @Test(
        "Tables, thumbnails and comments that look like frames",
        arguments: [
            0xC4, 0xC8, 0xCC, 0xDB, 0xDD, 0xE1, 0xE2, 0xFE,
        ] as [UInt8]
    )
    func skipped(_ marker: UInt8) throws {
        let lookalike = PhotoBytes.segment(
            marker,
            PhotoBytes.jpeg(PhotoBytes.frame(width: 8, height: 8))
        )
        #expect(try PhotoHeader(reading: PhotoBytes.jpeg(lookalike, frame, lookalike)).width == 300)
        let other = PhotoBytes.frame(marker, width: 8, height: 8)
        #expect(try PhotoHeader(reading: PhotoBytes.jpeg(other, frame)).width == 300)
    }

    @Test("Fill bytes, TEM and RST before segments")
    func fillBytes() throws {
        let fill = Data(repeating: 0xFF, count: 1_000)
        let standalone = Data([0xFF, 0x01, 0xFF, 0xD0, 0xFF, 0xD7])
        let content = PhotoBytes.jpeg(fill, standalone, fill, frame, fill)
        #expect(try PhotoHeader(reading: content).height == 200)
    }

    @Test(
        "What no JPEG says",
        arguments: [
            PhotoBytes.jpeg(),
            PhotoBytes.jpeg(Data([0xFF, 0xD9])),
            PhotoBytes.jpeg(Data([0xFF, 0xD8])),
            PhotoBytes.jpeg(PhotoBytes.frame(width: 300, height: 200), Data([0xFF, 0xD9])),
            PhotoBytes.jpeg(
                PhotoBytes.frame(width: 9, height: 9),
                PhotoBytes.frame(width: 9, height: 9)
            ),
            PhotoBytes.jpeg(PhotoBytes.frame(width: 300, height: 0)),
            PhotoBytes.jpeg(PhotoBytes.frame(width: 0, height: 200)),
            PhotoBytes.jpeg(Data([0xFF, 0xE0, 0, 1])),
            PhotoBytes.jpeg(Data([0xFF, 0x00])),
            PhotoBytes.jpeg(PhotoBytes.segment(0x02, Data())),
            PhotoBytes.jpeg(Data([0x00])),
            PhotoBytes.jpeg(PhotoBytes.segment(0xC0, Data([8, 0, 9, 0, 9, 2, 1, 0x11, 0]))),
            PhotoBytes.jpeg(PhotoBytes.segment(0xC0, Data([8, 0, 9, 0, 9, 0]))),
            PhotoBytes.jpeg(PhotoBytes.segment(0xC0, Data([0, 0, 9, 0, 9, 1, 1, 0x11, 0]))),
            PhotoBytes.jpeg(PhotoBytes.segment(0xC0, Data([8, 0, 9]))),
        ]
    )
    func damaged(_ content: Data) {
        #expect(throws: PhotoFault.damaged(.jpeg)) { try PhotoHeader(reading: content) }
    }

    @Test("A file that ends before its scan")
    func noScan() {
        let content = Data([0xFF, 0xD8]) + frame
        #expect(throws: PhotoFault.truncated(.jpeg)) { try PhotoHeader(reading: content) }
        #expect(throws: PhotoFault.truncated(.jpeg)) {
            try PhotoHeader(reading: content + PhotoBytes.scan.dropLast())
        }
    }

    @Test(
        "A large hostile file is read once",
        arguments: [[0xFF], [0xFF, 0xE0, 0, 2]] as [[UInt8]]
    )
    func linear(pattern: [UInt8]) {
        let ratio = TimeGrowth.ratio(upTo: 1 << 20) { count in
            Data([0xFF, 0xD8] + (0..<count).map { pattern[$0 % pattern.count] })
        } work: { content in
            #expect(throws: PhotoFault.truncated(.jpeg)) { try PhotoHeader(reading: content) }
        }
        #expect(ratio < TimeGrowth.linearLimit)
    }
}
