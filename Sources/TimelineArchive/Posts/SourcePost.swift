import Foundation
import TimelineCore

/// A post in a source, as its reader understands it.
struct SourcePost: Sendable {
    /// The location of the entry.
    let location: SourceLocation
    /// The original time in milliseconds since 1970.
    var milliseconds: UInt64
    /// The parts of the source identity, without the hashes of the pictures.
    var identity: [String]
    /// Whether the identity includes the pictures' hashes, because the source has no IDs.
    var isIdentifiedByPictures = true
    /// Whether the post shows files of a folder, which the importer may have shared before.
    var isOfFolder = false
    /// The album in a folder, which can gain pictures between two imports, or `nil` for other posts.
    var album: Album?
    /// The caption of any length.
    var caption: String
    /// The media in their order.
    var media: [SourceMedia]
    /// The place, if it should be imported.
    var place: Place?
    /// The host of the people whom the texts mention, if the source knows it.
    var host: String?
    /// The source that has dated the post.
    var dateSource = PictureDate.Source.picture

    /// An album in a folder.
    struct Album: Sendable {
        /// The texts that name and describe the album.
        let texts: [String]
        /// The name of the folder, if a person has chosen it.
        let name: String?
    }
    /// The changes with which the post is imported.
    var changes: [Change] = []

    /// A change to a post, or to one of its media.
    struct Change: Sendable {
        /// The index of the picture or video, or `nil` for the post.
        let index: Int?
        /// The reason.
        let fault: EntryError
    }

    /// The maximum number of media of a post in a JSON file.
    ///
    /// The services allow far fewer, but an entry of 16 MiB can contain millions.
    static let mediaLimit = 1_000
}

/// A picture or video of a post in a source.
struct SourceMedia: Sendable {
    /// The path as written in the source.
    let path: String
    /// The file, or the reason that the archive has none.
    let file: Result<ArchiveEntry, EntryError>
    /// A description of the picture.
    var alt: String?
    /// The rest of a description that is too long, which continues in a comment.
    var restOfAlt: String?
    /// The time of the picture in milliseconds since 1970, in an album.
    var milliseconds: UInt64?
    /// The metadata of the picture, in an album.
    var notes: PictureNotes?
    /// The picture, if the reader has read and hashed the whole file.
    ///
    /// Hashing takes an eighth of the time of an import, so no file is hashed twice. The pictures of
    /// an album are not kept, because they may exceed the memory.
    var picture: PhotoFile?
}

/// The location of an entry in a source.
struct SourceLocation: Hashable, Sendable {
    /// The path of the file.
    let file: String
    /// The position in the file, or `nil` if the entry is the file itself.
    var position: String?

    /// Returns the location of an entry within the entry at this location.
    func appending(_ index: Int) -> SourceLocation {
        SourceLocation(file: file, position: (position.map { "\($0)/" } ?? "") + "\(index)")
    }
}

/// An entry that a reader of a source returns.
enum SourceItem: Sendable {
    /// A post to import.
    case post(SourcePost)
    /// A post of an unsupported kind.
    case unsupportedPost(SourceLocation, mediaCount: Int, EntryError)
    /// A malformed post.
    case rejectedPost(SourceLocation, mediaCount: Int, EntryError)
    /// Entries that are not posts, such as likes.
    case other(SourceLocation, count: Int, EntryError)
    /// A picture that an earlier entry has shown, alone in its post or not.
    case repetition(isPost: Bool)
    /// A malformed file, or an entry of the container that is not safe to read.
    case rejectedFile(SourceLocation, EntryError)

    /// The number of posts and media.
    var entryCount: Int {
        switch self {
        case .post(let post): 1 + post.media.count
        case .unsupportedPost(_, let mediaCount, _), .rejectedPost(_, let mediaCount, _):
            1 + mediaCount
        case .repetition(let isPost): isPost ? 2 : 1
        case .other, .rejectedFile: 0
        }
    }

    /// The size in bytes of the texts, such as captions and paths, which can have several MiB.
    var textByteCount: Int {
        switch self {
        case .post(let post): post.textByteCount
        case .unsupportedPost(let location, _, let fault),
            .rejectedPost(let location, _, let fault),
            .other(let location, _, let fault),
            .rejectedFile(let location, let fault):
            location.byteCount + fault.reason.utf8.count
        case .repetition: 0
        }
    }
}

