import TimelineArchive

/// Messages of `timeline export` and `timeline import timeline`.
enum ArchiveMessages {
    static let exporting = "Exporting"
    static let importing = "Importing"
    static let onlyByCommand = """
        it is an archive of Timeline, which can contain posts of others; on this server, only `timeline import \
        timeline` imports it.
        """

    static func exported(_ report: ExportReport, to path: String) -> String {
        let counts = [
            countText(report.entries, "entry", "entries"), countText(report.photos, "photo"),
            countText(report.previews, "preview"),
        ]
        return "Exported \(counts.joined(separator: ", ")) to \(path)."
    }

    static func exportedSite(posts: Int, pages: Int, to path: String) -> String {
        "Exported \(countText(posts, "post")) on \(countText(pages, "page")) to \(path)."
    }

    static func exportedFiles(posts: Int, photos: Int, to path: String) -> String {
        "Exported \(countText(posts, "post")) with \(countText(photos, "photo")) to \(path)."
    }

    static func leftOut(lost: Int, unavailable: Int) -> [String] {
        var sentences: [String] = []
        if lost > 0 {
            let pictures = countText(lost, "picture")
            sentences.append(
                "Left out \(pictures) missing from the store or damaged; `timeline doctor` lists them."
            )
        }
        if unavailable > 0 {
            let pictures = countText(unavailable, "picture")
            sentences.append("Left out \(pictures) that cannot be read or have not arrived yet.")
        }
        return sentences
    }

    static func omitted(_ report: PostExportReport) -> [String] {
        let counts = [
            (report.omittedPosts, "post without its picture", "posts without their pictures"),
            (report.omittedPhotos, "further picture", "further pictures"),
            (report.omittedDescriptions, "description", "descriptions"),
            (
                report.omittedProfileFields, "display name or profile photo",
                "display names or profile photos"
            ),
        ]
        let parts = counts.filter { $0.0 > 0 }.map { countText($0.0, $0.1, $0.2) }
        guard !parts.isEmpty else { return [] }
        let list = parts.joined(separator: ", ")
        return ["Left out, because the layout cannot contain them: \(list)."]
    }

    static let dryRun = "This was a dry run, so nothing was imported."

    static func entries(_ tally: RestoreReport.Tally) -> String {
        "\(countText(tally.total, "entry", "entries")): \(outcomes(tally))."
    }

    static func media(_ tally: RestoreReport.Tally) -> String {
        "\(countText(tally.total, "picture")): \(outcomes(tally))."
    }

    private static func outcomes(_ tally: RestoreReport.Tally) -> String {
        let counts = [
            (tally.imported, "imported"), (tally.present, "already present"),
            (tally.unsupported, "not supported"), (tally.rejected, "rejected"),
        ]
        return counts.map { "\(groupedDigits(of: $0.0)) \($0.1)" }.joined(separator: ", ")
    }

    static func issue(_ issue: RestoreReport.Issue) -> String {
        let place = issue.line.map { "\(issue.file), line \($0)" } ?? issue.file
        return "\(place): \(issue.reason)"
    }
}
