public import Foundation
import GRDB
public import TimelineCore

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
// The protocols say what each does.
extension SQLiteRepository {
    public func add(
        _ account: Account,
        drafting draft: (any SocialReader) throws -> CheckedBatch
    ) throws {
        try writing { database in
            let tables = SQLiteSocial(database: database)
            try tables.checkVacancy(for: account)
            try tables.apply(drafting: draft)
            try tables.insert(account)
        }
    }

    public func removeAccount(
        of user: User.ID,
        drafting draft: (any SocialReader) throws -> CheckedBatch
    ) throws {
        try writing { database in
            let tables = SQLiteSocial(database: database)
            try tables.apply(drafting: draft)
            try tables.run(
                "DELETE FROM login_failure WHERE email = (SELECT email FROM account WHERE user = ?)",
                user.data
            )
            try tables.run("DELETE FROM account WHERE user = ?", user.data)
        }
    }

    public func account(email: EmailAddress) throws -> Account? {
        try account("email", email.text)
    }

    public func account(of user: User.ID) throws -> Account? {
        try account("user", user.data)
    }

    public func setPasswordHash(
        _ hash: String,
        replacing former: String,
        of user: User.ID
    ) throws -> Bool {
        try writing { database in
            try SQLiteSocial(database: database)
                .run(
                    "UPDATE account SET password_hash = ? WHERE user = ? AND password_hash = ?",
                    hash,
                    user.data,
                    former
                ) > 0
        }
    }

    public func failures(for email: EmailAddress) throws -> LoginFailures {
        try reading { try SQLiteSocial(database: $0).failures(for: email) }
    }

    public func addFailure(for email: EmailAddress, at date: Date) throws {
        try writing { database in
            let tables = SQLiteSocial(database: database)
            try tables.failures(for: email).checkTry(at: date)
            try tables.run(
                """
                DELETE FROM login_failure
                WHERE last <= ? AND email NOT IN (SELECT email FROM account)
                """,
                date.addingTimeInterval(-LoginFailures.memory).milliseconds
            )
            try tables.run(
                """
                INSERT INTO login_failure VALUES (?1, 1, ?2)
                ON CONFLICT DO UPDATE SET count = count + 1, last = excluded.last
                """,
                email.text,
                date.milliseconds
            )
        }
    }

    public func clearFailures(for email: EmailAddress) throws {
        try run("DELETE FROM login_failure WHERE email = ?", email.text)
    }

    public func readPosition(of user: User.ID) throws -> ReadPosition {
        try reading { database in
            try SQLiteSocial(database: database)
                .rows(
                    "SELECT newest_seen, newest_shown, last_shown FROM read_position WHERE user = ?",
                    user.data
                ) { row in
                    ReadPosition(
                        newestSeen: row.pushID(0).map(Post.ID.init),
                        newestShown: row.pushID(1).map(Post.ID.init),
                        lastShown: row.pushID(2).map(Post.ID.init)
                    )
                }
                .first ?? ReadPosition()
        }
    }

    public func setReadPosition(_ position: ReadPosition, of user: User.ID) throws {
        try writingIfPossible {
            try $0.execute(
                sql: """
                    INSERT INTO read_position
                    SELECT ?1, ?2, ?3, ?4 WHERE EXISTS (SELECT 1 FROM account WHERE user = ?1)
                    ON CONFLICT DO UPDATE SET newest_seen = ?2, newest_shown = ?3, last_shown = ?4
                    """,
                arguments: [
                    user.data, position.newestSeen?.data, position.newestShown?.data,
                    position.lastShown?.data,
                ]
            )
        }
    }

    private func account(_ column: String, _ value: any DatabaseValueConvertible) throws -> Account?
    {
        try reading { database in
            try SQLiteSocial(database: database)
                .rows(
                    """
                    SELECT user, email, password_hash, created_at FROM account WHERE \(column) = ?
                    """,
                    value,
                    map: Account.init(row:)
                )
                .first
        }
    }

    func run(_ sql: String, _ arguments: (any DatabaseValueConvertible)?...) throws {
        try writing { try $0.execute(sql: sql, arguments: StatementArguments(arguments)) }
    }
}

extension SQLiteSocial {
    fileprivate func failures(for email: EmailAddress) throws -> LoginFailures {
        try rows("SELECT count, last FROM login_failure WHERE email = ?", email.text) { row in
            LoginFailures(count: row[0], last: Date(milliseconds: row[1]))
        }
        .first ?? .none
    }

    fileprivate func checkVacancy(for account: Account) throws {
        guard try !exists("SELECT 1 FROM account WHERE user = ?", account.user.data) else {
            throw TimelineError.userHasAccount(account.user.description)
        }
        guard try !exists("SELECT 1 FROM account WHERE email = ?", account.email.text) else {
            throw TimelineError.emailTaken
        }
    }

    fileprivate func insert(_ account: Account) throws {
        try run(
            "INSERT INTO account (user, email, password_hash, created_at) VALUES (?, ?, ?, ?)",
            account.user.data,
            account.email.text,
            account.passwordHash,
            account.createdAt.milliseconds
        )
    }
}

extension Account {
    fileprivate init(row: Row) throws {
        self.init(
            user: User.ID(data: row[0]),
            email: try EmailAddress(row[1]),
            passwordHash: row[2],
            createdAt: Date(milliseconds: row[3])
        )
    }
}
