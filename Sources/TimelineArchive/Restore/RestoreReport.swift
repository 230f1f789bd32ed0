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
    ///   - report: Receives each finding about a record or file that is not imported and not present.
    ///   - progress: Called after each transaction with the number of processed entries and the
    ///     total number.
    /// - Returns: The numbers of records and files by outcome, and the first findings.
    /// - Throws: A `TimelineError` if the storage fails, `CancellationError` if the task is
    ///   cancelled, or an error thrown by `report`.
    @concurrent
    @discardableResult
    public func restore(
        _ archive: StoreArchive,
        by importer: User.ID? = nil,
        isDryRun: Bool = false,
        report: @escaping @Sendable (ImportFinding) throws -> Void = { _ in },
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws -> RestoreReport {
        var work = ArchiveImport(
            of: archive,
            into: engine,
            by: importer,
            isDryRun: isDryRun,
            report: report,
            progress: progress
        )
        return try await work.run()
    }
}

/// The outcome of importing a Timeline archive.
///
/// Reports are encoded as JSON. See Docs/JSON.md.
public struct RestoreReport: FindingReport, Encodable, Sendable, Hashable {
    /// The records.
    public internal(set) var records = ImportTally()
    /// The numbers of imported records by what they are to people.
    package internal(set) var imported = RecordTally()
    /// The numbers of records that the store contained.
    package internal(set) var alreadyPresent = RecordTally()
    /// The numbers of records whose subject the store knows to be deleted or newer, without those
    /// of deleted accounts.
    ///
    /// In ``records``, they count as present.
    package internal(set) var superseded = RecordTally()
    /// The numbers of records by users with deleted accounts, and of replies to them.
    ///
    /// In ``records``, they count as present.
    package internal(set) var ofDeletedAccounts = RecordTally()
    /// The photos, previews and originals, including photos and previews that records show but the
    /// archive lacks.
    public internal(set) var media = ImportTally()
    /// The number of findings about records and files that were not imported and were not present.
    public internal(set) var findingCount = 0
    /// The first findings, at most ``ImportFinding/limit``, in the order in which they were made.
    public internal(set) var findings: [ImportFinding] = []

    /// The report without its findings.
    public var withoutLists: RestoreReport {
        var report = self
        report.findings = []
        return report
    }
}

/// The outcome of an import in sentences, for the terminal and the pages.
package struct ImportOutcome {
    /// The numbers of entries by outcome.
    package private(set) var sentences: [String] = []
    /// The sentence that says the most, and those about what ``tallies`` do not count.
    package private(set) var notes: [String] = []
    /// The numbers of entries of each kind, by outcome.
    package private(set) var tallies: [(kind: ImportFinding.Kind, tally: ImportTally)] = []
    /// The first findings.
    package private(set) var findings: [ImportFinding] = []
    /// The number of findings beyond ``findings``.
    package private(set) var restOfFindings = 0
    /// The first entries that were not imported, with the reasons, rejections first.
    package private(set) var omissions: [String] = []
    /// The first entries that were imported with a change, with the reasons.
    package private(set) var changes: [String] = []
    /// The number of such entries beyond the limit.
    package private(set) var restCount = 0

    /// The maximum numbers of omissions and of changes.
    private static let limits = (omissions: 20, changes: 10)

    /// Summarizes an import of posts.
    package init(_ report: PostImportReport) {
        let (posts, media) = (report.posts, report.media)
        let imported = ImportText.imported(
            posts: posts.imported,
            media: media.imported,
            isDryRun: report.isDryRun
        )
        let isOld = posts.imported == 0 && posts.alreadyPresent > 0
        sentences = [
            posts.entries == 0 ? ImportText.nothing : isOld ? ImportText.nothingNew : imported
        ]
        notes = sentences
        tallies = [(.post, posts), (.media, media)]
        add(
            posts.alreadyPresent + media.alreadyPresent > 0,
            ImportText.alreadyPresent(posts: posts.alreadyPresent, media: media.alreadyPresent)
        )
        note(report.furtherPosts > 0, ImportText.furtherPosts(report.furtherPosts))
        note(!report.guessedDates.isEmpty, ImportText.guessedDates(report.guessedDates))
        note(report.continuedCaptions > 0, ImportText.continuedCaptions(report.continuedCaptions))
        add(
            posts.notSupported + media.notSupported > 0,
            ImportText.notSupported(
                posts: posts.notSupported,
                media: media.notSupported,
                kinds: report.unsupportedKinds
            )
        )
        let fields = report.profileFields.map { field in
            switch field {
            case .displayName: ImportText.displayName
            case .bio: "bio"
            case .photo: "photo"
            }
        }
        note(!fields.isEmpty, ImportText.profile(fields, isDryRun: report.isDryRun))
        note(report.notKept > 0, ImportText.notKept(report.notKept))
        add(
            report.hasRejections,
            ImportText.rejected(
                posts: posts.rejected,
                media: media.rejected,
                files: report.rejectedFiles
            )
        )
        add(report)
    }

    /// Summarizes an import of a Timeline archive.
    package init(_ report: RestoreReport, isDryRun: Bool = false) {
        sentences = [ImportText.imported(report.imported, isDryRun: isDryRun)]
        add(report.alreadyPresent.total > 0, ImportText.alreadyPresent(report.alreadyPresent))
        add(report.superseded.total > 0, ImportText.superseded(report.superseded))
        add(
            report.ofDeletedAccounts.total > 0,
            ImportText.ofDeletedAccounts(report.ofDeletedAccounts)
        )
        let left = (report.records.notSupported, report.records.rejected)
        add(left.0 > 0, ImportText.notSupported(left.0))
        add(left.1 > 0, ImportText.rejected(left.1))
        sentences.append(ImportText.pictures(report.media.entries, report.media.outcomes))
        notes = sentences
        tallies = [(.record, report.records), (.media, report.media)]
        add(report)
    }

    private mutating func add(_ report: some FindingReport) {
        let sorted = [ImportFinding.Outcome.rejected, .notSupported, .changed]
            .flatMap { outcome in report.findings.filter { $0.outcome == outcome } }
        // A post and its picture may have the same reason.
        func sentences(_ isChange: Bool) -> [String] {
            sorted.filter { ($0.outcome == .changed) == isChange }.map(\.sentence)
                .reduce(into: []) { sentences, sentence in
                    if sentences.last != sentence { sentences.append(sentence) }
                }
        }
        let (omitted, changed) = (sentences(false), sentences(true))
        omissions = Array(omitted.prefix(Self.limits.omissions))
        changes = Array(changed.prefix(Self.limits.changes))
        restCount = report.findingCount - sorted.count
        restCount += omitted.count - omissions.count + changed.count - changes.count
        findings = sorted
        restOfFindings = report.findingCount - sorted.count
    }

    /// Adds a sentence about something that ``tallies`` do not count.
    private mutating func note(_ isShown: Bool, _ sentence: @autoclosure () -> String) {
        guard isShown else { return }
        let sentence = sentence()
        sentences.append(sentence)
        notes.append(sentence)
    }

    private mutating func add(_ isShown: Bool, _ sentence: @autoclosure () -> String) {
        if isShown { sentences.append(sentence()) }
    }
}

extension ImportTally {
    fileprivate var outcomes: String {
        ImportText.outcomes(
            imported: imported,
            present: alreadyPresent,
            unsupported: notSupported,
            rejected: rejected
        )
    }
}
