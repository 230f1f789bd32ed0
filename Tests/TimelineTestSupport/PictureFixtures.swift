public import Foundation
public import PictureFiles

/// The pictures in `TimelineMediaTests/Fixtures`, made by `make.py` there.
public enum Fixtures {
    private static let folder = URL(filePath: #filePath)
        .appending(path: "../../TimelineMediaTests/Fixtures").standardizedFileURL

    /// The variants of the upright drawing.
    public static let variants = [
        "jpeg-baseline.jpg", "jpeg-subsampled.jpg", "jpeg-progressive.jpg", "jpeg-grey.jpg",
        "jpeg-cmyk.jpg", "png-rgb.png", "png-alpha.png", "png-palette.png", "png-grey.png",
        "png-16.png", "png-interlaced.png", "webp-lossy.webp", "webp-lossless.webp",
        "webp-alpha.webp",
    ]

    /// The files full of metadata.
    public static let secrets = [
        "secrets.jpg", "secrets.png", "secrets.webp", "secrets-lossless.webp",
        "secrets-animated.webp", "secrets.gif", "secrets.heic",
    ]

    /// Reads a fixture.
    public static func file(_ name: String) throws -> Data {
        try Data(contentsOf: folder.appending(path: name))
    }

    /// Reads the drawing, stored so that `orientation` turns it upright.
    public static func upright(_ variant: String, _ orientation: Orientation) throws -> Data {
        try file("upright-\(orientation.rawValue)-\(variant)")
    }
}

/// Parses a file and returns its copy without metadata.
public func stripped(_ content: Data) throws(PictureFault) -> Data {
    try PictureFile(reading: content).stripped()
}
