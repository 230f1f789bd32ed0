package import Foundation
package import PictureFiles

/// The pictures in `TimelineMediaTests/Fixtures`, which are created by `make.py` in that folder.
package enum Fixtures {
    private static let folder = URL(filePath: #filePath)
        .appending(path: "../../TimelineMediaTests/Fixtures").standardizedFileURL

    /// The variants of the upright drawing, one for each pixel format.
    package static let variants = [
        "jpeg-baseline.jpg", "jpeg-subsampled.jpg", "jpeg-progressive.jpg", "jpeg-grey.jpg",
        "jpeg-cmyk.jpg", "png-rgb.png", "png-alpha.png", "png-palette.png", "png-grey.png",
        "png-16.png", "png-interlaced.png", "webp-lossy.webp", "webp-lossless.webp",
        "webp-alpha.webp",
    ]

    /// The files that contain many kinds of metadata.
    package static let secrets = [
        "secrets.jpg", "secrets.png", "secrets.webp", "secrets-lossless.webp",
        "secrets-animated.webp", "secrets.gif", "secrets.heic",
    ]

    /// Reads the fixture with the given file name.
    package static func file(_ name: String) throws -> Data {
        try Data(contentsOf: folder.appending(path: name))
    }

    /// Reads a variant of the drawing, stored such that `orientation` rotates it upright.
    package static func upright(_ variant: String, _ orientation: Orientation) throws -> Data {
        try file("upright-\(orientation.rawValue)-\(variant)")
    }
}

/// Parses a file and returns a copy without metadata.
package func stripped(_ content: Data) throws(PictureError) -> Data {
    try PictureFile(reading: content).stripped()
}
