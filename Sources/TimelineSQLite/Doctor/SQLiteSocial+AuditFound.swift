import Foundation
import GRDB
import TimelineCore

extension SQLiteSocial {
    /// How many faults of each kind are told; more of them say no more.
    private static let toldFaults = 20

    /// Compares the indexes with posts and comments.
    func auditFound() throws -> StoreAudit {
        let written = try written()
        return try auditWords(written) + auditTags(written) + auditPlaces()
    }

    private func auditWords(_ written: Written) throws -> StoreAudit {
        let indexed = try indexedWords()
        let rows = indexed.rows.differences(from: written.rows)
        let words = Difference(indexed.counts, written.words)
        let counted = Difference(try countedWords(), written.words)
        var audit = StoreAudit(
            mismatches: words.mismatches("words") { "“\($0)”" } + Self.mismatches("words", rows)
                + counted.mismatches("counted words") { "“\($0)”" }
        )
        if !rows.isEmpty {
            audit.repairs.append(
                .each(of: try wrongWords(at: rows.sorted())) { try $0.repair($1) }
            )
        }
        if !counted.keys.isEmpty {
            audit.repairs.append(.each(of: counted.keys) { try $0.recount(word: $1) })
        }
        return audit
    }

    private func auditTags(_ written: Written) throws -> StoreAudit {
        let tags = Difference(try keptTags(), written.tags)
        let tagged = Difference(try countedTags(), written.tagged)
        let mentions = Difference(try keptMentions(), written.mentions)
        var audit = StoreAudit(
            mismatches: tags.mismatches("tags") { $0 }
                + tagged.mismatches("posts tagged") { "#\($0)" }
                + mentions.mismatches("mentions") { $0 }
        )
        if !tags.keys.isEmpty || !mentions.keys.isEmpty {
            audit.repairs += Self.tagAndMentionRepairs
        }
        if !tagged.keys.isEmpty {
            audit.repairs.append(.each(of: tagged.keys) { try $0.recount(tag: $1) })
        }
        return audit
    }

    private func auditPlaces() throws -> StoreAudit {
        let (kept, placed) = (try keptPlaces(), try placedPosts())
        let places = Difference(kept.counts, placed.counts)
        guard !places.keys.isEmpty else { return StoreAudit() }
        let wrong = places.keys.flatMap { kept.rows[$0] ?? [] }
        let posts = Set(
            wrong.compactMap(\.post) + places.keys.flatMap { placed.posts[$0] ?? [] }
        )
        return StoreAudit(
            mismatches: places.mismatches("places") { "of \($0)" },
            repairs: [
                .each(of: wrong.map(\.row)) { try $0.repairPlace(row: $1) },
                .each(of: posts.sorted()) { try $0.repairPlace(of: $1) },
            ]
        )
    }

    /// The keys whose counts differ.
    private struct Difference {
        let keys: [String]
        private let kept: [String: Int]
        private let found: [String: Int]

        init(_ kept: [String: Int], _ found: [String: Int]) {
            let isEqual = kept == found
            let all = isEqual ? [] : Set(kept.keys).union(found.keys)
            keys = all.filter { kept[$0, default: 0] != found[$0, default: 0] }.sorted()
            (self.kept, self.found) = (kept, found)
        }

        func mismatches(_ subject: String, name: (String) -> String) -> [CountMismatch] {
            keys.prefix(SQLiteSocial.toldFaults)
                .map { key in
                    CountMismatch(
                        subject: "\(subject) \(name(key))",
                        stored: kept[key, default: 0],
                        expected: found[key, default: 0]
                    )
                }
        }
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
                let documents = texts.map { ($0.id, TokenizedText(of: $0.text)) }
                found.rows.add(Self.document(of: documents), at: texts[0].id.row)
                for (text, (_, words)) in zip(texts, documents) {
                    counts.add(1, for: words)
                    let marks = TextEntities(in: text.text)
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

    static let keptPlaceColumns = """
        SELECT id, post, latitude, longitude, min_latitude, max_latitude, min_longitude,
            max_longitude, min_week, max_week FROM post_place
        """

    private func keptPlaces() throws -> (
        counts: [String: Int], rows: [String: [(row: Int64, post: Post.ID?)]]
    ) {
        let pairs = try rows(Self.keptPlaceColumns) { row in
            let place = Self.placed(row)
            let key = bounds(row) ? place : "\(place), out of place"
            return (key, (row: row[0] as Int64, post: row.pushID(1).map(Post.ID.init)))
        }
        let rows = Dictionary(grouping: pairs, by: \.0).mapValues { $0.map(\.1) }
        return (rows.mapValues(\.count), rows)
    }

    /// Whether the tree holds a post where it is and when it was.
    func bounds(_ row: Row) -> Bool {
        guard let post = row.pushID(1), let latitude = row[2] as Double?,
            let longitude = row[3] as Double?
        else { return false }
        let bounds = [latitude, longitude, post.weeks].map(TreeBounds.init)
        return bounds.indices.allSatisfy { index in
            bounds[index].lower == row[4 + 2 * index] && bounds[index].upper == row[5 + 2 * index]
        }
    }

    private func placedPosts() throws -> (counts: [String: Int], posts: [String: [Post.ID]]) {
        let pairs = try rows(
            "SELECT 1, id, latitude, longitude FROM post WHERE latitude IS NOT NULL"
        ) { (Self.placed($0), Post.ID($0.pushID(1) ?? .min)) }
        let posts = Dictionary(grouping: pairs, by: \.0).mapValues { $0.map(\.1) }
        return (posts.mapValues(\.count), posts)
    }

    private static func placed(_ row: Row) -> String {
        let (latitude, longitude) = (row[2] as Double?, row[3] as Double?)
        return "\(row.pushID(1)?.description ?? "") at \(latitude ?? .nan), \(longitude ?? .nan)"
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
                return CountMismatch(subject: "\(subject) of the \(place)", stored: 0, expected: 1)
            }
    }
}
