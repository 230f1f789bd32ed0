import Foundation
import Hummingbird
import Logging
import NIOCore
import TimelineCore
import TimelineCrypto

/// The state of a request while it is handled.
struct ServerContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The IP address of the client, or `nil` in tests without a network.
    var address: String?
    /// The visitor, which is ``Visitor/unknown`` until their cookies have been read.
    var visitor = Visitor.unknown

    init(source: Source) {
        coreContext = CoreRequestContextStorage(source: source)
        address = source.channel.remoteAddress?.ipAddress
    }
}

/// The sender of a request, as identified by its cookies.
struct Visitor: Sendable {
    /// The session, or `nil` for a guest.
    let session: UserSession?
    /// The secret from which the tokens of the visitor's forms are derived, or `nil` if the cookies
    /// have not been read.
    let formSecret: Data?
    /// Whether the session cookie belongs to a session that has ended.
    let hasEndedSession: Bool

    /// The visitor before their cookies have been read.
    static let unknown = Visitor(session: nil, formSecret: nil, hasEndedSession: false)

    /// Returns the session.
    ///
    /// - Throws: `TimelineError.notLoggedIn` if the visitor is a guest.
    func requireSession() throws(TimelineError) -> UserSession {
        guard let session else { throw .notLoggedIn }
        return session
    }
}
