import Foundation
import GRDB
import TimelineCore

extension SQLiteSocial {
    /// Compares the names shown, the search keys and the newest stamp with the data that they follow from.
    func auditValues(repairing isRepairing: Bool) throws -> [ValueMismatch] {
        try auditNames(repairing: isRepairing) + auditNewestStamp(repairing: isRepairing)
            + auditAuthorsStamps(repairing: isRepairing)
    }

    /// Pending changes that cannot be read, by the text of each.
    func unreadableChanges() throws -> [String] {
        // That it throws is the finding.
        try pendingTexts().filter { (try? Change(pending: $0)) == nil }
    }

    /// The blobs that pending changes reference; of one that cannot be read, all that look like it.
    func blobsOfPendingChanges() throws -> [BlobID] {
        try pendingTexts()
            .flatMap { text in
                // A later version may read it.
                (try? Change(pending: text))?.referencedBlobs
                    ?? text.split { !$0.isHexDigit }.compactMap { BlobID(String($0)) }
            }
    }

    /// The pending changes that can be read.
    func waitingChanges() throws -> [Change] {
        // The doctor reports the others.
        try pendingTexts().compactMap { try? Change(pending: $0) }
    }

    private func pendingTexts() throws -> [String] {
        try rows("SELECT change FROM waiting_change ORDER BY dependency, change") { $0[0] }
    }

    private func auditNames(repairing isRepairing: Bool) throws -> [ValueMismatch] {
        var mismatches: [ValueMismatch] = []
        let claims = try rows(
            """
            SELECT id, uuid, username, shown_name, search_key, display_name,
                row_number() OVER (PARTITION BY username ORDER BY username_stamp, uuid) = 1
            FROM user WHERE username IS NOT NULL
            """,
            map: UsernameClaim.init(row:)
        )
        for claim in claims {
            let found = try claim.mismatches()
            mismatches += found
            guard isRepairing, !found.isEmpty else { continue }
            let name = try claim.expectedName
            try run(
                "UPDATE user SET shown_name = ?, search_key = ? WHERE id = ?",
                name,
                UserQuery.searchKey(name, claim.displayName),
                claim.row
            )
        }
        if isRepairing, !mismatches.isEmpty {
            // The index may have followed the wrong keys.
            try run("INSERT INTO user_search (user_search) VALUES ('rebuild')")
        }
        return mismatches
    }

    /// A clock behind the data would date the next change before them.
    private func auditNewestStamp(repairing isRepairing: Bool) throws -> [ValueMismatch] {
        let stamps = [
            "username_stamp", "display_name_stamp", "bio_stamp", "url_stamp", "avatar_stamp",
        ]
        .map { "SELECT max(\($0)) AS stamp FROM user" }
        let others = [
            ("id", "post"), ("caption_stamp", "post"), ("id", "comment"), ("stamp", "follow"),
            ("stamp", "post_like"),
        ]
        .map { "SELECT max(\($0.0)) FROM \($0.1)" }
        let newest = try rows(
            """
            SELECT newest, (SELECT max(stamp) FROM
                (\((stamps + others).joined(separator: " UNION ALL ")))) FROM clock
            """
        ) { (stored: $0.pushID(0) ?? .min, found: $0.pushID(1) ?? .min) }
        guard let newest = newest.first, newest.stored < newest.found else { return [] }
        if isRepairing { try run("UPDATE clock SET newest = ?", newest.found.data) }
        return [
            ValueMismatch(
                subject: "the newest stamp",
                stored: newest.stored.description,
                expected: newest.found.description
            )
        ]
    }
}

extension SQLiteSocial {
    /// An author's newest stamp behind the author's data would date the next change before them.
    private func auditAuthorsStamps(repairing isRepairing: Bool) throws -> [ValueMismatch] {
        let registers = ["username", "display_name", "bio", "url", "avatar"]
            .map { "SELECT id AS user, \($0)_stamp AS stamp FROM user" }
        let late = try rows(
            """
            SELECT u.id, ifnull(u.shown_name, hex(u.uuid)), u.newest_stamp, s.stamp FROM (
                SELECT user, max(stamp) AS stamp FROM (
                    \(registers.joined(separator: " UNION ALL "))
                    UNION ALL SELECT author, max(id, caption_stamp) FROM post
                    UNION ALL SELECT author, id FROM comment
                    UNION ALL SELECT user, stamp FROM post_like
                    UNION ALL SELECT follower, stamp FROM follow
                ) GROUP BY user
            ) s JOIN user u ON u.id = s.user WHERE u.newest_stamp < s.stamp
            """
        ) { row in
            (
                id: row[0] as Int64, name: row[1] as String,
                stored: row.pushID(2) ?? .min, found: row.pushID(3) ?? .min
            )
        }
        if isRepairing {
            for author in late {
                try run(
                    "UPDATE user SET newest_stamp = ? WHERE id = ?",
                    author.found.data,
                    author.id
                )
            }
        }
        return late.map {
            ValueMismatch(
                subject: "the newest stamp of \($0.name)",
                stored: $0.stored.description,
                expected: $0.found.description
            )
        }
    }
}

/// A user's claim of a name, and the values that follow from it.
private struct UsernameClaim {
    let row: Int64
    let id: User.ID
    let username: String
    let displayedUsername: String
    let searchKey: String
    let displayName: String?
    let isOldest: Bool

    init(row: Row) {
        self.row = row[0]
        id = User.ID(data: row[1])
        username = row[2]
        displayedUsername = row[3]
        searchKey = row[4]
        displayName = row[5]
        isOldest = row[6]
    }

    /// The oldest claim has the name itself.
    var expectedName: String {
        get throws { isOldest ? username : try Username(username).suffixed(for: id) }
    }

    func mismatches() throws -> [ValueMismatch] {
        let name = try expectedName
        let key = UserQuery.searchKey(name, displayName)
        return [("the name shown", displayedUsername, name), ("the search key", searchKey, key)]
            .filter { $0.1 != $0.2 }
            .map { ValueMismatch(subject: "\($0.0) of \(username)", stored: $0.1, expected: $0.2) }
    }
}
