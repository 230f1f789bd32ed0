import TimelineArchive
import TimelineCore

extension TextLayout {
    /// The maximum number of rejected entries to show on a terminal.
    private static let findingLimit = 20

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
            + renamedUsers(report) + findings(report)
    }

    private func counts(
        _ report: ImportReport,
        of outcome: KeyPath<ImportTally, Int>
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

    private func findings(_ report: ImportReport) -> [String] {
        guard report.findingCount > 0 else { return [] }
        let summary = SeedText.rejected(report.findingCount)
        // In a pipe, all findings have been printed before.
        guard isTerminal else { return [summary + "."] }
        let shown = report.findings.prefix(Self.findingLimit)
        let rest = report.findingCount - shown.count
        return [summary + ":"] + shown.flatMap { listed($0.sentence, indent: 2) }
            + (rest > 0 ? paragraph(SeedText.moreRejections(rest), indent: 2) : [])
    }
}

extension TextLayout {
    /// Formats the report of a post import.
    ///
    /// - Parameters:
    ///   - report: The report.
    ///   - listsPeople: Whether to mention the people that the archive lists.
    /// - Returns: The lines.
    func whole(_ report: PostImportReport, listsPeople: Bool) -> [String] {
        whole(ImportOutcome(report))
            + (listsPeople && !report.people.isEmpty
                ? paragraph(ImportMessages.people(report.people.count)) : [])
    }

    /// Formats the report of an import of a Timeline archive.
    func whole(_ report: RestoreReport, isDryRun: Bool) -> [String] {
        whole(ImportOutcome(report, isDryRun: isDryRun))
    }

    /// Formats indented lines under a heading, or nothing if there are none.
    private func list(_ lines: [String], under heading: String) -> [String] {
        lines.isEmpty ? [] : [heading] + lines.flatMap { listed($0, indent: 2) }
    }

    private func whole(_ summary: ImportOutcome) -> [String] {
        let sentences = summary.sentences.flatMap { paragraph($0) }
        // In a pipe, all details have been printed before.
        guard isTerminal else { return sentences }
        return sentences + list(summary.omissions, under: ImportMessages.omissions)
            + list(summary.changes, under: ImportMessages.changes)
            + (summary.restCount > 0 ? ["  " + ImportMessages.moreFindings(summary.restCount)] : [])
    }
}
