import Foundation
import TimelineCore

/// A parser for the entries of Instagram's JSON files.
struct InstagramEntries {
    /// The media files of the archive.
    let media: MediaIndex
    /// Whether to import coordinates.
    let includesPlaces: Bool

    /// Returns whether a value is a post: an object with media, or a picture or video.
    static func isPost(_ value: JSONValue) -> Bool {
        value["uri"]?.string != nil
            || value["media"]?.elements.contains { $0["uri"]?.string != nil } ?? false
    }

    /// Returns the posts in a value: the value itself, or those that it contains at any depth.
    static func posts(in value: JSONValue) -> [JSONValue] {
        if isPost(value) { return [value] }
        return switch value {
        case .array(let elements): elements.flatMap(posts)
        case .object(let members):
            members.sorted { $0.key < $1.key }.flatMap { posts(in: $0.value) }
        case .null, .bool, .number, .integer, .string: []
        }
    }

    /// Returns the media of a post.
    private static func media(of post: JSONValue) -> [JSONValue] {
        // A picture of an unusual file can be a post of its own.
        post["media"]?.elements ?? (post["uri"] == nil ? [] : [post])
    }

    /// Reads an item of `posts_1.json`.
    ///
    /// - Returns: The posts, each preceded by a note if its caption was repaired. A property of the
    ///   file that contains no posts yields nothing.
    func posts(of item: JSONItem, at location: SourceLocation) -> [SourceItem] {
        do throws(EntryError) {
            let value = try item.value()
            let posts = Self.posts(in: value)
            guard !posts.isEmpty else {
                return item.position == nil ? [] : self.posts(of: value, at: location)
            }
            guard posts.count > 1 else { return self.posts(of: posts[0], at: location) }
            return posts.enumerated()
                .flatMap { index, post in self.posts(of: post, at: location.appending(index)) }
        } catch {
            return [.rejectedPost(location, mediaCount: 0, error)]
        }
    }

    private func posts(of raw: JSONValue, at location: SourceLocation) -> [SourceItem] {
        do throws(EntryError) {
            let value = raw.repairingEncoding
            guard case .object = value else { throw .wrongType }
            let media = Self.media(of: value)
            guard media.count <= SourcePost.mediaLimit else {
                return [.rejectedPost(location, mediaCount: media.count, .tooManyMedia)]
            }
            let times = ([value] + media).lazy.compactMap(Self.time)
            guard let milliseconds = times.first else {
                return [.rejectedPost(location, mediaCount: media.count, .timeMissing)]
            }
            let caption = Self.caption(of: value, media)
            var post = SourcePost(
                location: location,
                milliseconds: milliseconds,
                identity: Self.identity(milliseconds),
                caption: caption,
                media: media.map { self.media($0["uri"]?.string) },
                place: includesPlaces ? Self.place(of: media) : nil,
                host: Self.host
            )
            let rawCaption = Self.caption(of: raw, Self.media(of: raw))
            post.noteRepair(of: rawCaption)
            return [.post(post)]
        } catch {
            return [.rejectedPost(location, mediaCount: 0, error)]
        }
    }

    /// Counts the posts of a kind that is not imported, with their media.
    ///
    /// The entries of unknown files can contain pictures, such as that of a profile, so they count
    /// as posts only if they are posts themselves, and not if they contain some (`isDeep`).
    func unsupported(
        _ item: JSONItem,
        at location: SourceLocation,
        fault: EntryError,
        isDeep: Bool = true
    ) -> [SourceItem] {
        // A malformed entry would not have been imported either.
        let value = (try? item.value()) ?? .null
        let posts = isDeep ? Self.posts(in: value) : Self.isPost(value) ? [value] : []
        return posts.map {
            .unsupportedPost(location, mediaCount: Self.media(of: $0).count, fault)
        }
    }

    /// Returns the post of an album in `media.json`.
    func post(of album: FormerAlbum) -> SourceItem {
        let first = album.first
        let name = first.place?.trimmingCharacters(in: .whitespaces) ?? ""
        var post = SourcePost(
            location: first.location,
            milliseconds: first.milliseconds,
            identity: Self.identity(first.milliseconds),
            caption: first.caption,
            media: album.photos.map { media($0.path) },
            place: includesPlaces && !name.isEmpty ? Place(name: name, coordinate: nil) : nil,
            host: Self.host
        )
        post.noteRepair(of: first.rawCaption)
        return .post(post)
    }

    private func media(_ path: String?) -> SourceMedia {
        guard let path else { return SourceMedia(path: "", file: .failure(.missing("uri"))) }
        return media.media(at: path)
    }

    private static let host = "instagram.com"

    /// Returns the identity of a post, to which the hashes of its pictures are added.
    private static func identity(_ milliseconds: UInt64) -> [String] {
        ["instagram", "\(milliseconds / 1000)"]
    }

    private static func time(of value: JSONValue) -> UInt64? {
        let seconds = (value["creation_timestamp"] ?? value["timestamp"])?.number
        return SourceTime.milliseconds(seconds: seconds)
    }

    /// Returns the caption: the title of the post or, for most posts with a single picture, the
    /// title of the picture.
    private static func caption(of value: JSONValue, _ media: [JSONValue]) -> String {
        var captions: [String] = []
        for text in [value["title"]?.string] + media.map({ $0["title"]?.string }) {
            guard let text, text.contains(where: { !$0.isWhitespace }), !captions.contains(text)
            else { continue }
            captions.append(text)
        }
        return captions.joined(separator: "\n\n")
    }

    /// Returns the first valid place of a post, or else an invalid one, which is reported.
    private static func place(of media: [JSONValue]) -> Place? {
        let coordinates = media.flatMap(coordinates)
        return (coordinates.first(where: \.isOnEarth) ?? coordinates.first)
            .map { Place(coordinate: $0) }
    }

    /// Returns the coordinates in the metadata of a picture or video.
    private static func coordinates(of media: JSONValue) -> [Coordinate] {
        let metadata = media["media_metadata"]
        return ["photo_metadata", "video_metadata"]
            .flatMap { metadata?[$0]?["exif_data"]?.elements ?? [] }
            .compactMap { data in
                guard let latitude = data["latitude"]?.number,
                    let longitude = data["longitude"]?.number, (latitude, longitude) != (0, 0)
                else { return nil }
                return Coordinate(latitude: latitude, longitude: longitude)
            }
    }
}

extension SourcePost {
    /// Notes that the encoding of the caption was repaired, if it was.
    fileprivate mutating func noteRepair(of raw: String) {
        guard raw != caption else { return }
        changes.append(Change(index: nil, fault: .repairedEncoding(raw)))
    }
}
