import Foundation
import TimelineCore

/// A parser for the entries of Instagram's JSON files.
struct InstagramEntries {
    /// The media files of the archive.
    let media: MediaIndex
    /// Whether to import coordinates.
    let includesPlaces: Bool

    /// Reads an element of `posts_1.json`.
    ///
    /// - Returns: The post, preceded by a note if its caption was repaired.
    func posts(of item: JSONItem, at location: SourceLocation) -> [SourceItem] {
        do throws(EntryError) {
            let raw = try item.value()
            let value = raw.repairingEncoding
            guard case .object = value else { throw .wrongType }
            let media = value["media"]?.elements ?? []
            guard media.count <= SourcePost.mediaLimit else {
                return [.rejectedPost(location, mediaCount: media.count, .tooManyMedia)]
            }
            let time = value["creation_timestamp"]?.number ?? media.first.flatMap(Self.time)
            guard let milliseconds = SourceTime.milliseconds(seconds: time) else {
                return [.rejectedPost(location, mediaCount: media.count, .timeMissing)]
            }
            let caption = Self.caption(of: value, media)
            let post = SourcePost(
                location: location,
                milliseconds: milliseconds,
                identity: Self.identity(milliseconds),
                caption: caption,
                media: media.map { self.media($0["uri"]?.string) },
                place: includesPlaces ? media.lazy.compactMap(Self.place).first : nil
            )
            let rawCaption = Self.caption(of: raw, raw["media"]?.elements ?? [])
            return note(of: rawCaption, repairedAs: caption, at: location) + [.post(post)]
        } catch {
            return [.rejectedPost(location, mediaCount: 0, error)]
        }
    }

    /// Counts an entry of a kind that is not imported, with its media.
    func unsupported(
        _ item: JSONItem,
        at location: SourceLocation,
        fault: EntryError
    ) -> SourceItem {
        // A malformed entry would not have been imported either.
        let value = try? item.value()
        return .unsupportedPost(
            location,
            mediaCount: value?["media"]?.elements.count ?? (value?["uri"] == nil ? 0 : 1),
            fault
        )
    }

    /// Returns the post of an album in `media.json`, preceded by a note if its caption was repaired.
    func posts(of album: FormerAlbum) -> [SourceItem] {
        let first = album.first
        let name = first.place?.trimmingCharacters(in: .whitespaces) ?? ""
        let post = SourcePost(
            location: first.location,
            milliseconds: first.milliseconds,
            identity: Self.identity(first.milliseconds),
            caption: first.caption,
            media: album.photos.map { media($0.path) },
            place: includesPlaces && !name.isEmpty ? Place(name: name, coordinate: nil) : nil
        )
        return note(of: first.rawCaption, repairedAs: first.caption, at: first.location)
            + [.post(post)]
    }

    /// Returns a note about a caption whose encoding was repaired.
    private func note(
        of raw: String,
        repairedAs caption: String,
        at location: SourceLocation
    ) -> [SourceItem] {
        raw == caption ? [] : [.note(location, .repairedEncoding(raw))]
    }

    private func media(_ path: String?) -> SourceMedia {
        guard let path else { return SourceMedia(path: "", file: .failure(.missing("uri"))) }
        return media.media(at: path)
    }

    /// Returns the identity of a post, to which the hashes of its pictures are added.
    private static func identity(_ milliseconds: UInt64) -> [String] {
        ["instagram", "\(milliseconds / 1000)"]
    }

    private static func time(of media: JSONValue) -> Double? { media["creation_timestamp"]?.number }

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

    /// Returns the coordinates in the metadata of a picture or video.
    private static func place(of media: JSONValue) -> Place? {
        let metadata = media["media_metadata"]
        for kind in ["photo_metadata", "video_metadata"] {
            for data in metadata?[kind]?["exif_data"]?.elements ?? [] {
                guard let latitude = data["latitude"]?.number,
                    let longitude = data["longitude"]?.number
                else { continue }
                let coordinate = Coordinate(latitude: latitude, longitude: longitude)
                if coordinate.isOnEarth, (latitude, longitude) != (0, 0) {
                    return Place(coordinate: coordinate)
                }
            }
        }
        return nil
    }
}
