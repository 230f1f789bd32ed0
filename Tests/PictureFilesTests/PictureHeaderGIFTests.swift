import Foundation
import PictureFiles
import Testing

@Suite("GIF headers")
struct PictureHeaderGIFTests {
    private static let image = PictureBytes.image(width: 7, height: 5)
    private static let comment = Data([0x21, 0xFE, 2, 0x2C, 0x2C, 1, 0x3B, 0])

    @Test(
        "The logical screen, whatever comes before the image",
        arguments: [
            PictureBytes.gif(width: 300, height: 200, image),
            PictureBytes.gif(width: 300, height: 200, colours: true, image),
            PictureBytes.gif(width: 300, height: 200, colours: true, comment, comment, image),
            Data("GIF87a".utf8) + PictureBytes.gif(width: 300, height: 200, image).dropFirst(6),
        ]
    )
    func screen(_ content: Data) throws {
        let header = try PictureHeader(reading: content)
        #expect(header.width == 300)
        #expect(header.height == 200)
    }

    @Test(
        "The first image determines the size without a screen",
        arguments: [(0, 0), (300, 0), (0, 200)]
    )
    func noScreen(_ width: Int, _ height: Int) throws {
        let content = PictureBytes.gif(width: width, height: height, Self.comment, Self.image)
        let header = try PictureHeader(reading: content)
        #expect(header.width == 7)
        #expect(header.height == 5)
    }

    @Test(
        "Invalid GIF headers",
        arguments: [
            PictureBytes.gif(width: 9, height: 9, Data([0x3B])),
            PictureBytes.gif(width: 9, height: 9, Data([0x00])),
            PictureBytes.gif(width: 9, height: 9, comment, Data([0x3B])),
            PictureBytes.gif(width: 9, height: 9, PictureBytes.image(width: 0, height: 9)),
            PictureBytes.gif(width: 0, height: 0, PictureBytes.image(width: 9, height: 0)),
        ]
    )
    func damaged(_ content: Data) {
        #expect(throws: PictureError.damaged(.gif)) { try PictureHeader(reading: content) }
    }

    @Test(
        "A file that ends before its image",
        arguments: [
            PictureBytes.gif(width: 9, height: 9),
            PictureBytes.gif(width: 9, height: 9, comment),
            PictureBytes.gif(width: 9, height: 9, comment.dropLast()),
            PictureBytes.gif(width: 9, height: 9, image.dropLast()),
        ]
    )
    func truncated(_ content: Data) {
        #expect(throws: PictureError.truncated(.gif)) { try PictureHeader(reading: content) }
    }

    @Test(
        "A huge screen, or a huge image on a small one",
        arguments: [
            PictureBytes.gif(width: 65_535, height: 65_535, image),
            PictureBytes.gif(
                width: 9,
                height: 9,
                PictureBytes.image(width: 65_535, height: 65_535)
            ),
        ]
    )
    func huge(_ content: Data) {
        #expect(throws: PictureError.tooManyPixels(width: 65_535, height: 65_535)) {
            try PictureHeader(reading: content)
        }
    }
}
