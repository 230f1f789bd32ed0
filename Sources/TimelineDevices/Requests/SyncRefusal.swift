/// The reason why a request of a session is not answered.
public enum SyncRefusal: Error, Hashable, Sendable {
    /// No user with keys has the username, or the store has no user with keys.
    case unknownUser
    /// The request states no username, and the store has several users with keys.
    case severalUsers
    /// The session has ended, has never existed, or is answering another request.
    case unknownSession
    /// The request is not the next one of its session.
    case malformed
    /// The store has too many sessions.
    case busy
}
