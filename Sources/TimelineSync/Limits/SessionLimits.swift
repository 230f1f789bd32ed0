/// The limits of sessions.
package enum SessionLimits {
    /// The number of turns without anything new after which a session ends: 64.
    package static let idleTurns = 64
    /// The number of successive turns in which the peer only lacked blobs, after which a session
    /// requests no more blobs: 16.
    static let lackingTurns = 16
    /// The time without bytes from the peer after which a session ends: 60 seconds, in
    /// milliseconds.
    package static let silence: UInt64 = 60_000
    /// The rate at which a turn must arrive or leave from its 60th second on: 1 KiB per second, in
    /// bytes per second.
    ///
    /// The slowest mobile networks reach it. It prevents a peer from sending a byte now and then.
    package static let minimumRate = 1 << 10
    /// The time without anything new after which a session ends: an hour, in milliseconds.
    package static let idleTime: UInt64 = 3_600_000
    /// The number of bytes in both directions without anything new after which a session ends: 96
    /// MiB.
    ///
    /// The largest picture may be sent a second time.
    package static let idleBytes = 96 << 20
    /// The processor time without anything new after which a session ends: 30 seconds, in
    /// nanoseconds.
    ///
    /// Comparing a million records takes about a second.
    package static let idleProcessorTime: UInt64 = 30_000_000_000
    /// The total length of received records that bring nothing, because they are invalid, unwanted
    /// or held already, after which a session ends: 32 MiB, in bytes.
    package static let wastedBytes = 32 << 20
    /// The interval between checks for silence: 1 second, in milliseconds.
    static let checkInterval: UInt64 = 1000
    /// The time within which the first request must identify the peer: 10 seconds, in milliseconds.
    package static let greeting: UInt64 = 10_000
    /// The clock difference above which a report mentions it: two minutes, in milliseconds.
    package static let clockDifference: UInt64 = 120_000
    /// The maximum length of an accepted request or reply: 24 MiB, in bytes.
    package static let turn = 24 << 20
    /// The maximum number of records, ranges, complete scopes or missing items in an accepted turn.
    package static let turnItems = 1 << 16
    /// The maximum number of IDs that an accepted turn requests, and of the parts of blobs that it
    /// requests or contains.
    package static let turnRequests = 4096
    /// The total length of records after which a turn sends no more records: 4 MiB, in bytes.
    package static let turnRecords = 4 << 20
    /// The total length of blob parts after which a turn requests no more parts: 4 MiB, in bytes.
    package static let turnBlobs = 4 << 20
    /// The maximum length of a part of a blob: 64 KiB, in bytes.
    ///
    /// Each part is stored as soon as it has arrived, so a link that breaks loses no more than one.
    package static let blobPart: UInt64 = 64 << 10
    /// The total length of records after which the first turns of a first sync send no more
    /// records: 64 KiB, in bytes.
    package static let firstTurnRecords = 64 << 10
    /// The total length of previews after which a turn of a first sync requests no more parts: 1
    /// MiB, in bytes.
    package static let firstSyncPreviews = 1 << 20
    /// The maximum number of records that a turn requests by ID.
    package static let turnWants = 4096
    /// The maximum number of differences that a reconciliation looks for.
    ///
    /// The next reconciliation or session finds the others.
    package static let differences = 200_000
    /// The maximum number of reconciliations in a session.
    ///
    /// The last one usually finds no difference, which proves that both stores are equal.
    package static let rounds: UInt64 = 4
    /// The maximum number of records that a session holds back until their keys arrive.
    package static let pendingKeys = 50_000
    /// The total length of these records: 24 MiB, in bytes.
    package static let pendingKeyBytes = 24 << 20
    /// The maximum number of live replies to posts that have not arrived: 50,000.
    package static let pending = 50_000
    /// The maximum number of stored rejections because of a block or a limit: 50,000.
    ///
    /// Records rejected beyond the limit are offered again in each session.
    package static let rejections = 50_000
    /// The maximum number of stored rejections of records that are too old: 1,000,000.
    ///
    /// Only replies by strangers count. Beyond the limit, they are offered again in each session.
    package static let oldRejections = 1_000_000
    /// The maximum number of users in the second list of ``StoreScopes``: 20,000.
    ///
    /// Above, deletions by the others and in their scopes are not exchanged.
    package static let heldUsers = 20_000
    /// The maximum number of replies by one stranger in one scope per day: 200.
    package static let strangerReplies = 200
    /// The maximum number of records from the future that a summary lists: 1,000.
    package static let futureRecords = 1000
    /// The maximum number of introductions of one stranger.
    package static let strangerIntroductions = 200
    /// The total length of the introductions of one stranger: 512 KiB, in bytes.
    ///
    /// A key takes 250 bytes, and a revocation up to 320 KB.
    package static let strangerIntroductionBytes = 512 << 10
    /// The total size of a scope's pictures after which no more originals are requested: 1 GB, in
    /// bytes.
    package static let scopePictures: UInt64 = 1_000_000_000
}

