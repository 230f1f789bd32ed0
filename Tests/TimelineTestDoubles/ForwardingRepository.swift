public import TimelineCore

/// A repository that forwards each call to another one, and can fail in ways that a local storage
/// does not.
///
/// This target is compiled without access to the package, so it also shows that `Repository` can be
/// implemented outside.
public struct ForwardingRepository: Repository {
    /// The way in which writes fail.
    public enum Fault: Sendable {
        /// No write fails.
        case none
        /// Every other write conflicts at its commit and is retried, so its draft runs twice.
        case conflicts
        /// The answers to all commits are lost: writes commit and then throw.
        case lostAnswers
    }

    /// A query that replaces the one for a page of the home timeline, given the reader forwarded
    /// to.
    public typealias HomeTimelineQuery =
        @Sendable (any SocialReader, User.ID, PostRange) throws -> HomeTimeline?

    private struct Conflict: Error {}

    private let base: any Repository
    private let newestStamp: PushID?
    private let homeTimeline: HomeTimelineQuery?
    private let fault: Fault
    private let writes = WriteCounter()

    /// Creates a repository; `newestStamp` replaces the hint of its readers, and `homeTimeline`
    /// their query for a page of the home timeline.
    public init(
        _ base: any Repository,
        fault: Fault = .none,
        newestStamp: PushID? = nil,
        homeTimeline: HomeTimelineQuery? = nil
    ) {
        self.base = base
        self.fault = fault
        self.newestStamp = newestStamp
        self.homeTimeline = homeTimeline
    }

    /// The number of drafts that ran twice.
    public var conflictCount: Int { writes.conflicts }

    /// The lanes of the other repository.
    public var lanes: RepositoryLanes { base.lanes }

    /// Runs queries on one snapshot.
    public func read<Answer>(_ query: (any SocialReader) throws -> Answer) throws -> Answer {
        try base.read { (reader: any SocialReader) in try query(forwarding(reader)) }
    }

    /// Reads shared and private data in one snapshot.
    public func read<Answer>(
        _ query: (any SocialReader, any AccountReader) throws -> Answer
    ) throws -> Answer {
        try base.read { try query(forwarding($0), $1) }
    }

    /// Applies the batch returned by `draft`.
    public func apply(
        drafting draft: (any SocialReader) throws -> CheckedBatch
    ) throws -> [Change] {
        try write { validate in
            try base.apply { (reader: any SocialReader) in
                let batch = try draft(forwarding(reader))
                try validate()
                return batch
            }
        }
    }

    /// Applies the batch returned by `draft` with the private data that it writes.
    public func apply(
        drafting draft: (any SocialReader, any AccountWriter) throws -> CheckedBatch
    ) throws -> [Change] {
        try write { validate in
            try base.apply { reader, accounts in
                let batch = try draft(forwarding(reader), accounts)
                try validate()
                return batch
            }
        }
    }

    /// Writes private data in one transaction.
    public func writeAccounts<Answer>(
        _ update: (any SocialReader, any AccountWriter) throws -> Answer
    ) throws -> Answer {
        try write { validate in
            try base.writeAccounts { reader, accounts in
                let answer = try update(forwarding(reader), accounts)
                try validate()
                return answer
            }
        }
    }

    /// Writes optional private data.
    public func writeAccountsIfPossible(
        _ update: (any SocialReader, any AccountWriter) throws -> Void
    ) throws {
        try base.writeAccountsIfPossible { try update(forwarding($0), $1) }
    }

    /// Gives a user's items from the future new IDs and stamps at the present.
    public func moveToPresent(
        of user: User.ID,
        newerThan limit: PushID,
        _ environment: TimelineEnvironment
    ) throws -> Int {
        try base.moveToPresent(of: user, newerThan: limit, environment)
    }

    /// Deletes posts and comments that removed users have left.
    public func purgeRemovedUsers(limit: Int) throws -> [BlobID]? {
        try base.purgeRemovedUsers(limit: limit)
    }

    /// Replaces photos of an earlier version.
    public func convert(_ conversions: [PhotoConversion]) throws { try base.convert(conversions) }

    /// Returns descriptions of damage to the storage itself.
    public func integrityFaults() throws -> [String] { try base.integrityFaults() }

    /// Compares every stored count with a recount.
    public func audit(
        after cursor: AuditCursor?,
        limit: Int,
        repairing: Bool
    ) throws -> Page<CountMismatch, AuditCursor> {
        try base.audit(after: cursor, limit: limit, repairing: repairing)
    }

    /// Compares stored values with the data they derive from.
    public func auditValues(repairing: Bool) throws -> [ValueMismatch] {
        try base.auditValues(repairing: repairing)
    }

    private func forwarding(_ reader: any SocialReader) -> ForwardingReader {
        ForwardingReader(reader, newestStamp: newestStamp, homeTimeline: homeTimeline)
    }

    /// Performs a write with the fault; `validate` throws where a conflict would be detected.
    private func write<Answer>(
        _ attempt: (_ validate: () throws -> Void) throws -> Answer
    ) throws -> Answer {
        switch fault {
        case .none:
            return try attempt {}
        case .conflicts:
            guard writes.isNextConflicting() else { return try attempt {} }
            do {
                _ = try attempt { throw Conflict() }
            } catch is Conflict {
                // Rolled back; the second attempt succeeds.
            }
            return try attempt {}
        case .lostAnswers:
            _ = try attempt {}
            throw TimelineError.storageFailed(
                StorageFailure(operation: "Committing", reason: "The connection was lost.")
            )
        }
    }
}
