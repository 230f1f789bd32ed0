public import Foundation
public import TimelineCore

/// The options for exporting an archive.
public struct ArchiveOptions: Sendable {
    /// The user to export, or `nil` for everything in the store.
    ///
    /// The entries of a user are their own records, the replies to their posts, and the keys and
    /// profiles of the users that these entries mention.
    public var user: User.ID?
    /// Whether to include the original files of photos, with all metadata.
    public var includesOriginals: Bool
    /// Additional files by path, such as a sealed account.
    public var attachments: [String: Data]
    /// A function that writes the pages of a site that shows the photos of the archive, or `nil` to
    /// write no site.
    public var site: SiteWriter?

    /// A closure that writes a site from the snapshot of the archive.
    ///
    /// It receives the reader of the snapshot, the paths of the photos and previews relative to the
    /// folder of the site, and a closure that writes a file at a path relative to that folder.
    public typealias SiteWriter =
        @Sendable (
            _ reader: any SocialReader,
            _ pictures: [BlobID: String],
            _ write: (_ path: String, _ content: Data) throws -> Void
        ) throws -> Void

    /// Creates export options.
    public init(
        of user: User.ID? = nil,
        includingOriginals: Bool = false,
        attaching attachments: [String: Data] = [:],
        site: SiteWriter? = nil
    ) {
        self.user = user
        includesOriginals = includingOriginals
        self.attachments = attachments
        self.site = site
    }
}

/// The format of an archive on disk.
public enum ArchiveForm: Sendable, Hashable {
    /// A ZIP file.
    case zip
    /// A folder with the same files.
    case folder
}

/// A summary of an exported archive.
///
/// Reports are encoded as JSON. See Docs/JSON.md.
public struct ExportReport: Encodable, Sendable, Hashable {
    /// The number of entries.
    public internal(set) var entries = 0
    /// The number of photos, each counted once.
    public internal(set) var photos = 0
    /// The number of previews of photos.
    public internal(set) var previews = 0
    /// The number of original files.
    public internal(set) var originals = 0
    /// The size of all files in bytes.
    public internal(set) var bytes = 0
    /// The number of photos, previews and originals left out because their files are missing from
    /// the store or damaged.
    public internal(set) var lostPhotos = 0
    /// The number of photos, previews and originals left out because sync has not received them
    /// yet, or because a storage budget has removed them.
    public internal(set) var unavailablePhotos = 0
}
