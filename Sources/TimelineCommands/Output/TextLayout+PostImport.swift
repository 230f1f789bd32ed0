import TimelineArchive

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
                ? paragraph(ImportText.people(report.people.count)) : [])
    }

    /// Formats the report of an import of a Timeline archive.
    func whole(_ report: RestoreReport) -> [String] {
        whole(ImportOutcome(report))
    }

    private func whole(_ summary: ImportOutcome) -> [String] {
        let sentences = summary.sentences.flatMap { paragraph($0) }
        // In a pipe, all details have been printed before.
        guard isTerminal else { return sentences }
        return sentences + summary.details.flatMap { listed($0, indent: 2) }
            + (summary.restCount > 0 ? ["  " + ImportText.moreFindings(summary.restCount)] : [])
    }
}
