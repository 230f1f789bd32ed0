/// The outcome of importing posts from an archive of another service or from a folder.
///
/// Every post and every picture or video in the source is counted exactly once: it is imported,
/// already present, not supported or rejected. Reports are encoded as JSON. See Docs/JSON.md.
public struct PostImportReport: Encodable, Sendable, Hashable {
    /// The posts in the source.
    public internal(set) var posts = Tally()
    /// The pictures and videos of all posts in the source.
    public internal(set) var media = Tally()
    /// The number of files that are malformed or not safe to read, and therefore ignored.
    public internal(set) var rejectedFiles = 0
    /// The number of entries that are not posts, such as likes and messages.
    public internal(set) var notKept = 0
    /// The number of additional posts created for entries with more than ten pictures.
    public internal(set) var furtherPosts = 0
    /// The number of posts whose captions continue in comments.
    public internal(set) var continuedCaptions = 0
    /// The fields of the importer's profile that were empty and have been set.
    public internal(set) var profileFields: [ProfileField] = []
    /// Whether nothing was written, because the import was a dry run.
    public internal(set) var isDryRun = false
    /// The number of findings.
    public internal(set) var findingCount = 0
    /// The first findings, at most ``findingLimit``, in the order of the source.
    public internal(set) var findings: [ImportFinding] = []
    /// The usernames of people that the source lists, such as followers, sorted.
    public internal(set) var people: [String] = []

    /// A field of a profile that an import can set.
    public enum ProfileField: String, Encodable, Sendable, Hashable {
        /// The display name.
        case displayName
        /// The bio.
        case bio
        /// The photo.
        case photo
    }

    /// The maximum number of findings in a report.
    ///
    /// All findings are passed to the closure of the import.
    public static let findingLimit = 100

    /// The numbers of entries of one kind.
    public struct Tally: Encodable, Sendable, Hashable {
        /// The number of entries: the sum of the other numbers.
        public internal(set) var entries = 0
        /// The number of entries that this import added to the store.
        public internal(set) var imported = 0
        /// The number of entries that an earlier import added to the store, or that occur earlier
        /// in the source.
        ///
        /// Posts that were deleted after an earlier import are included.
        public internal(set) var alreadyPresent = 0
        /// The number of entries of kinds that are not imported, such as videos.
        public internal(set) var notSupported = 0
        /// The number of damaged, missing, hostile or invalid entries.
        public internal(set) var rejected = 0
    }

    /// Whether the source contains damaged, missing, hostile or invalid entries.
    public var hasRejections: Bool { posts.rejected + media.rejected + rejectedFiles > 0 }

    /// The report without its findings and people.
    public var withoutLists: PostImportReport {
        var report = self
        (report.findings, report.people) = ([], [])
        return report
    }

    /// Counts a finding, and stores it unless the limit is reached.
    mutating func add(_ finding: ImportFinding) {
        findingCount += 1
        if findings.count < Self.findingLimit { findings.append(finding) }
    }
}

/// A note about entries of a source: why they were not imported, or how they were changed.
public struct ImportFinding: Encodable, Sendable, Hashable {
    /// The kind of the entries.
    public let kind: Kind
    /// The outcome.
    public let outcome: Outcome
    /// The path of the file in the source.
    ///
    /// The path comes from the source, so escape it before showing it in a terminal.
    public let file: String
    /// The position in the file, or `nil` if the finding concerns the whole file.
    public let position: String?
    /// The number of entries.
    public let count: Int
    /// The reason, as a sentence.
    public let reason: String

    /// The kind of the entries that a finding concerns.
    public enum Kind: String, Encodable, Sendable, Hashable {
        /// A post.
        case post
        /// A picture or video.
        case media
        /// A file.
        case file
        /// Something else, such as likes.
        case other
    }

    /// The outcome for the entries of a finding.
    public enum Outcome: String, Encodable, Sendable, Hashable {
        /// The entries are of a kind that is not imported.
        case notSupported
        /// The entries are damaged, missing, hostile or invalid.
        case rejected
        /// The entries were imported with a change.
        case changed
    }
}
