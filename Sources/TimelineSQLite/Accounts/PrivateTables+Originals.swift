import TimelineCore

/// Originals are keyed by UUID and not tied to an account: imported users have none until they are
/// claimed.
extension PrivateTables {
    func original(of photo: BlobID, by user: User.ID) throws -> BlobID? {
        try statement("SELECT original FROM original WHERE public = ? AND user = ?")
            .first(photo, user) { $0.blobID(0) } ?? nil
    }

    func originals(by user: User.ID) throws -> [BlobID] {
        try statement("SELECT original FROM original WHERE user = ? ORDER BY original")
            .all(user) { $0.blobID(0) }
            .compactMap(\.self)
    }

    func usersWithOriginal(of photo: BlobID) throws -> [User.ID] {
        try statement("SELECT user FROM original WHERE public = ? ORDER BY user")
            .all(photo) { $0.userID(0) }
    }

    func isOriginal(_ blob: BlobID) throws -> Bool {
        try statement("SELECT 1 FROM original WHERE original = ?").exists(blob)
    }

    func originals(after cursor: BlobID?, limit: Int) throws -> Page<BlobID, BlobID> {
        let originals = try statement(
            """
            SELECT DISTINCT original FROM original WHERE ?1 IS NULL OR original > ?1
            ORDER BY original LIMIT ?2
            """
        )
        .all(cursor, max(0, limit)) { $0.blobID(0) }
        .compactMap(\.self)
        return Page(sorting: originals, limit: limit)
    }

    func setOriginal(_ original: BlobID?, of photo: BlobID, by user: User.ID) throws {
        guard let original else {
            try statement("DELETE FROM original WHERE public = ? AND user = ?").run(photo, user)
            return
        }
        try statement("INSERT OR REPLACE INTO original (user, public, original) VALUES (?, ?, ?)")
            .run(user, photo, original)
    }
}
