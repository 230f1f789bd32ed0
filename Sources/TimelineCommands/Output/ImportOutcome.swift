import TimelineArchive

/// The outcome of an import in sentences, for the terminal and the pages.
struct ImportOutcome {
    /// The numbers of entries by outcome.
    private(set) var sentences: [String] = []
    /// The first entries that were not imported or were changed, with the reasons.
    private(set) var details: [String] = []
    /// The number of such entries beyond the limit.
    private(set) var restCount = 0

    /// The maximum number of details.
    private static let detailLimit = 20

    /// Summarizes an import of posts.
    init(_ report: PostImportReport) {
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
        add(
            !report.profileFields.isEmpty,
            ImportText.profile(report.profileFields, isDryRun: report.isDryRun)
        )
        add(report.notKept > 0, ImportText.notKept(report.notKept))
        add(
            report.hasRejections,
            ImportText.rejected(
                posts: posts.rejected,
                media: media.rejected,
                files: report.rejectedFiles
            )
        )
        details = report.findings.prefix(Self.detailLimit)
            .map { ImportText.finding($0) }
        restCount = report.findingCount - details.count
    }

    /// Summarizes an import of a Timeline archive.
    init(_ report: RestoreReport) {
        sentences = [
            ArchiveMessages.entries(report.entries), ArchiveMessages.media(report.media),
        ]
        details = report.issues.prefix(Self.detailLimit).map { ArchiveMessages.issue($0) }
        restCount = report.issueCount - details.count
    }

    private mutating func add(_ isShown: Bool, _ sentence: @autoclosure () -> String) {
        if isShown { sentences.append(sentence()) }
    }
}
