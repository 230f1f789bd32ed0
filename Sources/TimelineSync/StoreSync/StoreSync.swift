public import Foundation
public import TimelineCore

/// Syncs a store with other devices, on behalf of one of its users.
///
/// ```swift
/// let sync = StoreSync(owner: owner, user: login.user.id, partialBlobs: folder)
/// let report = try await sync.sync(folder: "/media/stick/timeline", isOwn: false)
/// ```
///
/// A user syncs with
/// - their own devices, which also exchange private data such as blocks and read posts;
/// - the devices of users on the peer list;
/// - a device that presents an invitation, once.
///
/// Blocking work runs on dedicated threads, never on Swift's cooperative thread pool. The methods
/// throw a `TimelineError` if the store fails, and a `SyncError` if the carrier or the peer fails.
public struct StoreSync: Sendable {
    /// The store.
    public let owner: StoreOwner
    /// The user, who has keys in the store.
    public let user: User.ID

    let partials: URL
    private let lane = BlockingExecutor(width: 16)
    /// The threads for incoming connections: one for each of a ``SyncListener``, because all can be
    /// silent strangers, and one for the connection that it is ending.
    private static let incoming = BlockingExecutor(width: TCPLimits.connections + 1)

    /// Creates a value for one user.
    ///
    /// - Parameters:
    ///   - owner: The store.
    ///   - user: A user with keys in the store.
    ///   - folder: The folder for partially received pictures, which is created if necessary. All
    ///     processes that use the store must pass the same folder.
    public init(owner: StoreOwner, user: User.ID, partialBlobs folder: URL) {
        self.owner = owner
        self.user = user
        partials = folder
    }

    var engine: TimelineEngine { owner.engine }

    /// The time of the local clock in milliseconds since 1970.
    var now: UInt64 { engine.environment.now().millisecondsSince1970 }

    /// Returns the keys of the user.
    ///
    /// - Throws: `TimelineError.userHasNoAccount` if the user has none.
    func requireKeys(_ accounts: any AccountReader) throws -> UserKeys {
        guard let keys = try accounts.keys(of: user) else {
            throw TimelineError.userHasNoAccount(user.description)
        }
        return keys
    }

    /// Writes private data in one transaction.
    @discardableResult
    func write<Result: Sendable>(
        _ update: @escaping @Sendable (any SocialReader, any AccountWriter) throws -> Result
    ) async throws -> Result {
        try await engine.writes.run { [engine] in
            try engine.syncedRepository.writeAccounts(update)
        }
    }

    /// Runs a sync on a thread that may block.
    ///
    /// Incoming connections, whose peers may be strangers, have separate threads.
    func runBlocking<Result: Sendable>(
        isIncoming: Bool = false,
        _ work: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await (isIncoming ? Self.incoming : lane).run(work)
    }
}

extension SyncTime {
    /// Returns the current time, with the date of an environment.
    static func present(_ environment: TimelineEnvironment) -> SyncTime {
        SyncTime(
            milliseconds: environment.now().millisecondsSince1970,
            uptime: DispatchTime.now().uptimeNanoseconds / 1_000_000
        )
    }
}
