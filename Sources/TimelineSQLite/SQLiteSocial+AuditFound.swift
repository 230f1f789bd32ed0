import Foundation
import GRDB
import TimelineCore

extension SQLiteSocial {
    /// How many faults of each kind are told; more of them say no more.
    private static let toldFaults = 20

    /// Compares what posts are found by with what is written in posts and comments.
    func auditFound(repairing: Bool) throws -> [CountMismatch] {
        let written = try written()
        let indexed = try indexedWords()
        let mismatches =
            Self.mismatches("words", indexed.counts, written.words) { "“\($0)”" }
            + Self.mismatches("words", indexed.rows.differences(from: written.rows))
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
        var rows = WordPlaces()
        var tags: [String: Int] = [:]
        var tagged: [String: Int] = [:]
        var mentions: [String: Int] = [:]
    }

    /// What is written, read once more.
    private func written() throws -> Written {
        var found = Written()
        var counts = WordCounts()
        var carried: Set<TagRow> = []
        for isComment in [false, true] {
            try forEachRow(ofComments: isComment) { texts in
                let documents = texts.map { ($0.id, WordDocument(of: $0.text)) }
                found.rows.add(Self.document(of: documents), at: texts[0].id.row)
                for (text, (_, words)) in zip(texts, documents) {
                    counts.add(1, for: words)
                    let marks = TextMarks(in: text.text)
                    let tags = text.isAuthors ? marks.tags : []
                    for tag in tags {
                        carried.insert(TagRow(tag: tag, post: text.post, isFormer: false))
                        found.tags[Self.tag(tag.name, text.post.pushID, text.id.comment)] = 1
                    }
                    for name in marks.mentions {
                        found.mentions[Self.mention(name, text.id)] = 1
                    }
                }
            }
        }
        for row in carried { found.tagged[row.tag.name, default: 0] += 1 }
        found.words = counts.steps
        return found
    }

    /// What the index holds, in one walk: how often each word, and which words at which row.
    private func indexedWords() throws -> (counts: [String: Int], rows: WordPlaces) {
        var counts: [String: Int] = [:]
        var rows = WordPlaces()
        let statement = try HotStatement(
            "SELECT term, doc, offset FROM text_vocabulary",
            in: database
        )
        try statement.forEach { row in
            let word = row.text(0) ?? ""
            counts[word, default: 0] += 1
            rows.add(word, at: row.int(1), number: Int(row.int(2)))
            return true
        }
        return (counts, rows)
    }

    private func countedWords() throws -> [String: Int] {
        try counts("SELECT text, count FROM word") { $0[0] }
    }

    private func keptTags() throws -> [String: Int] {
        try counts("SELECT tag, 1, post, comment FROM post_tag") { row in
            Self.tag(row[0], row.pushID(2), row[3])
        }
    }

    private static func tag(_ name: String, _ post: PushID?, _ comment: Data) -> String {
        let place = PushID(bytes: comment).map { " in \($0)" } ?? ""
        return "#\(name) of \(post?.description ?? "")\(place)"
    }

    private func countedTags() throws -> [String: Int] {
        try counts("SELECT name, post_count FROM tag") { $0[0] }
    }

    private func keptMentions() throws -> [String: Int] {
        try counts("SELECT name, 1, id, is_comment FROM mention") { row in
            Self.mention(row[0], TextID(row.pushID(2) ?? .min, isComment: row[3]))
        }
    }

    private static func mention(_ name: String, _ text: TextID) -> String {
        "@\(name) in the \(text.isComment ? "comment" : "post") \(text.pushID)"
    }

    private func keptPlaces() throws -> [String: Int] {
        try counts(
            """
            SELECT post, 1, latitude, longitude, min_latitude, max_latitude, min_longitude,
                max_longitude, min_week, max_week FROM post_place
            """
        ) { row in
            let place = Self.placed(row)
            return bounds(row) ? place : "\(place), out of place"
        }
    }

    /// Whether the tree holds a post where it is and when it was.
    private func bounds(_ row: Row) -> Bool {
        guard let post = row.pushID(0), let latitude = row[2] as Double?,
            let longitude = row[3] as Double?
        else { return false }
        let bounds = [latitude, longitude, post.weeks].map(TreeBounds.init)
        return bounds.indices.allSatisfy { index in
            bounds[index].lower == row[4 + 2 * index] && bounds[index].upper == row[5 + 2 * index]
        }
    }

    private func placedPosts() throws -> [String: Int] {
        try counts("SELECT id, 1, latitude, longitude FROM post WHERE latitude IS NOT NULL") {
            Self.placed($0)
        }
    }

    private static func placed(_ row: Row) -> String {
        let (latitude, longitude) = (row[2] as Double?, row[3] as Double?)
        return "\(row.pushID(0)?.description ?? "") at \(latitude ?? .nan), \(longitude ?? .nan)"
    }

    private func counts(_ sql: String, key: (Row) throws -> String) throws -> [String: Int] {
        let pairs = try rows(sql) { (try key($0), $0[1] as Int) }
        return Dictionary(pairs, uniquingKeysWith: +)
    }

    /// Texts whose words are not those that the index holds for them.
    private static func mismatches(_ subject: String, _ rows: [Int64]) -> [CountMismatch] {
        rows.sorted().prefix(toldFaults)
            .map { row in
                let kind = row & 1 == 1 ? "comments" : "captions"
                let place = "\(kind) since \(TextID.identifiers(inRow: row).0)"
                return CountMismatch(subject: "\(subject) of the \(place)", kept: 0, found: 1)
            }
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
