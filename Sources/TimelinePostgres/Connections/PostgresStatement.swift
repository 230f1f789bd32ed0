#if Cluster
import CLibPQ
import TimelineCore
import TimelineSQL

/// A statement in PostgreSQL's language.
struct PostgresTranslation: Sendable {
    /// The statement.
    let sql: String
    /// The types of its parameters: 0, or text for a parameter that the statement does not mention.
    let types: [Oid]
    /// Whether the statement may write.
    let mayWrite: Bool
}

/// The translated statements of all connections.
final class PostgresTranslations: Sendable {
    /// The translations of this process.
    static let shared = PostgresTranslations()

    private let translations = Lock<[String: PostgresTranslation]>([:])

    /// Returns the translation of a statement, which is computed once.
    func translation(of sql: String) -> PostgresTranslation {
        if let known = translations.withLock({ $0[sql] }) { return known }
        let translated = PostgresSQL(sql)
        var types = [Oid](repeating: 0, count: translated.parameterCount)
        for number in translated.unmentioned where number <= types.count {
            types[number - 1] = PostgresType.text
        }
        let translation = PostgresTranslation(
            sql: translated.text,
            types: types,
            mayWrite: translated.text.contains(/\b(?:INSERT|UPDATE|DELETE)\b/)
        )
        translations.withLock { $0[sql] = translation }
        return translation
    }
}

/// A statement on a connection.
struct PostgresStatement: PreparedStatement {
    private let translation: PostgresTranslation
    private let connection: PostgresConnection

    /// The number of rows that are fetched first, and then at a time, by a scan that may end early.
    private static let fetches = (first: 64, next: 512)

    init(_ translation: PostgresTranslation, in connection: PostgresConnection) {
        self.translation = translation
        self.connection = connection
    }

    var parameterCount: Int { translation.types.count }

    func run(_ arguments: [any StatementArgument]) throws {
        try connection.send(translation, bound(arguments))
    }

    func runCounting(_ arguments: [any StatementArgument]) throws -> Int {
        try run(arguments)
        return try connection.result().changeCount
    }

    func step(
        _ arguments: [any StatementArgument],
        _ extent: ResultExtent,
        while body: (ResultRow) throws -> Bool
    ) throws {
        switch extent {
        case .first, .all:
            let bound = try bound(arguments)
            if let foreseen = connection.foreseen(translation, bound) {
                _ = try pass(foreseen, to: body)
                return
            }
            try connection.send(translation, bound)
            _ = try pass(connection.result(), to: body)
        case .some: try scan(bound(arguments), body)
        }
    }

    /// Reads the rows in parts, with a cursor.
    private func scan(
        _ arguments: PostgresArguments,
        _ body: (ResultRow) throws -> Bool
    ) throws {
        let cursor = try connection.openCursor(translation, arguments)
        var count = Self.fetches.first
        while true {
            try connection.send("FETCH FORWARD \(count) FROM \(cursor)")
            let rows = try connection.result()
            guard try pass(rows, to: body), rows.rowCount == count else { break }
            count = Self.fetches.next
        }
        try connection.send("CLOSE \(cursor)")
    }

    /// Passes rows to a closure until it returns `false`, and returns its last answer.
    private func pass(_ rows: PostgresRows, to body: (ResultRow) throws -> Bool) throws -> Bool {
        let row = ResultRow(rows)
        for index in 0..<rows.rowCount {
            rows.row = index
            guard try body(row) else { return false }
        }
        return true
    }

    private func bound(_ arguments: [any StatementArgument]) throws -> PostgresArguments {
        let bound = PostgresArguments()
        for argument in arguments { argument.bind(to: bound) }
        guard bound.count == parameterCount else {
            throw DatabaseFault(
                PostgresText.wrongArguments(bound.count, parameters: parameterCount)
            )
        }
        return bound
    }
}
#endif
