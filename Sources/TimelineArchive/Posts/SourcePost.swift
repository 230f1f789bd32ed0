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
    /// What is not exact about the post, with the places in the source.
    var remarks: [(SourceLocation, EntryError)] = []
    /// The source that has dated the post.
    var dateSource = PictureDate.Source.picture

    /// An album in a folder.
    struct Album: Sendable {
        /// The texts that name and describe the album.
        let texts: [String]
        /// The name of the folder, if a person has chosen it.
        let name: String?
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
    /// A note about a post that is imported.
    case note(SourceLocation, EntryError)

    /// The number of posts and media.
    var entryCount: Int {
        switch self {
        case .post(let post): 1 + post.media.count
        case .unsupportedPost(_, let mediaCount, _), .rejectedPost(_, let mediaCount, _):
            1 + mediaCount
        case .repetition(let isPost): isPost ? 2 : 1
        case .other, .rejectedFile, .note: 0
        }
    }

    /// The size in bytes of the texts, such as captions and paths, which can have several MiB.
    var textByteCount: Int {
        switch self {
        case .post(let post): post.textByteCount
        case .unsupportedPost(let location, _, let fault),
            .rejectedPost(let location, _, let fault),
            .other(let location, _, let fault),
            .rejectedFile(let location, let fault),
            .note(let location, let fault):
            location.byteCount + fault.reason.utf8.count
        case .repetition: 0
        }
    }
}

extension SourcePost {
    /// The size in bytes of the texts.
    fileprivate var textByteCount: Int {
        let texts = identity + [caption] + media.flatMap { [$0.path, $0.alt ?? ""] }
        return texts.reduce(location.byteCount) { $0 + $1.utf8.count }
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