extension SourcePost {
    /// The size in bytes of the texts.
    fileprivate var textByteCount: Int {
        let texts =
            identity + [caption] + media.flatMap { [$0.path, $0.alt ?? "", $0.restOfAlt ?? ""] }
            + changes.map(\.fault.reason)
        return texts.reduce(location.byteCount) { $0 + $1.utf8.count }
    }
}

extension SourcePost {
    /// The post as a record can contain it, with its changes.
    ///
    /// A fault of a text or of the place does not reject the post. The caption and the rests of the
    /// descriptions are split later, along with their names.
    var fitted: SourcePost {
        var post = self
        if let text = post.caption.withoutControls {
            post.caption = text
            post.changes.append(Change(index: nil, fault: .controlCharacters))
        }
        for (index, media) in media.enumerated() {
            guard var alt = media.alt else { continue }
            if let text = alt.withoutControls {
                alt = text
                post.changes.append(Change(index: index, fault: .controlCharacters))
            }
            let (start, rest) = alt[...].split(fitting: .alt, reserving: 1, naming: naming)
            post.media[index].alt = rest.isEmpty ? start : "\(start)…"
            guard !rest.isEmpty else { continue }
            post.media[index].restOfAlt = "…\(rest)"
            post.changes.append(Change(index: index, fault: .descriptionContinues))
        }
        guard let place else { return post }
        post.place = place.fitted
        if post.place != place { post.changes.append(Change(index: nil, fault: .placeChanged)) }
        return post
    }

    /// The caption, and its continuations in comments.
    var captions: [String] { caption.parts(fitting: .caption, naming: naming) }

    /// Returns a text whose names mention nobody, because those of another service are not those of
    /// this store.
    func naming(_ text: String) -> String { text.naming(peopleOf: host) }
}

extension Place {
    /// The place without invalid coordinates and with a name that fits, or `nil` if nothing remains.
    var fitted: Place? {
        let text = name.map { $0.withoutControls ?? $0 }
        let (start, rest) = (text ?? "")[...].split(fitting: .placeName, reserving: 1)
        let name = rest.isEmpty ? start : "\(start)…"
        let coordinate = coordinate.flatMap { $0.isOnEarth ? $0 : nil }
        let isNamed = name.contains { !$0.isWhitespace }
        guard isNamed || coordinate != nil else { return nil }
        return Place(name: isNamed ? name : nil, coordinate: coordinate)
    }
}

extension String {
    /// The text without control characters other than tabs and line feeds, or `nil` if it has none.
    var withoutControls: String? {
        guard utf8.contains(where: { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A || $0 >= 0x7F }),
            unicodeScalars.contains(where: \.isUnwantedControl)
        else { return nil }
        let text = replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        return String(
            String.UnicodeScalarView(text.unicodeScalars.filter { !$0.isUnwantedControl })
        )
    }

    /// The text with names that mention nobody in this store.
    ///
    /// With a host, "@leia" becomes the address "@leia@example.org". Otherwise, an invisible word
    /// joiner separates the sign from the name, which a search still finds.
    func naming(peopleOf host: String?) -> String {
        naming { name, spelling in
            // A suffix follows usernames only in this store.
            name.contains("~") ? nil : host.map { "\(spelling)@\($0)" }
        }
    }

