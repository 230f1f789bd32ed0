public import Foundation
import TimelineCrypto

/// The stored record of a login.
///
/// The token itself is never stored.
///
/// ```swift
/// for old in try await session.sessions() where old.id != session.id {
///     try await session.revoke(old.id)
/// }
/// ```
public struct Session: Identifiable, Hashable, Sendable {
    /// The ID of the session: the SHA-256 digest of its token.
    public let id: ID
    /// The ID of the logged-in user.
    public let user: User.ID
    /// The date of the login.
    public let createdAt: Date
    /// The date on which the token was last used, accurate to within one minute.
    public let lastUsedAt: Date
    /// A description of the program and device that logged in, provided by the program.
    public let label: String
    /// What an app may do with the session, such as "read write:favourites", or `nil` for a login,
    /// which may do everything.
    public let scopes: String?
    /// The ID of the registered app, or `nil` for a login or a token that the user has made.
    public let app: String?

    /// The time after which an unused session expires: 30 days, in seconds (NIST SP 800-63B-4,
    /// AAL1).
    public static let idleLimit: TimeInterval = 30 * 24 * 60 * 60

    /// The minimum time between updates of ``lastUsedAt``, in seconds.
    ///
    /// Because of this minimum, most reads do not cause a write.
    static let touchInterval: TimeInterval = 60

    /// Creates a session record.
    public init(
        id: ID,
        user: User.ID,
        createdAt: Date,
        lastUsedAt: Date,
        label: String,
        scopes: String? = nil,
        app: String? = nil
    ) {
        self.id = id
        self.user = user
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.label = label
        self.scopes = scopes
        self.app = app
    }

    /// Returns whether the session has been unused for longer than ``idleLimit`` at `date`.
    func hasEnded(at date: Date) -> Bool {
        date.timeIntervalSince(lastUsedAt) > Self.idleLimit
    }

    /// Returns whether ``lastUsedAt`` must be updated because it is at least one minute before or
    /// after `date`.
    func isStale(at date: Date) -> Bool {
        abs(date.timeIntervalSince(lastUsedAt)) >= Self.touchInterval
    }

    /// Returns a copy of the session that was last used at `date`.
    func used(at date: Date) -> Session {
        Session(
            id: id,
            user: user,
            createdAt: createdAt,
            lastUsedAt: date,
            label: label,
            scopes: scopes,
            app: app
        )
    }
}

extension Session {
    /// The ID of a session: the SHA-256 digest of its token.
    ///
    /// The token cannot be recovered from the digest.
    public struct ID: Hashable, Sendable {
        /// The 32 bytes of the digest.
        public let bytes: Data

        /// Creates an ID from the bytes of a digest.
        public init(bytes: Data) {
            self.bytes = bytes
        }

        /// Reads an ID from 64 hexadecimal digits, or returns `nil` for any other text.
        package init?(hexadecimal text: String) {
            guard let digest = BlobID(hexadecimal: text) else { return nil }
            bytes = Data(digest.bytes)
        }

        /// The 64 hexadecimal digits of the ID.
        package var hexadecimal: String { bytes.hexadecimal }

        /// The short ID that lists of sessions show: the first eight hexadecimal digits.
        package var shortID: String { bytes.prefix(4).hexadecimal }
    }

    /// The secret that authenticates a session: 32 random bytes.
    public struct Token: Hashable, Sendable {
        /// The random bytes of the token.
        public let bytes: Data

        /// The number of random bytes in a token.
        public static let byteCount = 32

        package init(environment: TimelineEnvironment) {
            bytes = Data(environment.randomBytes(Self.byteCount))
        }

        /// Parses a token from its Base64 text, or returns `nil` if the text does not encode 32
        /// bytes.
        public init?(_ text: String) {
            guard let bytes = Data(base64Encoded: text), bytes.count == Self.byteCount else {
                return nil
            }
            self.bytes = bytes
        }

        /// The Base64 text (RFC 4648) of the token, which is a secret.
        public var text: String { bytes.base64EncodedString() }

        /// Parses the token of an app from its Base64 text without characters that have a meaning in
        /// addresses (RFC 4648, section 5), or returns `nil` if it does not encode 32 bytes.
        package init?(urlText text: String) {
            guard text.utf8.count == 43 else { return nil }
            let base64 = text.replacing("-", with: "+").replacing("_", with: "/")
            self.init(base64 + "=")
        }

        /// The text of an app's token, which can be part of an address.
        package var urlText: String {
            text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        }

        /// The ID of the session that the token authenticates.
        package var sessionID: Session.ID { Session.ID(bytes: Data(SHA256.hash(bytes).bytes)) }
    }
}
