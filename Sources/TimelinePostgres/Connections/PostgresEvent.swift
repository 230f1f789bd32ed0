#if Cluster
/// What a connection does next, which tests observe in order to make it fail.
enum PostgresEvent {
    /// A transaction begins that is repeated if it fails.
    case beginning
    /// A statement is sent.
    case sending(String)
    /// All statements so far have been sent, and their answers are awaited.
    case waiting
}

/// A closure that observes connections and may use or close them.
///
/// There is none outside of tests.
typealias PostgresProbe = @Sendable (PostgresEvent, PostgresConnection) throws -> Void
#endif
