import TimelineCore

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
