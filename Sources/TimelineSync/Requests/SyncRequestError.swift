/// The reason why a request is rejected.
package enum SyncRequestError: Error, Hashable, Sendable {
    /// No user with keys has the username, or the store has no user with keys.
    case unknownUser
    /// The request states no username, and the store has several users with keys.
    case severalUsers
    /// The session has ended, never existed, or is still answering another request.
    case unknownSession
    /// The request is not the one that the session expects next.
    case malformed
    /// The store has too many sessions.
    case busy
}
