/// The outcome of importing posts from an archive of another service or from a folder.
///
/// Every post and every picture or video in the source is counted exactly once: it is imported,
/// already present, not supported or rejected. Reports are encoded as JSON. See Docs/JSON.md.
public struct PostImportReport: FindingReport, Encodable, Sendable, Hashable {
    /// The posts in the source.
    public internal(set) var posts = ImportTally()
    /// The pictures and videos of all posts in the source.
    public internal(set) var media = ImportTally()
    /// The number of files that are malformed or not safe to read, and therefore ignored.
    public internal(set) var rejectedFiles = 0
    /// The number of entries that are not posts, such as likes and messages.
    public internal(set) var notKept = 0
    /// The number of additional posts created for entries with more than ten pictures.
    public internal(set) var furtherPosts = 0
    /// The number of posts whose captions continue in comments.
    public internal(set) var continuedCaptions = 0
    /// The numbers of posts that are not dated by the picture or the entry, by what has dated them:
    /// `sidecar`, `fileName` or `fileTime`.
    package internal(set) var guessedDates: [String: Int] = [:]
    /// The numbers of entries that are not supported, by their kinds, such as "video".
    package internal(set) var unsupportedKinds: [String: Int] = [:]
    /// The fields of the importer's profile that were empty and have been set.
    public internal(set) var profileFields: [ProfileField] = []
    /// Whether nothing was written, because the import was a dry run.
    public internal(set) var isDryRun = false
    /// The number of findings.
    public internal(set) var findingCount = 0
    /// The first findings, at most ``ImportFinding/limit``, in the order of the source.
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

    /// Whether the source contains damaged, missing, hostile or invalid entries.
    public var hasRejections: Bool { posts.rejected + media.rejected + rejectedFiles > 0 }

    /// The report without its findings and people.
    public var withoutLists: PostImportReport {
        var report = self
        (report.findings, report.people) = ([], [])
        return report
    }
}

/// The results of a post import so far: the numbers of entries by outcome, and the findings.
struct ImportLedger {
    private let report: @Sendable (ImportFinding) throws -> Void
    /// The numbers of entries by outcome so far, and the first findings.
    var result = PostImportReport()

    /// Creates an empty ledger.
    ///
    /// - Parameters:
    ///   - isDryRun: Whether nothing is written.
    ///   - people: The usernames of people that the source lists.
    ///   - report: Receives each finding.
    init(
        isDryRun: Bool,
        people: [String],
        report: @escaping @Sendable (ImportFinding) throws -> Void
    ) {
        self.report = report
        result.isDryRun = isDryRun
        result.people = people
    }

    /// Counts an entry that does not become a post.
    ///
    /// - Throws: Any error thrown by the closure that receives findings, as for all methods.
    mutating func count(_ item: SourceItem) throws {
        switch item {
        case .post: break
        case .unsupportedPost(let location, let mediaCount, let fault):
            result.posts.entries += 1
            result.posts.notSupported += 1
            try add(.post, .notSupported, location, fault)
            guard mediaCount > 0 else { return }
            result.media.entries += mediaCount
            result.media.notSupported += mediaCount
            countKind(of: fault, mediaCount)
            try add(.media, .notSupported, location, fault, count: mediaCount)
        case .rejectedPost(let location, let mediaCount, let fault):
            result.posts.entries += 1
            result.posts.rejected += 1
            try add(.post, .rejected, location, fault)
            guard mediaCount > 0 else { return }
            result.media.entries += mediaCount
            result.media.rejected += mediaCount
            // The fault of a post with a single picture is that of the picture.
            let mediaFault = mediaCount == 1 ? fault : .postRejected
            try add(.media, .rejected, location, mediaFault, count: mediaCount)
        case .repetition(let isPost):
            if isPost {
                result.posts.entries += 1
                result.posts.alreadyPresent += 1
            }
            result.media.entries += 1
            result.media.alreadyPresent += 1
        case .other(let location, let count, let fault):
            result.notKept += count
            try add(.other, .notSupported, location, fault, count: count)
        case .rejectedFile(let location, let fault): try rejectFile(location, fault: fault)
        }
    }

    /// Counts media of a kind that is not supported.
    mutating func countKind(of fault: EntryError, _ count: Int = 1) {
        if let kind = fault.kind { result.unsupportedKinds[kind, default: 0] += count }
    }

    /// Counts a malformed or hostile file.
    mutating func rejectFile(_ location: SourceLocation, fault: EntryError) throws {
        result.rejectedFiles += 1
        try add(.file, .rejected, location, fault)
    }

    /// Counts a rejected picture or video.
    mutating func rejectMedia(
        of post: SourcePost,
        _ index: Int,
        fault: EntryError
    ) throws {
        result.media.entries += 1
        result.media.rejected += 1
        try add(.media, .rejected, post.mediaLocation(index), fault)
    }

    /// Reports a change with which a post was imported.
    mutating func add(_ change: SourcePost.Change, to post: SourcePost) throws {
        let location = change.index.map { post.mediaLocation($0) } ?? post.location
        try add(change.index == nil ? .post : .media, .changed, location, change.fault)
    }

    /// The maximum length in bytes of a text in a finding.
    ///
    /// The captions and paths of an archive can have 16 MiB, and the report holds many findings.
    static let textLimit = 16 << 10

    /// Adds a finding, with long texts truncated.
    mutating func add(
        _ kind: ImportFinding.Kind,
        _ outcome: ImportFinding.Outcome,
        _ location: SourceLocation,
        _ fault: EntryError,
        count: Int = 1
    ) throws {
        let finding = ImportFinding(
            kind: kind,
            outcome: outcome,
            file: location.file.truncated(toBytes: Self.textLimit),
            position: location.position?.truncated(toBytes: Self.textLimit),
            count: count,
            reason: fault.reason.truncated(toBytes: Self.textLimit)
        )
        result.add(finding)
        try report(finding)
    }
}

extension String {
    /// Returns the text, or its start and an ellipsis if it has more than `limit` bytes.
    fileprivate func truncated(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        // The view ends before a scalar that exceeds the limit.
        return String(unicodeScalars[..<utf8.index(startIndex, offsetBy: limit)]) + "…"
    }
}

extension SourcePost {
    /// Returns the location of one of the pictures or videos.
    func mediaLocation(_ index: Int) -> SourceLocation {
        let parts = [location.position, "media/\(index)"].compactMap(\.self)
        return SourceLocation(file: media[index].path, position: parts.joined(separator: "/"))
    }
}

/// The outcome of an entry, of which some parts have been processed.
struct EntryOutcome {
    /// The number of posts created.
    var newCount = 0
    /// Whether the store contained one of the posts, or it has been deleted.
    var isPresent = false
    /// Whether earlier posts show some pictures of the album, so that only the others are added.
    var isExtended = false
    /// Whether the caption continues in comments.
    var isContinued = false
    /// The reason that a post is invalid.
    var fault: EntryError?
}
