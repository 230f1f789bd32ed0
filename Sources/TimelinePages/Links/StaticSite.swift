import Foundation
package import TimelineCore

/// The paths of the files of a static site, which needs no server.
///
/// Pages have the paths of ``PageLinks`` with the extension `.html`.
package enum StaticSite {
    /// The path of the Atom feed.
    package static let feedPath = "feed.xml"
    /// The path of the first page of the home timeline.
    static let homePath = "index.html"
    /// The path of the list of months.
    static let monthsPath = "months.html"
    /// The maximum length of a file name without its extension, in bytes.
    private static let nameLimit = 180

    /// Returns the path of a month's page.
    static func month(_ time: LocalTime) -> String {
        "month/\(time.year)-\(time.month < 10 ? "0" : "")\(time.month).html"
    }

    /// Returns the path of a photo, as a JPEG.
    package static func photo(_ blob: BlobID, isSquare: Bool) -> String {
        "photos/\(blob)\(isSquare ? "-square" : "").jpg"
    }

    /// The paths of the files that show a photo.
    struct Picture: Hashable, Sendable {
        /// The path of the whole photo.
        let whole: String
        /// The path of a smaller copy, which pages crop to a square.
        let square: String

        /// Selects the files for a photo, or returns `nil` if none is suitable.
        ///
        /// - Parameters:
        ///   - photo: The photo.
        ///   - files: The paths of the public copies and previews.
        init?(of photo: Photo, in files: [BlobID: String]) {
            let preview = photo.preview.flatMap { files[$0.blob] }
            let copy = photo.mediaType.isShownByBrowsers ? files[photo.blob] : preview
            guard let whole = copy ?? files[photo.blob] else { return nil }
            (self.whole, square) = (whole, preview ?? whole)
        }
    }

    /// Returns the path of an asset.
    static func asset(_ asset: Asset) -> String { "assets/\(asset.rawValue)" }

    /// Shortens a path if its last component is too long for a file name, as for a long tag.
    static func shortened(_ path: String) -> String {
        guard path.utf8.count > nameLimit, let slash = path.lastIndex(of: "/") else { return path }
        let hash = BlobID(of: Data(path.utf8)).description
        return "\(path[...slash])\(hash.prefix(32))"
    }
}
