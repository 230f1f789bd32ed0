import Foundation
import TimelineCore

/// An archive that Instagram creates with "Download your information" in JSON.
struct InstagramSource: PostSource {
    let archive: any ArchiveSource
    let people: [String]
    /// The JSON files, sorted by path, unknown ones last.
    private let files: [(entry: ArchiveEntry, content: InstagramFile)]
    private let media: MediaIndex
    private let includesPlaces: Bool

    /// Recognizes the files of an archive.
    ///
    /// - Parameters:
    ///   - archive: The archive.
    ///   - includesPlaces: Whether to import the coordinates in the archive.
    /// - Throws: `TimelineError.archiveUnreadable` if the archive contains no Instagram posts.
    init(_ archive: any ArchiveSource, includesPlaces: Bool) throws(TimelineError) {
        self.archive = archive
        self.includesPlaces = includesPlaces
        media = MediaIndex(archive.userEntries)
        let files = archive.userEntries
            .compactMap { entry in
                InstagramFile(path: entry.path).map { (entry: entry, content: $0) }
            }
            .sorted { first, second in
                guard first.content.isUnknown == second.content.isUnknown else {
                    return second.content.isUnknown
                }
                return first.entry.path.isOrderedByNumber(before: second.entry.path)
            }
        let hasPosts = files.contains { file in
            switch file.content {
            case .posts, .media: true
            case .unsupportedPosts, .other, .people, .unknown: false
            }
        }
        guard hasPosts else { throw .archiveUnreadable(ArchiveText.noInstagramPosts) }
        self.files = files
        people = InstagramPeople.usernames(
            in: files.compactMap { file in
                guard case .people = file.content else { return nil }
                return file.entry
            },
            of: archive
        )
    }

    func makeReader() -> any SourceReader {
        InstagramReader(
            files: files,
            archive: archive,
            entries: InstagramEntries(media: media, includesPlaces: includesPlaces)
        )
    }
}

extension String {
    /// Returns whether a path sorts before another in numeric order, in which "posts_2" precedes
    /// "posts_10".
    fileprivate func isOrderedByNumber(before other: String) -> Bool {
        compare(other, options: .numeric) == .orderedAscending
    }
}

/// A JSON file of an Instagram archive, recognized by its name in any of the layouts.
enum InstagramFile: Sendable {
    /// Posts, since 2021: `posts_1.json`.
    case posts
    /// Posts and more, until 2020: `media.json`.
    case media
    /// Posts of an unsupported kind.
    case unsupportedPosts(EntryError)
    /// Entries that are not posts.
    case other(EntryError)
    /// Followers or followed people.
    case people
    /// Something with an unknown name.
    case unknown

    /// Recognizes a file by its path.
    ///
    /// Returns `nil` if the file is hidden or not JSON.
    init?(path: String) {
        let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
        guard name.hasSuffix(".json"), !name.hasPrefix(".") else { return nil }
        // Downloads of equal names are numbered, too: "posts_1 (2).json".
        let topic = name.dropLast(5).reversed().drop { $0.isNumber || "_ ()-".contains($0) }
        switch String(topic.reversed()) {
        case "posts": self = .posts
        case "media": self = .media
        case "archived_posts": self = .unsupportedPosts(.archivedPost)
        case "stories": self = .unsupportedPosts(.story)
        case "reels", "igtv_videos": self = .unsupportedPosts(.video)
        case "profile_photos": self = .other(.profilePhoto)
        case "recently_deleted_content": self = .other(.deletedContent)
        case "post_comments", "reels_comments", "comments": self = .other(.comment)
        case "liked_posts", "liked_comments", "story_likes", "likes": self = .other(.like)
        case "message", "messages": self = .other(.message)
        case "followers", "following", "connections": self = .people
        default: self = .unknown
        }
    }

    fileprivate var isUnknown: Bool { if case .unknown = self { true } else { false } }
}

/// The followers and followed people in an archive of Instagram.
enum InstagramPeople {
    /// The maximum number of people.
    private static let limit = 100_000

    /// Returns the usernames in the given files, sorted and without duplicates.
    ///
    /// Malformed entries are ignored, because the list is only a suggestion.
    static func usernames(in files: [ArchiveEntry], of archive: any ArchiveSource) -> [String] {
        var usernames: Set<String> = []
        for file in files {
            // A file that cannot be read contains no suggestions.
            guard let items = try? JSONItems(of: file, in: archive) else { continue }
            // No items follow a fault.
            while usernames.count < limit, let item = try? items.next() {
                // A malformed entry contains no username.
                guard let value = try? item.value().repairingEncoding else { continue }
                usernames.formUnion(self.usernames(in: value, key: item.key))
            }
        }
        return usernames.sorted()
    }

    private static func usernames(in value: JSONValue, key: String?) -> [String] {
        // Until 2020, an object contains the usernames as keys and the times as values.
        if let key, ["followers", "following"].contains(key), case .object(let members) = value {
            return members.keys.filter(isUsername)
        }
        // The newest archives contain the username as the title, older ones as a value.
        let names = (value["string_list_data"]?.elements ?? []).compactMap { $0["value"]?.string }
        return (names.isEmpty ? [value["title"]?.string].compactMap(\.self) : names)
            .filter(isUsername)
    }

    /// Returns whether a string has the form of an Instagram username.
    private static func isUsername(_ text: String) -> Bool {
        (1...30).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "."), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