/// The amounts of data after which nothing more is added to a turn.
///
/// The simulator lowers them, so that short sessions have many turns.
struct TurnLimits: Sendable {
    /// The standard limits, from ``SessionLimits``.
    static let standard = Self(
        records: SessionLimits.turnRecords,
        wants: SessionLimits.turnWants,
        blobs: SessionLimits.turnBlobs
    )

    /// The total length of records in bytes.
    let records: Int
    /// The number of records to request by ID, or to read for ranges, at once.
    let wants: Int
    /// The total length of blob parts in bytes.
    let blobs: Int

    /// Returns the total length of records after which a turn of a first sync sends no more
    /// records.
    ///
    /// The first turns are small, so that the newest posts can be shown soon: 64 KiB until the
    /// second turn, then four times as much in each turn.
    ///
    /// - Parameter turn: The number of turns that have arrived.
    /// - Returns: The length in bytes.
    func firstSyncRecords(turn: Int) -> Int {
        min(records, SessionLimits.firstTurnRecords << min(max(0, turn - 2) * 2, 32))
    }

    /// The total length of previews that a turn of a first sync requests alongside records, in
    /// bytes.
    var firstSyncPreviews: Int { min(blobs, SessionLimits.firstSyncPreviews) }
}

/// The limits for the records by others that a store accepts.
///
/// Tests lower them, because creating thousands of records takes long.
struct AdmissionLimits: Sendable {
    /// The standard limits, from ``SessionLimits``.
    static let standard = Self(
        pendingKeyBytes: SessionLimits.pendingKeyBytes,
        pending: SessionLimits.pending,
        rejections: SessionLimits.rejections,
        oldRejections: SessionLimits.oldRejections,
        strangerReplies: SessionLimits.strangerReplies,
        strangerIntroductions: SessionLimits.strangerIntroductions,
        strangerIntroductionBytes: SessionLimits.strangerIntroductionBytes
    )

    /// The maximum total length of the records held back until their keys arrive, in bytes.
    var pendingKeyBytes: Int
    /// The maximum number of live replies to posts that have not arrived.
    var pending: Int
    /// The maximum number of stored rejections because of a block or a limit.
    var rejections: Int
    /// The maximum number of stored rejections of too old records by strangers.
    var oldRejections: Int
    /// The maximum number of replies by one stranger in one scope per day.
    var strangerReplies: Int
    /// The maximum number of introductions of one stranger.
    var strangerIntroductions: Int
    /// The maximum total length of the introductions of one stranger, in bytes.
    var strangerIntroductionBytes: Int
}

/// The limits of TCP connections, in milliseconds unless stated otherwise.
///
/// Sessions over TCP also observe ``SessionLimits``, such as ``SessionLimits/silence``.
package enum TCPLimits {
    /// The time within which a connection must be established: 10 seconds, in milliseconds.
    package static let connection: UInt64 = 10_000
    /// The time within which all handshake messages must arrive: 10 seconds, in milliseconds.
    package static let handshake: UInt64 = 10_000
    /// The maximum number of connections that a device serves at a time.
    ///
    /// One more ends the oldest one with an unknown peer.
    package static let connections = 64
    /// The maximum length of a handshake message, in bytes.
    ///
    /// The longest one has 96 bytes without a payload.
    static let handshakeMessage = 256
    /// The time to wait for the peer to close the connection after a session: 2 seconds.
    static let closing: UInt64 = 2000
    /// The time after which to accept a connection again that the system could not open: 100
    /// milliseconds.
    static let retryInterval: UInt64 = 100
    /// The maximum number of bytes to receive at once.
    static let chunk = 1 << 16
    /// The maximum number of connections that wait for ``TCPListener/accept(timeout:)``.
    static let backlog: Int32 = 16
}

/// The limits of sessions over HTTP.
package enum HTTPLimits {
    /// The maximum length of a request from an unauthenticated sender: 16 KiB, in bytes.
    package static let strangerRequest = 16 << 10
    /// The maximum length of a request or response: 25 MiB, enough for an encrypted turn, in bytes.
    package static let body = 25 << 20
    /// The maximum length of a response header: 16 KiB, in bytes.
    package static let header = 16 << 10
    /// The maximum length of the ID of a session, in characters.
    package static let sessionID = 64
    /// The time within which a session's peer must authenticate: 10 seconds, in milliseconds.
    package static let handshake = TCPLimits.handshake
    /// The interval between checks for silent peers: 5 seconds, in milliseconds.
    package static let silenceCheck: UInt64 = 5000
    /// The maximum number of a server's sessions with unknown peers.
    ///
    /// One more ends the oldest.
    package static let strangers = 64
    /// The maximum number of sessions with unknown peers from one IP address.
    package static let strangersPerAddress = 8
    /// The maximum number of a server's sessions with known peers.
    package static let sessions = 16
}
