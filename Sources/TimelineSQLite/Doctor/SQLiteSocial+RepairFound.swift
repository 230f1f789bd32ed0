import Foundation
import GRDB
import TimelineCore

extension SQLiteSocial {
    // MARK: Tags and mentions

    /// Deletes tags and mentions that no text has, then adds the missing ones.
    static var tagAndMentionRepairs: [RepairStep] {
        [
            .through(after: TagKey(tag: "", post: Data(), comment: Data())) {
                try $0.sweepTags(after: $1)
            },
            .through(after: MentionKey(name: "", id: Data(), isComment: false)) {
                try $0.sweepMentions(after: $1)
            },
            .through(after: PushID.min) { try $0.fillMarks(ofComments: false, after: $1) },
            .through(after: PushID.min) { try $0.fillMarks(ofComments: true, after: $1) },
        ]
    }

    struct TagKey {
        let tag: String
        let post: Data
        let comment: Data
    }

    struct MentionKey {
        let name: String
        let id: Data
        let isComment: Bool
    }

    private func sweepTags(after key: TagKey) throws -> TagKey? {
        let keys = try rows(
            """
            SELECT tag, post, comment FROM post_tag WHERE (tag, post, comment) > (?, ?, ?)
            ORDER BY tag, post, comment LIMIT ?
            """,
            key.tag,
            key.post,
            key.comment,
            RepairStep.rowLimit
        ) { TagKey(tag: $0[0], post: $0[1], comment: $0[2]) }
        for key in keys where try !isWritten(key) {
            try run(
                "DELETE FROM post_tag WHERE tag = ? AND post = ? AND comment = ?",
                key.tag,
                key.post,
                key.comment
            )
        }
        return keys.last
    }

    private func isWritten(_ key: TagKey) throws -> Bool {
        guard let post = PushID(bytes: key.post).map(Post.ID.init) else { return false }
        let comment = PushID(bytes: key.comment).map(Comment.ID.init)
        guard let text = try text(comment.map(TextID.comment) ?? .caption(post)) else {
            return false
        }
        return text.post == post && text.isAuthors == true
            && TextEntities(in: text.text).tags.contains { $0.name == key.tag }
    }

    private func sweepMentions(after key: MentionKey) throws -> MentionKey? {
        let keys = try rows(
            """
            SELECT name, id, is_comment FROM mention WHERE (name, id, is_comment) > (?, ?, ?)
            ORDER BY name, id, is_comment LIMIT ?
            """,
            key.name,
            key.id,
            key.isComment,
            RepairStep.rowLimit
        ) { MentionKey(name: $0[0], id: $0[1], isComment: $0[2]) }
        for key in keys where try !isWritten(key) {
            try run(
                "DELETE FROM mention WHERE name = ? AND id = ? AND is_comment = ?",
                key.name,
                key.id,
                key.isComment
            )
        }
        return keys.last
    }

    private func isWritten(_ key: MentionKey) throws -> Bool {
        guard let id = PushID(bytes: key.id),
            let text = try text(TextID(id, isComment: key.isComment))
        else { return false }
        return TextEntities(in: text.text).mentions.contains(key.name)
    }

    private func fillMarks(ofComments isComment: Bool, after id: PushID) throws -> PushID? {
        let ids = try rows(
            "SELECT id FROM \(isComment ? "comment" : "post") WHERE id > ? ORDER BY id LIMIT ?",
            id.data,
            RepairStep.rowLimit
        ) { $0.pushID(0) ?? .min }
        for id in ids.map({ TextID($0, isComment: isComment) }) {
            guard let text = try text(id) else { continue }
            let marks = TextEntities(in: text.text)
            for tag in text.isAuthors == true ? marks.tags : [] {
                try run(
                    "INSERT INTO post_tag VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                    tag.name,
                    text.post.data,
                    id.comment
                )
            }
            for name in marks.mentions {
                try run(
                    "INSERT INTO mention VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                    name,
                    id.pushID.data,
                    isComment
                )
            }
        }
        return ids.last
    }

    /// Counts the posts with a tag again.
    func recount(tag: String) throws {
        let count: Int? = try one("SELECT count(DISTINCT post) FROM post_tag WHERE tag = ?", tag)
        guard let count, count > 0 else {
            try run("DELETE FROM tag WHERE name = ?", tag)
            return
        }
        try run(
            "INSERT INTO tag VALUES (?1, ?2) ON CONFLICT DO UPDATE SET post_count = ?2",
            tag,
            count
        )
    }

    // MARK: Places

    /// Deletes a row of the tree whose post lies elsewhere, or nowhere.
    func repairPlace(row: Int64) throws {
        let isRight = try rows("\(Self.keptPlaceColumns) WHERE id = ?", row) { row in
            guard let post = row.pushID(1) else { return false }
            let place = try rows(
                "SELECT latitude, longitude FROM post WHERE id = ?",
                post.data
            ) { ($0[0] as Double?, $0[1] as Double?) }
            .first
            guard let place else { return false }
            return bounds(row) && place == (row[2] as Double?, row[3] as Double?)
        }
        if isRight.first == false { try run("DELETE FROM post_place WHERE id = ?", row) }
    }

    /// Puts a post into the tree, exactly once if it has a position.
    func repairPlace(of post: Post.ID) throws {
        try deletePlace(of: post)
        let place: Coordinate? = try rows(
            "SELECT latitude, longitude FROM post WHERE id = ? AND latitude IS NOT NULL",
            post.data
        ) { Coordinate(latitude: $0[0], longitude: $0[1]) }
        .first
        try insertPlace(of: post, place)
    }
}
