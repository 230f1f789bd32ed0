import Crypto
public import Foundation

/// The stored record of a login; the token itself is never stored.
///
/// ```swift
/// for old in try await session.sessions() where old.id != session.id {
///     try await session.revoke(old.id)
/// }
/// ```
public struct Session: Identifiable, Hashable, Sendable {
    /// The SHA-256 of the token.
    public let id: ID
    /// The user that logged in.
    public let user: User.ID
    /// The date of the login.
    public let createdAt: Date
    /// The date when the token was last used, accurate to a minute.
    public let lastUsedAt: Date
    /// The program and device that logged in, as the program described them.
    public let label: String

    /// The time after which an unused session expires: 30 days, in seconds (NIST SP 800-63B-4,
    /// AAL1).
    public static let idleLimit: TimeInterval = 30 * 24 * 60 * 60

    /// The resolution of the last use, in seconds, so that most reads write nothing.
    static let touchInterval: TimeInterval = 60

    /// Creates a record.
    public init(id: ID, user: User.ID, createdAt: Date, lastUsedAt: Date, label: String) {
        self.id = id
        self.user = user
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.label = label
    }

    /// Whether the session has been unused for longer than ``idleLimit``.
    func hasEnded(at date: Date) -> Bool {
        date.timeIntervalSince(lastUsedAt) > Self.idleLimit
    }

    /// Whether to record the last use: the recorded one is a minute or more in the past or the
    /// future.
    func isStale(at date: Date) -> Bool {
        abs(date.timeIntervalSince(lastUsedAt)) >= Self.touchInterval
    }

    /// The session, last used at `date`.
    func used(at date: Date) -> Session {
        Session(id: id, user: user, createdAt: createdAt, lastUsedAt: date, label: label)
    }
}

extension Session {
    /// The SHA-256 of a session's token, from which the token cannot be recovered.
    public struct ID: Hashable, Sendable {
        /// The 32 bytes of the digest.
        public let bytes: Data

        /// Creates an ID from the bytes of a digest.
        public init(bytes: Data) {
            self.bytes = bytes
        }

        /// The short ID for lists: the first eight hexadecimal digits.
        public var shortID: String { bytes.prefix(4).map { String(format: "%02x", $0) }.joined() }
    }

    /// The secret that proves a login: 32 random bytes.
    public struct Token: Hashable, Sendable {
        /// The random bytes.
        public let bytes: Data

        /// The number of random bytes.
        public static let byteCount = 32

        init(environment: TimelineEnvironment) {
            bytes = Data(environment.randomBytes(Self.byteCount))
        }

        /// Parses the Base64 text of a token; returns `nil` unless it encodes 32 bytes.
        public init?(_ text: String) {
            guard let bytes = Data(base64Encoded: text), bytes.count == Self.byteCount else {
                return nil
            }
            self.bytes = bytes
        }

        /// The token in Base64 (RFC 4648); keep it secret.
        public var text: String { bytes.base64EncodedString() }

        /// The ID of the session that the token opens.
        public var sessionID: Session.ID { Session.ID(bytes: Data(SHA256.hash(data: bytes))) }
    }
}
