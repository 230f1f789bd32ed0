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
            try add(.media, .notSupported, location, fault, count: mediaCount)
        case .rejectedPost(let location, let mediaCount, let fault):
            result.posts.entries += 1
            result.posts.rejected += 1
            try add(.post, .rejected, location, fault)
            guard mediaCount > 0 else { return }
            result.media.entries += mediaCount
            result.media.rejected += mediaCount
            try add(.media, .rejected, location, .postRejected, count: mediaCount)
        case .other(let location, let count, let fault):
            result.notKept += count
            try add(.other, .notSupported, location, fault, count: count)
        case .rejectedFile(let location, let fault): try rejectFile(location, fault: fault)
        case .note(let location, let fault): try add(.post, .changed, location, fault)
        }
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
