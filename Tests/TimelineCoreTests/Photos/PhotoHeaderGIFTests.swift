import Foundation
import Testing
import TimelineCore

@Suite("GIF headers")
struct PhotoHeaderGIFTests {
    private static let image = PhotoBytes.image(width: 7, height: 5)
    private static let comment = Data([0x21, 0xFE, 2, 0x2C, 0x2C, 1, 0x3B, 0])

    @Test(
        "The logical screen, whatever comes before the image",
        arguments: [
            PhotoBytes.gif(width: 300, height: 200, image),
            PhotoBytes.gif(width: 300, height: 200, colours: true, image),
            PhotoBytes.gif(width: 300, height: 200, colours: true, comment, comment, image),
            Data("GIF87a".utf8) + PhotoBytes.gif(width: 300, height: 200, image).dropFirst(6),
        ]
    )
    func screen(_ content: Data) throws {
        let header = try PhotoHeader(reading: content)
        #expect(header.width == 300)
        #expect(header.height == 200)
    }

    @Test(
        "The first image stands in for a screen without pixels",
        arguments: [(0, 0), (300, 0), (0, 200)]
    )
    func noScreen(_ width: Int, _ height: Int) throws {
        let content = PhotoBytes.gif(width: width, height: height, Self.comment, Self.image)
        let header = try PhotoHeader(reading: content)
        #expect(header.width == 7)
        #expect(header.height == 5)
    }

    @Test(
        "What no GIF says",
        arguments: [
            PhotoBytes.gif(width: 9, height: 9, Data([0x3B])),
            PhotoBytes.gif(width: 9, height: 9, Data([0x00])),
            PhotoBytes.gif(width: 9, height: 9, comment, Data([0x3B])),
            PhotoBytes.gif(width: 9, height: 9, PhotoBytes.image(width: 0, height: 9)),
            PhotoBytes.gif(width: 0, height: 0, PhotoBytes.image(width: 9, height: 0)),
        ]
    )
    func damaged(_ content: Data) {
        #expect(throws: PhotoFault.damaged(.gif)) { try PhotoHeader(reading: content) }
    }

    @Test(
        "A file that ends before its image",
        arguments: [
            PhotoBytes.gif(width: 9, height: 9),
            PhotoBytes.gif(width: 9, height: 9, comment),
            PhotoBytes.gif(width: 9, height: 9, comment.dropLast()),
            PhotoBytes.gif(width: 9, height: 9, image.dropLast()),
        ]
    )
    func truncated(_ content: Data) {
        #expect(throws: PhotoFault.truncated(.gif)) { try PhotoHeader(reading: content) }
    }

    @Test(
        "A huge screen, or a huge image on a small one",
        arguments: [
            PhotoBytes.gif(width: 65_535, height: 65_535, image),
            PhotoBytes.gif(width: 9, height: 9, PhotoBytes.image(width: 65_535, height: 65_535)),
        ]
    )
    func huge(_ content: Data) {
        #expect(throws: PhotoFault.tooManyPixels(width: 65_535, height: 65_535)) {
            try PhotoHeader(reading: content)
        }
    }
}
