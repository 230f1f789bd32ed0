import Foundation
import TimelineMedia

/// The pictures in `Fixtures`, made by `make.py` there.
enum Fixtures {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures")

    /// The variants of the upright drawing.
    static let variants = [
        "jpeg-baseline.jpg", "jpeg-subsampled.jpg", "jpeg-progressive.jpg", "jpeg-grey.jpg",
        "jpeg-cmyk.jpg", "png-rgb.png", "png-alpha.png", "png-palette.png", "png-grey.png",
        "png-16.png", "png-interlaced.png", "webp-lossy.webp", "webp-lossless.webp",
        "webp-alpha.webp",
    ]

    /// The files full of metadata.
    static let secrets = [
        "secrets.jpg", "secrets.png", "secrets.webp", "secrets-lossless.webp",
        "secrets-animated.webp", "secrets.gif", "secrets.heic",
    ]

    static func file(_ name: String) throws -> Data {
        try Data(contentsOf: folder.appending(path: name))
    }

    static func upright(_ variant: String, _ orientation: Orientation) throws -> Data {
        try file("upright-\(orientation.rawValue)-\(variant)")
    }
}
