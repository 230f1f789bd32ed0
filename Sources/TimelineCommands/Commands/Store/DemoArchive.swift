import Foundation
import TimelineCore

/// A small folder that resembles an Instagram archive, for trying out the import.
struct DemoArchive {
    /// A post of `posts_1.json`.
    private struct Post: Encodable {
        struct Media: Encodable {
            let uri: String
            let creationTimestamp: Int
            let title: String?
        }

        let media: [Media]
        let title: String?
        let creationTimestamp: Int?
    }

    /// The path of the folder.
    let url: URL

    /// The number of pictures.
    static let pictureCount = 3
    /// The time of the first post: 21 July 2019.
    private static let start = 1_563_733_200

    /// Writes the folder: an album of two pictures, and a single picture.
    ///
    /// - Throws: A `TimelineError`, or an error if the file cannot be encoded.
    func write(_ pictures: [PhotoFile]) throws {
        let paths = pictures.indices.map { "media/posts/201907/\($0 + 1).jpg" }
        let folder = try FilledFolder(url, isPublic: false)
        for (path, picture) in zip(paths, pictures) { try folder.add(path, picture.content) }
        let album = paths.prefix(2).enumerated()
            .map { Self.media($0.element, at: Self.start + $0.offset) }
        var posts = [
            Post(
                media: album,
                title: Self.garbled(SeedText.archivedAlbum),
                creationTimestamp: Self.start
            )
        ]
        for path in paths.dropFirst(2) {
            let title = Self.garbled(SeedText.archivedPost)
            let media = Self.media(path, at: Self.start + 86_400, title: title)
            posts.append(Post(media: [media], title: nil, creationTimestamp: nil))
        }
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try folder.add("your_instagram_activity/media/posts_1.json", encoder.encode(posts))
        try folder.finish()
    }

    private static func media(_ path: String, at time: Int, title: String? = nil) -> Post.Media {
        Post.Media(uri: path, creationTimestamp: time, title: title)
    }

    /// Returns text as Instagram writes it: each UTF-8 byte as a separate character.
    private static func garbled(_ text: String) -> String {
        String(String.UnicodeScalarView(text.utf8.map { Unicode.Scalar($0) }))
    }
}
