import Foundation
import TimelineCore

/// An archive that Instagram creates with "Download your information" in JSON.
struct InstagramSource: PostSource {
    let archive: any ArchiveSource
    let people: [String]
    /// The recognized JSON files, sorted by path.
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
        media = MediaIndex(archive.entries)
        let files = archive.entries
            .compactMap { entry in
                InstagramFile(path: entry.path).map { (entry: entry, content: $0) }
            }
            .sorted { $0.entry.path.isOrderedByNumber(before: $1.entry.path) }
        let hasPosts = files.contains { file in
            switch file.content {
            case .posts, .media: true
            case .unsupportedPosts, .other, .people: false
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
