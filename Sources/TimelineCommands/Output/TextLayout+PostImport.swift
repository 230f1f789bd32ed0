import TimelineArchive

extension TextLayout {
    /// The maximum number of findings to show.
    private static let findingLimit = 20

    /// Formats the report of an import of posts.
    ///
    /// - Parameters:
    ///   - report: The report.
    ///   - listsPeople: Whether to mention the people that the archive lists.
    /// - Returns: The lines.
    func whole(_ report: PostImportReport, listsPeople: Bool) -> [String] {
        let (posts, media) = (report.posts, report.media)
        var sentences = [
            ImportText.imported(
                posts: posts.imported,
                media: media.imported,
                isDryRun: report.isDryRun
            )
        ]
        func add(_ isShown: Bool, _ sentence: String) {
            if isShown { sentences.append(sentence) }
        }
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
        add(report.notKept > 0, ImportText.notKept(report.notKept))
        add(
            report.hasRejections,
            ImportText.rejected(
                posts: posts.rejected,
                media: media.rejected,
                files: report.rejectedFiles
            )
        )
        return sentences.flatMap { paragraph($0) } + findings(report)
            + (listsPeople && !report.people.isEmpty
                ? paragraph(ImportText.people(report.people.count)) : [])
    }

    private func findings(_ report: PostImportReport) -> [String] {
        let shown = report.findings.prefix(Self.findingLimit)
            .flatMap { finding in
                paragraph(
                    ImportText.finding(
                        finding.file,
                        finding.position,
                        finding.count,
                        finding.reason
                    ),
                    indent: 2
                )
            }
        let rest = report.findingCount - min(Self.findingLimit, report.findings.count)
        return shown + (rest > 0 ? ["  " + ImportText.moreFindings(rest)] : [])
    }
}
