import Foundation
import TimelineCore

/// Access to private values, such as keys, each stored under a text key.
extension PrivateTables {
    func privateValue(forKey key: String) throws -> [UInt8]? {
        try statement("SELECT value FROM private_value WHERE key = ?")
            .first(key) { Array($0.data(0)) }
    }

    /// Returns private values in the order of their keys, with one range of the primary key.
    func privateValues(
        withPrefix prefix: String,
        after cursor: String?,
        limit: Int
    ) throws -> [PrivateValue] {
        try statement(
            """
            SELECT key, value FROM private_value
            WHERE key > ?1 AND key >= ?2 AND substr(key, 1, length(?2)) = ?2
                AND key < ?2 || char(0x10ffff)
            ORDER BY key LIMIT ?3
            """
        )
        .all(cursor ?? "", prefix, max(0, limit)) { row in
            PrivateValue(key: row.text(0), bytes: Array(row.data(1)))
        }
    }

    func setPrivateValue(_ bytes: [UInt8]?, forKey key: String) throws {
        guard let bytes else {
            try statement("DELETE FROM private_value WHERE key = ?").run(key)
            return
        }
        try statement("INSERT OR REPLACE INTO private_value VALUES (?, ?)").run(key, Data(bytes))
    }
}
