import Foundation
import PictureFiles
import Testing
import TimelineTestSupport

@Suite("JPEG headers")
struct PictureHeaderJPEGTests {
    private let frame = PictureBytes.frame(width: 300, height: 200)

    @Test(
        "Every kind of frame",
        arguments: [
            0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF,
        ] as [UInt8]
    )
    func frames(_ marker: UInt8) throws {
        let header = try PictureHeader(
            reading: PictureBytes.jpeg(PictureBytes.frame(marker, width: 300, height: 200))
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
        let lookalike = PictureBytes.segment(
            marker,
            PictureBytes.jpeg(PictureBytes.frame(width: 8, height: 8))
        )
        #expect(
            try PictureHeader(reading: PictureBytes.jpeg(lookalike, frame, lookalike)).width == 300
        )
        let other = PictureBytes.frame(marker, width: 8, height: 8)
        #expect(try PictureHeader(reading: PictureBytes.jpeg(other, frame)).width == 300)
    }

    @Test("Fill bytes, TEM and RST before segments")
    func fillBytes() throws {
        let fill = Data(repeating: 0xFF, count: 1_000)
        let standalone = Data([0xFF, 0x01, 0xFF, 0xD0, 0xFF, 0xD7])
        let content = PictureBytes.jpeg(fill, standalone, fill, frame, fill)
        #expect(try PictureHeader(reading: content).height == 200)
    }

    @Test(
        "Invalid JPEG headers",
        arguments: [
            PictureBytes.jpeg(),
            PictureBytes.jpeg(Data([0xFF, 0xD9])),
            PictureBytes.jpeg(Data([0xFF, 0xD8])),
            PictureBytes.jpeg(PictureBytes.frame(width: 300, height: 200), Data([0xFF, 0xD9])),
            PictureBytes.jpeg(
                PictureBytes.frame(width: 9, height: 9),
                PictureBytes.frame(width: 9, height: 9)
            ),
            PictureBytes.jpeg(PictureBytes.frame(width: 300, height: 0)),
            PictureBytes.jpeg(PictureBytes.frame(width: 0, height: 200)),
            PictureBytes.jpeg(Data([0xFF, 0xE0, 0, 1])),
            PictureBytes.jpeg(Data([0xFF, 0x00])),
            PictureBytes.jpeg(PictureBytes.segment(0x02, Data())),
            PictureBytes.jpeg(Data([0x00])),
            PictureBytes.jpeg(PictureBytes.segment(0xC0, Data([8, 0, 9, 0, 9, 2, 1, 0x11, 0]))),
            PictureBytes.jpeg(PictureBytes.segment(0xC0, Data([8, 0, 9, 0, 9, 0]))),
            PictureBytes.jpeg(PictureBytes.segment(0xC0, Data([0, 0, 9, 0, 9, 1, 1, 0x11, 0]))),
            PictureBytes.jpeg(PictureBytes.segment(0xC0, Data([8, 0, 9]))),
        ]
    )
    func damaged(_ content: Data) {
        #expect(throws: PictureError.damaged(.jpeg)) { try PictureHeader(reading: content) }
    }

    @Test("A file that ends before its scan is truncated")
    func noScan() {
        let content = Data([0xFF, 0xD8]) + frame
        #expect(throws: PictureError.truncated(.jpeg)) { try PictureHeader(reading: content) }
        #expect(throws: PictureError.truncated(.jpeg)) {
            try PictureHeader(reading: content + PictureBytes.scan.dropLast())
        }
    }

    @Test(
        "A large hostile file is read in linear time",
        arguments: [[0xFF], [0xFF, 0xE0, 0, 2]] as [[UInt8]]
    )
    func linear(pattern: [UInt8]) {
        let ratio = TimeGrowth.ratio(upTo: 1 << 20) { count in
            Data([0xFF, 0xD8] + (0..<count).map { pattern[$0 % pattern.count] })
        } work: { content in
            #expect(throws: PictureError.truncated(.jpeg)) { try PictureHeader(reading: content) }
        }
        #expect(ratio < TimeGrowth.linearLimit)
    }
}
