import Crypto
public import Foundation

/// A log-in that has not ended: the token itself is known only to the one who holds it.
public struct Session: Identifiable, Hashable, Sendable {
    /// The SHA-256 of the token.
    public let id: ID
    /// Who is logged in.
    public let user: User.ID
    /// When the log-in was.
    public let createdAt: Date
    /// When the token was last used, to the minute.
    public let lastUsedAt: Date
    /// Where the log-in was, in the words of the program that logged in.
    public let label: String

    /// How long a session lives without being used: 30 days, in seconds (NIST SP 800-63B-4, AAL1).
    public static let idleLimit: TimeInterval = 30 * 24 * 60 * 60

    /// How exactly the last use is noted, in seconds, so that most reads write nothing.
    static let touchInterval: TimeInterval = 60

    /// Makes a session of its parts.
    public init(id: ID, user: User.ID, createdAt: Date, lastUsedAt: Date, label: String) {
        self.id = id
        self.user = user
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.label = label
    }

    /// Whether the session has gone unused for too long.
    func hasEnded(at date: Date) -> Bool {
        date.timeIntervalSince(lastUsedAt) > Self.idleLimit
    }

    /// Whether the last use has to be noted again: it is a minute old, or a clock that was ahead noted it.
    func isStale(at date: Date) -> Bool {
        abs(date.timeIntervalSince(lastUsedAt)) >= Self.touchInterval
    }

    /// The same session, last used at a date.
    func used(at date: Date) -> Session {
        Session(id: id, user: user, createdAt: createdAt, lastUsedAt: date, label: label)
    }
}

extension Session {
    /// The SHA-256 of a session's token; a store that leaks it gives no token away.
    public struct ID: Hashable, Sendable {
        /// The 32 bytes of the digest.
        public let bytes: Data

        /// Takes the bytes of a digest.
        public init(bytes: Data) {
            self.bytes = bytes
        }

        /// The first eight hexadecimal digits, to name the session in a list.
        public var shortID: String { bytes.prefix(4).map { String(format: "%02x", $0) }.joined() }
    }

    /// What proves a log-in: 32 random bytes.
    public struct Token: Hashable, Sendable {
        /// The random bytes.
        public let bytes: Data

        /// The number of random bytes.
        public static let byteCount = 32

        init(environment: TimelineEnvironment) {
            bytes = Data(environment.randomBytes(Self.byteCount))
        }

        /// Reads a token's text, or returns `nil`.
        public init?(_ text: String) {
            guard let bytes = Data(base64Encoded: text), bytes.count == Self.byteCount else {
                return nil
            }
            self.bytes = bytes
        }

        /// The token in Base64 (RFC 4648): a secret.
        public var text: String { bytes.base64EncodedString() }

        /// The name under which the session is kept.
        public var sessionID: Session.ID { Session.ID(bytes: Data(SHA256.hash(data: bytes))) }
    }
}
