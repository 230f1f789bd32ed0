import TimelineArchive
import TimelineCore

extension TextLayout {
    /// What became of the entries of an archive.
    func whole(_ report: ImportReport) -> [String] {
        let tallies = [
            ("user", report.users), ("post", report.posts), ("comment", report.comments),
            ("like", report.likes), ("follow", report.follows),
        ]
        let made = report.unlistedUsers
        let renamed = report.importedUsers.map(\.username).filter { $0.contains("~") }
        let counts = tallies.map { countText($0.1.accepted, $0.0) }.joined(separator: ", ")
        let refusals = report.rejections.prefix(Self.shownRefusals)
            .flatMap { paragraph("\($0.entry): \($0.reason)", indent: 2) }
        let rest = report.rejections.count - Self.shownRefusals
        let merged = report.duplicateLikes
        return paragraph("Loaded \(counts).")
            + (merged > 0
                ? paragraph("\(countText(merged, "like")) repeated another by the same user.") : [])
            + (made > 0 ? paragraph("\(countText(made, "more user")), whom only posts name.") : [])
            + (renamed.isEmpty
                ? [] : paragraph("Their names are taken here, so these have a suffix:"))
            + renamed.map { "  @\($0)" }
            + (refusals.isEmpty
                ? [] : ["Not taken: \(countText(report.rejections.count, "entry", "entries")):"])
            + refusals + (rest > 0 ? ["  … and \(rest) more; --format json lists all."] : [])
    }

    private static var shownRefusals: Int { 20 }
}
