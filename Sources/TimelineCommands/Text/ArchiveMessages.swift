import TimelineArchive
import TimelineCore

/// Messages of `timeline export` and `timeline import timeline`.
enum ArchiveMessages {
    static let exporting = "Exporting"
    static let importing = "Importing"

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
}
