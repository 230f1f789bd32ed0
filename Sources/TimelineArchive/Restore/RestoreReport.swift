public import TimelineCore

extension StoreOwner {
    /// Imports a Timeline archive.
    ///
    /// Entries are accepted after their IDs and signatures have been checked, regardless of their
    /// authors. Importing the same archive again changes nothing. If the import is interrupted,
    /// importing the archive again completes it.
    ///
    /// ```swift
    /// let archive = try StoreArchive(at: target)
    /// let report = try await owner.restore(archive, by: leia)
    /// ```
    ///
    /// - Parameters:
    ///   - archive: The archive.
    ///   - importer: The user who imports, whose originals are accepted, or `nil`.
    ///   - isDryRun: Whether to write nothing and only report the outcome.
    ///   - report: Receives each entry and file that is not imported and not present.
    ///   - progress: Called after each transaction with the number of processed entries and the
    ///     total number.
    /// - Returns: The numbers of entries and files by outcome, and the first reasons.
    /// - Throws: A `TimelineError` if the storage fails, `CancellationError` if the task is
    ///   cancelled, or an error thrown by `report`.
    @concurrent
    @discardableResult
    public func restore(
        _ archive: StoreArchive,
        by importer: User.ID? = nil,
        isDryRun: Bool = false,
        report: @escaping @Sendable (RestoreReport.Issue) throws -> Void = { _ in },
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws -> RestoreReport {
        var work = ArchiveImport(
            of: archive,
            into: engine,
            by: importer,
            isDryRun: isDryRun,
            reportIssue: report,
            progress: progress
        )
        return try await work.run()
    }
}

/// The outcome of importing a Timeline archive.
///
/// Reports are encoded as JSON. See Docs/JSON.md.
public struct RestoreReport: Encodable, Sendable, Hashable {
    /// The lines in `records`.
    public internal(set) var entries = Tally()
    /// The photos, previews and originals, including photos and previews that entries show but the
    /// archive lacks.
    public internal(set) var media = Tally()
    /// The number of entries and files that were not imported and were not present.
    public internal(set) var issueCount = 0
    /// The first of these entries and files, at most ``issueLimit``, in the order in which they
    /// were found.
    public internal(set) var issues: [Issue] = []

    /// The maximum number of issues in a report.
    ///
    /// All issues are passed to the closure of the import.
    public static let issueLimit = 100

    /// The numbers of entries or files by outcome.
    ///
    /// ``total`` is the sum of the others.
    public struct Tally: Encodable, Sendable, Hashable {
        /// The number of entries or files in the archive.
        public internal(set) var total = 0
        /// The number of entries or files that were added to the store.
        public internal(set) var imported = 0
        /// The number of entries or files that the store already contained, or had replaced or
        /// deleted.
        public internal(set) var present = 0
        /// The number of entries or files that this version cannot import, and of pictures that the
        /// export left out.
        public internal(set) var unsupported = 0
        /// The number of malformed, damaged, missing or forbidden entries or files.
        public internal(set) var rejected = 0
    }

    /// An entry or file that was not imported.
    public struct Issue: Encodable, Sendable, Hashable {
        /// The path of the file in the archive, or of the file with the entry that shows a missing
        /// picture.
        ///
        /// It comes from the archive, so escape it before showing it in a terminal.
        public let file: String
        /// The number of the line, from 1, or `nil` for a whole file.
        public let line: Int?
        /// Whether the entry or file was rejected, rather than not supported or left out by the
        /// export.
        public let isRejected: Bool
        /// The reason, as a sentence.
        public let reason: String
    }

    /// The report without its issues.
    public var withoutIssues: RestoreReport {
        var report = self
        report.issues = []
        return report
    }

    /// Counts an issue, and stores it unless the limit is reached.
    mutating func add(_ issue: Issue, _ kind: WritableKeyPath<RestoreReport, Tally>) {
        self[keyPath: kind].total += 1
        if issue.isRejected {
            self[keyPath: kind].rejected += 1
        } else {
            self[keyPath: kind].unsupported += 1
        }
        issueCount += 1
        if issues.count < Self.issueLimit { issues.append(issue) }
    }
}

/// The outcome of an import in sentences, for the terminal and the pages.
package struct ImportOutcome {
    /// The numbers of entries by outcome.
    package private(set) var sentences: [String] = []
    /// The first entries that were not imported or were changed, with the reasons.
    package private(set) var details: [String] = []
    /// The number of such entries beyond the limit.
    package private(set) var restCount = 0

    /// The maximum number of details.
    private static let detailLimit = 20

    /// Summarizes an import of posts.
    package init(_ report: PostImportReport) {
        let (posts, media) = (report.posts, report.media)
        sentences = [
            ImportText.imported(
                posts: posts.imported,
                media: media.imported,
                isDryRun: report.isDryRun
            )
        ]
        add(
            posts.alreadyPresent + media.alreadyPresent > 0,
            ImportText.alreadyPresent(posts: posts.alreadyPresent, media: media.alreadyPresent)
        )
        add(report.furtherPosts > 0, ImportText.furtherPosts(report.furtherPosts))
        add(report.continuedCaptions > 0, ImportText.continuedCaptions(report.continuedCaptions))
        add(
            posts.notSupported + media.notSupported > 0,
            ImportText.notSupported(posts: posts.notSupported, media: media.notSupported)
        )
        let fields = report.profileFields.map { field in
            switch field {
            case .displayName: ImportText.displayName
            case .bio: "bio"
            case .photo: "photo"
            }
        }
        add(!fields.isEmpty, ImportText.profile(fields, isDryRun: report.isDryRun))
        add(report.notKept > 0, ImportText.notKept(report.notKept))
        add(
            report.hasRejections,
            ImportText.rejected(
                posts: posts.rejected,
                media: media.rejected,
                files: report.rejectedFiles
            )
        )
        details = report.findings.prefix(Self.detailLimit).map(\.sentence)
        restCount = report.findingCount - details.count
    }

    /// Summarizes an import of a Timeline archive.
    package init(_ report: RestoreReport) {
        sentences = [
            ImportText.entries(report.entries.total, report.entries.outcomes),
            ImportText.pictures(report.media.total, report.media.outcomes),
        ]
        details = report.issues.prefix(Self.detailLimit).map(\.sentence)
        restCount = report.issueCount - details.count
    }

    private mutating func add(_ isShown: Bool, _ sentence: @autoclosure () -> String) {
        if isShown { sentences.append(sentence()) }
    }
}

extension RestoreReport.Tally {
    fileprivate var outcomes: String {
        ImportText.outcomes(
            imported: imported,
            present: present,
            unsupported: unsupported,
            rejected: rejected
        )
    }
}

extension RestoreReport.Issue {
    /// The place in the archive and the reason.
    package var sentence: String {
        "\(line.map { ImportText.line($0, of: file) } ?? file): \(reason)"
    }
}

extension ImportFinding {
    /// The place in the archive and the reason.
    package var sentence: String {
        let place = position.map { "\(file) \($0)" } ?? file
        let times = count > 1 ? " (\(groupedDigits(of: count)))" : ""
        return "\(place): \(reason)\(times)"
    }
}
