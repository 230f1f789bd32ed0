import Foundation
import PictureFiles
import Testing
import TimelineTestSupport

/// Tests that files with too many parts are rejected before the parts use much memory.
@Suite("Files with too many parts")
struct PartLimitTests {
    @Test("Empty HEIC boxes are limited")
    func boxes() {
        let box = Data([0, 0, 0, 8]) + Data("free".utf8)
        let content = SamplePhotos.heic + Data((0..<1 << 16).flatMap { _ in box })
        #expect(throws: PictureError.damaged(.heic)) { try stripped(content) }
    }

    @Test("HEIC items without extents are limited")
    func items() {
        let count = 1 << 18
        let places =
            Data([2, 0, 0, 0, 0x44, 0]) + PNGMaker.bigEndian(count) + Data(count: 10 * count)
        let boxes =
            box("iinf", Data(count: 6)) + box("iloc", places) + box("pitm", Data(count: 6))
        let content = SamplePhotos.heic.prefix(24) + box("meta", Data(count: 4) + boxes)
        #expect(throws: PictureError.damaged(.heic)) {
            try HEICFile(reading: content).requireComplete()
        }
    }

    private func box(_ type: String, _ content: Data) -> Data {
        PNGMaker.bigEndian(8 + content.count) + Data(type.utf8) + content
    }

    @Test("Empty WebP chunks are limited")
    func webPChunks() throws {
        let chunk = Data("ABCD".utf8) + Data(count: 4)
        let body = SamplePhotos.webp.dropFirst(8) + Data((0..<100_000).flatMap { _ in chunk })
        let length = Data((0..<4).map { UInt8(truncatingIfNeeded: body.count >> (8 * $0)) })
        let content = Data("RIFF".utf8) + length + body
        #expect(throws: PictureError.tooManyParts(.webp)) { try stripped(content) }
    }

    @Test("Empty GIF extensions are limited")
    func gifBlocks() throws {
        let gif = SamplePhotos.gif
        let blocks = { Data((0..<$0).flatMap { (_: Int) in [0x21, 0xFE, 0] as [UInt8] }) }
        let few = gif.dropLast() + blocks(1000) + [0x3B]
        #expect(try stripped(few) == stripped(gif))
        let many = gif.dropLast() + blocks(1 << 18) + [0x3B]
        #expect(throws: PictureError.tooManyParts(.gif)) { try stripped(many) }
    }
}
