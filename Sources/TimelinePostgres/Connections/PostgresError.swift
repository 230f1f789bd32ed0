#if Cluster
import CLibPQ
import TimelineCore
import TimelineSQL

/// An error that PostgreSQL or its client library reported.
struct PostgresError: Error {
    /// What a caller has to do about an error.
    enum Kind {
        /// Another transaction was in the way, so this one is repeated.
        case conflict
        /// The connection is lost, or its server does not accept writes any more.
        case connection
        /// The statement took too long, or waited too long for another one.
        case timeout
        /// A row violates a constraint.
        case violation
        /// The disk of the server is full.
        case diskFull
        /// The data on the server is damaged.
        case damage
        /// Anything else, such as a wrong password or a missing table.
        case other
    }

    /// PostgreSQL's code of five characters, or an empty text if no server was reached.
    let state: String
    /// The first line of PostgreSQL's message, or what it says of each host that was tried.
    let message: String
    /// The server, or `nil` if none was reached or the message names it.
    let host: String?

    /// The kind of the error (PostgreSQL's documentation, appendix A).
    var kind: Kind {
        switch state {
        // The memory for what serializable transactions have read is full until an older one ends.
        case "40001", "40P01", "53200": .conflict
        // A standby refuses writes, and a server that shuts down or has crashed refuses everything.
        case "", "25006", "57P01", "57P02", "57P03", "57P05": .connection
        case "55P03", "57014", "25P03": .timeout
        case "53100": .diskFull
        case _ where state.hasPrefix("08"): .connection
        case _ where state.hasPrefix("23") || state.hasPrefix("22"): .violation
        case "XX001", "XX002": .damage
        default: .other
        }
    }

    /// Whether rows are damaged, or tables or columns are missing.
    var isOfDamage: Bool { kind == .damage || ["42P01", "42703"].contains(state) }

    /// Creates an error from a failed result.
    init(_ result: OpaquePointer?, of connection: OpaquePointer?) {
        func field(_ code: Int32) -> String? {
            PQresultErrorField(result, code).map { String(cString: $0) }
        }
        state = field(Int32(UInt8(ascii: "C"))) ?? ""
        let message =
            field(Int32(UInt8(ascii: "M")))
            ?? PQerrorMessage(connection).map { String(cString: $0) } ?? ""
        let lines = message.split(whereSeparator: \.isNewline)
        let failures = lines.filter { $0.contains(" failed: ") }
        self.message = (failures.isEmpty ? Array(lines.prefix(1)) : failures)
            .joined(separator: "; ")
        host = failures.isEmpty ? Self.host(of: connection) : nil
    }

    /// Creates an error of this program or of the client library.
    init(state: String, _ message: String, of connection: OpaquePointer? = nil) {
        (self.state, self.message) = (state, message)
        host = Self.host(of: connection)
    }

    private static func host(of connection: OpaquePointer?) -> String? {
        PQhost(connection).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The conflict of a process that registers again with one that removes its row.
    static var removedProcess: PostgresError {
        PostgresError(state: "40001", PostgresText.removedProcess)
    }
}

/// Runs `body`, and translates errors of the database.
///
/// - Throws: `TimelineError`, or any other error thrown by `body`.
func translatingErrors<Result>(_ operation: String, _ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch let error as PostgresError {
        let reason = PostgresText.reason(error.message, host: error.host)
        switch error.kind {
        case .conflict, .timeout: throw TimelineError.storageBusy
        case .diskFull:
            throw TimelineError.storageFailed(
                StorageError(operation: operation, reason: reason, isDiskFull: true)
            )
        case .connection, .violation, .damage, .other:
            var failure = StorageError(operation: operation, reason: reason)
            failure.isOfServer = !error.isOfDamage
            throw TimelineError.storageFailed(failure)
        }
    } catch let error as DatabaseFault {
        throw TimelineError.storageFailed(
            StorageError(operation: operation, reason: error.message)
        )
    }
}
#endif