    /// The text with other names, or `nil` for one that mentions nobody in this store.
    func naming(_ replacement: (_ name: String, _ spelling: Substring) -> String?) -> String {
        replacingMentions { name, spelling in
            replacement(name, spelling) ?? "\(spelling.prefix(1))\u{2060}\(spelling.dropFirst())"
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isUnwantedControl: Bool {
        properties.generalCategory == .control && self != "\t" && self != "\n"
    }
}

extension Substring {
    /// Splits off a start that fits into a field, at white space if possible.
    ///
    /// The names are written after the split, because a part of an address can contain a name that
    /// the address does not.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - count: The number of characters to leave free if a rest remains.
    ///   - naming: Returns a text with its names as the store should contain them.
    /// - Returns: The start with these names, and the rest as it is, without white space at its
    ///   start. The rest is empty if all of the text fits.
    func split(
        fitting field: TextField,
        reserving count: Int = 0,
        naming: (String) -> String = { $0 }
    ) -> (start: String, rest: Substring) {
        let (limit, byteLimit) = (field.limit - count, field.byteLimit - 4 * count)
        if end(field.limit, field.byteLimit) == endIndex {
            let text = naming(String(self))
            if text[...].end(field.limit, field.byteLimit) == text.endIndex { return (text, "") }
        }
        var length = limit
        while true {
            let end = cut(length, byteLimit)
            let (start, text) = (self[..<end], naming(String(self[..<end])))
            let excess = Swift.max(text.count - limit, (text.utf8.count - byteLimit + 3) / 4)
            guard excess > 0, start.count > 1 else {
                return (text, self[end...].drop(while: \.isWhitespace))
            }
            // Other names can be many times as long.
            length = start.count - Swift.min(excess, start.count / 2)
        }
    }

    /// Returns the index of white space, or in a long word, at which to split the text.
    private func cut(_ length: Int, _ byteLength: Int) -> Index {
        let limit = end(length, byteLength)
        let space = self[..<limit].lastIndex(where: \.isWhitespace) ?? limit
        // Split words that are longer than half of the field.
        let isFar = distance(from: startIndex, to: space) < Swift.max(length / 2, 1)
        return isFar ? limit : space
    }

    /// Returns the index after the characters and bytes that fit.
    private func end(_ length: Int, _ byteLength: Int) -> Index {
        let end = index(startIndex, offsetBy: length, limitedBy: endIndex) ?? endIndex
        guard self[..<end].utf8.count > byteLength else { return end }
        // The view ends before a scalar that exceeds the limit.
        return unicodeScalars[..<utf8.index(startIndex, offsetBy: byteLength)].endIndex
    }
}

extension SourceLocation {
    /// The size in bytes of the path and the position.
    fileprivate var byteCount: Int { file.utf8.count + (position?.utf8.count ?? 0) }
}

/// A source of posts: an archive of another service, or a folder.
protocol PostSource: Sendable {
    /// The container of the media.
    var archive: any ArchiveSource { get }
    /// The usernames of people that the source lists, such as followers, sorted.
    var people: [String] { get }

    /// Reads the profile of the user whose posts the source contains, or returns `nil` if the source
    /// has none.
    ///
    /// This call blocks.
    ///
    /// - Throws: A fault if the file with the profile is malformed.
    func profile() throws(EntryError) -> SourceProfile?
    /// The path of the file with the profile, or an empty string if the source has none.
    var profilePath: String { get }

    /// Creates a reader at the start of the source.
    func makeReader() -> any SourceReader
    /// Counts the posts and media.
    ///
    /// This call blocks.
    func entryCount() -> Int
}

extension PostSource {
    var people: [String] { [] }
    var profilePath: String { "" }
    func profile() throws(EntryError) -> SourceProfile? { nil }

    func entryCount() -> Int {
        let reader = makeReader()
        var count = 0
        while let item = reader.next() { count += item.entryCount }
        return count
    }
}

/// A reader of a source's entries, in their order.
///
/// Faults are returned as entries, so that they do not affect other entries.
protocol SourceReader: AnyObject {
    /// Reads the next entry, or returns `nil` at the end.
    ///
    /// This call blocks.
    func next() -> SourceItem?
}

/// Converts the times in sources to milliseconds since 1970.
enum SourceTime {
    /// The latest time that an ID can contain, in milliseconds.
    private static let limit = 1.0e14

    /// Converts seconds since 1970 to milliseconds.
    ///
    /// A number that would lie more than 3,000 years in the future is taken as milliseconds.
    ///
    /// - Returns: `nil` unless the time is between 1970 and the year 5138.
    static func milliseconds(seconds: Double?) -> UInt64? {
        guard let seconds, seconds > 0, seconds < limit else { return nil }
        return UInt64(seconds < 1.0e11 ? (seconds * 1000).rounded() : seconds)
    }

    /// Reads a time in UTC or with an offset, such as "2018-05-01T12:00:00+02:00".
    static func milliseconds(text: String) -> UInt64? {
        WrittenDate(text)?.date(in: .gmt).millisecondsSince1970
    }
}
