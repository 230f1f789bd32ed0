import Foundation
import GRDB
import TimelineCore

extension SQLiteSocial {
    /// How many faults of each kind are told; more of them say no more.
    private static let toldFaults = 20

    /// Compares what posts are found by with what is written in posts and comments.
    func auditFound(repairing: Bool) throws -> [CountMismatch] {
        let written = try written()
        let mismatches =
            Self.mismatches("words", try indexedWords(), written.words) { "“\($0)”" }
            + Self.mismatches("counted words", try countedWords(), written.words) { "“\($0)”" }
            + Self.mismatches("tags", try keptTags(), written.tags) { $0 }
            + Self.mismatches("posts tagged", try countedTags(), written.tagged) { "#\($0)" }
            + Self.mismatches("mentions", try keptMentions(), written.mentions) { $0 }
            + Self.mismatches("places", try keptPlaces(), try placedPosts()) { "of \($0)" }
        if repairing, !mismatches.isEmpty { try rebuildFound() }
        return mismatches
    }

    private struct Written {
        var words: [String: Int] = [:]
        var tags: [String: Int] = [:]
        var tagged: [String: Int] = [:]
        var mentions: [String: Int] = [:]
    }

    /// What is written, read once more.
    private func written() throws -> Written {
        var found = Written()
        var counts = WordCounts()
        for isComment in [false, true] {
            try forEachRow(ofComments: isComment) { texts in
                for text in texts {
                    counts.add(1, for: WordDocument(of: text.text))
                    let marks = TextMarks(in: text.text)
                    for tag in marks.tags where text.isAuthors {
                        let isNew = found.tags["\(tag) of \(text.post)"] == nil
                        found.tagged[tag.name, default: 0] += isNew ? 1 : 0
                        found.tags["\(tag) of \(text.post)", default: 0] += 1
                    }
                    for name in marks.mentions {
                        found.mentions["@\(name) in \(text.id.pushID)", default: 0] += 1
                    }
                }
            }
        }
        found.words = counts.steps
        return found
    }

    private func indexedWords() throws -> [String: Int] {
        try counts("SELECT term, cnt FROM text_vocabulary") { $0[0] }
    }

    private func countedWords() throws -> [String: Int] {
        try counts("SELECT text, count FROM word") { $0[0] }
    }

    private func keptTags() throws -> [String: Int] {
        try counts("SELECT tag, count(*), post FROM post_tag GROUP BY tag, post") { row in
            "#\(row[0] as String) of \(row.pushID(2)?.description ?? "")"
        }
    }

    private func countedTags() throws -> [String: Int] {
        try counts("SELECT name, post_count FROM tag") { $0[0] }
    }

    private func keptMentions() throws -> [String: Int] {
        try counts("SELECT name, count(*), id FROM mention GROUP BY name, id") { row in
            "@\(row[0] as String) in \(row.pushID(2)?.description ?? "")"
        }
    }

    private func keptPlaces() throws -> [String: Int] {
        try counts("SELECT post, count(*), latitude, longitude FROM post_place GROUP BY 1, 3, 4") {
            Self.placed($0)
        }
    }

    private func placedPosts() throws -> [String: Int] {
        try counts("SELECT id, 1, latitude, longitude FROM post WHERE latitude IS NOT NULL") {
            Self.placed($0)
        }
    }

    private static func placed(_ row: Row) -> String {
        "\(row.pushID(0)?.description ?? "") at \(row[2] as Double), \(row[3] as Double)"
    }

    private func counts(_ sql: String, key: (Row) throws -> String) throws -> [String: Int] {
        let pairs = try rows(sql) { (try key($0), $0[1] as Int) }
        return Dictionary(pairs, uniquingKeysWith: +)
    }

    private static func mismatches(
        _ subject: String,
        _ kept: [String: Int],
        _ found: [String: Int],
        name: (String) -> String
    ) -> [CountMismatch] {
        guard kept != found else { return [] }
        let keys = Set(kept.keys).union(found.keys)
            .filter { kept[$0, default: 0] != found[$0, default: 0] }
        return keys.sorted().prefix(toldFaults)
            .map { key in
                CountMismatch(
                    subject: "\(subject) \(name(key))",
                    kept: kept[key, default: 0],
                    found: found[key, default: 0]
                )
            }
    }
}
