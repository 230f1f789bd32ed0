import TimelineCore

/// The key of a file in the rendition cache: a photo and the name of its copy.
struct CacheKey: Hashable {
    /// The ID of the photo.
    let blob: BlobID
    /// The suffix of the file's name, such as `square320.jpg` or `within480.png`.
    let name: String

    /// Creates the key of a rendition.
    init(_ key: RenditionKey) {
        blob = key.blob
        name = "\(key.rendition.rawValue).jpg"
    }

    /// Creates the key of a PNG with an arbitrary size.
    init(png fit: PictureFit, of blob: BlobID) {
        self.blob = blob
        name =
            switch fit {
            case .whole: "whole.png"
            case .within(let side): "within\(side).png"
            case .square(let side): "square\(side).png"
            }
    }

    /// Returns whether a name belongs to a cached copy.
    static func isValid(_ name: Substring) -> Bool {
        Rendition.allCases.contains { "\($0.rawValue).jpg" == name }
            || name.wholeMatch(of: /whole\.png|(within|square)[1-9][0-9]{0,4}\.png/) != nil
    }
}
