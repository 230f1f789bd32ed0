import Foundation
import GRDB
import TimelineCore

/// The shared tables within one transaction; the questions and the changes are extensions.
struct SQLiteSocial {
    let database: Database
    /// What this reader knows of its moment; `nil` where things change.
    var memory: ReadMomentMemory?
    /// What the batch that is being applied has learned; `nil` where nothing is applied.
    var batch: BatchCache?

    /// The caches of all readers, known once the snapshot's counters are; `nil` where changes that may be undone
    /// are seen.
    var caches: ReaderCaches? { memory?.caches }

    /// The row of a user, known or not.
    func row(of user: User.ID) throws -> Int64? {
        let statement = try HotStatement("SELECT id FROM user WHERE uuid = ?", in: database)
        statement.bind(user.data, at: 1)
        return try statement.first { $0.int(0) }
    }

    func exists(_ sql: String, _ arguments: (any DatabaseValueConvertible)?...) throws -> Bool {
        try Row.fetchOne(statement(sql), arguments: StatementArguments(arguments)) != nil
    }

    func one<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ sql: String,
        _ arguments: (any DatabaseValueConvertible)?...
    ) throws -> Value? {
        try Value.fetchOne(statement(sql), arguments: StatementArguments(arguments))
    }

    func rows<Value>(
        _ sql: String,
        _ arguments: (any DatabaseValueConvertible)?...,
        map: (Row) throws -> Value
    ) throws -> [Value] {
        let cursor = try Row.fetchCursor(statement(sql), arguments: StatementArguments(arguments))
        var values: [Value] = []
        while let row = try cursor.next() { values.append(try map(row)) }
        return values
    }

    /// Runs a statement.
    ///
    /// - Returns: how many rows it changed.
    @discardableResult
    func run(_ sql: String, _ arguments: (any DatabaseValueConvertible)?...) throws -> Int {
        try statement(sql).execute(arguments: StatementArguments(arguments))
        return database.changesCount
    }

    private func statement(_ sql: String) throws -> Statement {
        try database.cachedStatement(sql: sql)
    }
}

// MARK: - Values in columns

extension User.ID {
    /// The UUID's 16 bytes.
    var data: Data { withUnsafeBytes(of: uuid.uuid) { Data($0) } }

    init(data: Data) {
        self.init(data.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
    }
}

extension PushID {
    /// The 15 bytes.
    var data: Data { Data(bytes) }
}

extension PushIdentifier {
    /// The 15 bytes.
    var data: Data { pushID.data }
}

extension Row {
    /// The identifier in a column; the schema holds its length to 15 bytes.
    func pushID(_ index: Int) -> PushID? {
        (self[index] as Data?).flatMap { PushID(bytes: $0) }
    }

    func identifier<Subject>(_ index: Int) -> PushIdentifier<Subject> {
        PushIdentifier(pushID(index) ?? .min)
    }
}

extension Date {
    /// Whole milliseconds since 1970, as kept in columns.
    var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }

    init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}
