#if Server
/// The functions that respond to syncing devices, which send one turn of a session per request.
///
/// Sync is implemented in a separate target, which the server does not depend on. It encrypts the
/// bodies, and checks the rights of each device.
public struct SyncAnswering: Sendable {
    /// A request from a device.
    public struct Request: Hashable, Sendable {
        /// The ID of the session, or `nil` for the first request.
        public let session: String?
        /// The username of the user to sync with, or `nil` for the only user.
        public let username: String?
        /// The IP address of the device, or `nil` in tests without a network.
        public let address: String?
        /// The body of the request.
        public let body: [UInt8]
    }

    /// The response to a request.
    public struct Answer: Hashable, Sendable {
        /// The ID of the session, or `nil` if it is over.
        public let session: String?
        /// The body of the response.
        public let body: [UInt8]

        /// Creates a response.
        public init(session: String?, body: [UInt8]) {
            self.session = session
            self.body = body
        }
    }

    /// The reason why a request is rejected.
    public enum Refusal: Error, Hashable, Sendable {
        /// The store has no such user.
        case unknownUser
        /// The store has several users, and the request does not say which one.
        case severalUsers
        /// The session is over.
        case unknownSession
        /// The request is not the one that the session expects next.
        case malformed
        /// The server has too many sessions.
        case busy
    }

    /// Returns the maximum length of the next request of a session, in bytes.
    public let bodyLimit: @Sendable (_ session: String?) -> Int
    /// Answers a request, or throws a ``Refusal``.
    public let answer: @Sendable (Request) async throws -> Answer
    /// Ends the sessions of silent devices until its task is cancelled, or `nil` if there are none.
    ///
    /// It runs as long as the server.
    public let endSilent: (@Sendable () async -> Void)?

    /// Creates a value from its functions.
    public init(
        bodyLimit: @escaping @Sendable (_ session: String?) -> Int,
        answer: @escaping @Sendable (Request) async throws -> Answer,
        endSilent: (@Sendable () async -> Void)? = nil
    ) {
        self.bodyLimit = bodyLimit
        self.answer = answer
        self.endSilent = endSilent
    }
}
#endif
