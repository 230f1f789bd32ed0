#if Server
/// The part of sync that answers devices, each of whose requests contains one turn of a session.
///
/// Sync belongs to a target of its own, which a server does not need. It encrypts the bodies, and
/// checks the rights of each device.
public struct SyncAnswering: Sendable {
    /// A request of a device.
    public struct Request: Hashable, Sendable {
        /// The ID of the session, or `nil` for the first request.
        public let session: String?
        /// The user with whom the device syncs, or `nil` for the only one.
        public let username: String?
        /// The IP address of the device, or `nil` in tests without a network.
        public let address: String?
        /// The body.
        public let body: [UInt8]
    }

    /// The answer to a request.
    public struct Answer: Hashable, Sendable {
        /// The ID of the session, or `nil` if it is over.
        public let session: String?
        /// The body.
        public let body: [UInt8]

        /// Creates an answer.
        public init(session: String?, body: [UInt8]) {
            self.session = session
            self.body = body
        }
    }

    /// The reason why a request is not answered.
    public enum Refusal: Error, Hashable, Sendable {
        /// The store has no such user.
        case unknownUser
        /// The store has several users, and the request states none.
        case severalUsers
        /// The session is over.
        case unknownSession
        /// The request is not the next one of its session.
        case malformed
        /// There are too many sessions.
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

    /// Creates a value.
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
