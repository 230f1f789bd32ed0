import TimelineArchive
import TimelineCore

extension TextLayout {
    /// The maximum number of rejected entries to show on a terminal.
    private static let rejectionLimit = 20

    /// Formats the report of an import.
    func whole(_ report: ImportReport) -> [String] {
        let loaded = SeedText.loaded(counts(report, of: \.imported), isDryRun: report.isDryRun)
        let kinds = [report.users, report.posts, report.comments, report.likes, report.follows]
        let present =
            kinds.contains { $0.alreadyPresent > 0 }
            ? SeedText.alreadyPresent(counts(report, of: \.alreadyPresent)) : nil
        let merged =
            report.duplicateLikes > 0
            ? SeedText.merged(likes: report.duplicateLikes, isDryRun: report.isDryRun) : nil
        let created =
            report.unlistedUsers > 0
            ? SeedText.created(users: report.unlistedUsers, isDryRun: report.isDryRun) : nil
        return [loaded, present, merged, created].compactMap(\.self).flatMap { paragraph($0) }
            + renamedUsers(report) + rejections(report)
    }

    private func counts(
        _ report: ImportReport,
        of outcome: KeyPath<ImportReport.Tally, Int>
    ) -> String {
        SeedText.counts(
            users: report.users[keyPath: outcome],
            posts: report.posts[keyPath: outcome],
            media: report.media[keyPath: outcome],
            comments: report.comments[keyPath: outcome],
            likes: report.likes[keyPath: outcome],
            follows: report.follows[keyPath: outcome]
        )
    }

    private func renamedUsers(_ report: ImportReport) -> [String] {
        let usernames = report.importedUsers.map(\.username).filter { $0.contains("~") }
        guard !usernames.isEmpty else { return [] }
        return paragraph(SeedText.renamed) + usernames.map { "  @\($0)" }
    }

    private func rejections(_ report: ImportReport) -> [String] {
        guard !report.rejections.isEmpty else { return [] }
        let limit = isTerminal ? Self.rejectionLimit : .max
        let shown = report.rejections.prefix(limit)
            .flatMap { listed(SeedText.rejection(of: $0.entry, $0.reason), indent: 2) }
        let rest = report.rejections.count - limit
        return [SeedText.rejected(report.rejections.count)] + shown
            + (rest > 0 ? ["  " + SeedText.moreRejections(rest)] : [])
    }
}
