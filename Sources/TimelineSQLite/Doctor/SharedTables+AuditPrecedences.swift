import Foundation
import TimelineCore

extension SharedTables {
    /// Compares the precedence of users' claims to usernames with the accounts and follows from
    /// which it is derived.
    ///
    /// - Parameters:
    ///   - localUsers: The users with an account.
    ///   - isRepairing: Whether to correct the values, which requires a write transaction.
    /// - Returns: The mismatches found before any repair.
    /// - Throws: `SQLiteError`.
    func auditPrecedences(
        localUsers: [User.ID],
        repairing isRepairing: Bool
    ) throws -> [ValueMismatch] {
        var expected: [Int64: UsernameClaim.Precedence] = [:]
        let local = try localUsers.compactMap { try rowID(of: $0) }
        let follows = try statement(
            "SELECT followed, stamp FROM follow WHERE follower = ? AND is_set"
        )
        for follower in local {
            try follows.forEach(follower) { row in
                let precedence = UsernameClaim.Precedence.followed(since: row.pushID(1))
                let followed = row.int64(0)
                expected[followed] = min(expected[followed] ?? .other, precedence)
            }
        }
        for rowID in local { expected[rowID] = .local }
        return try mismatches(with: expected)
            .map { mismatch in
                if isRepairing {
                    try statement("UPDATE user SET username_precedence = ? WHERE id = ?")
                        .run(mismatch.expected.bytes, mismatch.rowID)
                }
                return ValueMismatch(
                    subject: DoctorText.usernamePrecedence(of: mismatch.name),
                    stored: mismatch.stored.text,
                    expected: mismatch.expected.bytes.text
                )
            }
    }

    /// Returns the users whose stored precedence differs, in the order of their rows.
    private func mismatches(
        with expected: [Int64: UsernameClaim.Precedence]
    ) throws -> [PrecedenceMismatch] {
        try statement(
            "SELECT id, username_precedence, ifnull(shown_name, hex(uuid)) FROM user ORDER BY id"
        )
        .all { row in
            PrecedenceMismatch(
                rowID: row.int64(0),
                name: row.text(2),
                stored: row.data(1),
                expected: expected[row.int64(0)] ?? .other
            )
        }
        .filter { $0.stored != $0.expected.bytes }
    }
}

/// The stored and the expected precedence of a user.
private struct PrecedenceMismatch {
    let rowID: Int64
    let name: String
    let stored: Data
    let expected: UsernameClaim.Precedence
}

extension Data {
    /// Two hexadecimal digits for each byte.
    fileprivate var text: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
