#if Server
import Foundation
import Hummingbird
import Logging
import NIOCore
import TimelineCore

/// The state of one request.
struct ServerContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The IP address of the client; `nil` in tests without a network.
    let address: String?
    /// The visitor, once their cookies have been read.
    var visitor = Visitor.unknown

    init(source: Source) {
        coreContext = CoreRequestContextStorage(source: source)
        address = source.channel.remoteAddress?.ipAddress
    }
}

/// The sender of a request, as the cookies identify them.
struct Visitor: Sendable {
    /// The session; `nil` for a guest.
    let session: UserSession?
    /// The secret that the tokens of the visitor's forms derive from; `nil` without a cookie.
    let formSecret: Data?
    /// Whether the cookie belongs to a session that has ended.
    let hasEndedSession: Bool

    /// A visitor without cookies.
    static let unknown = Visitor(session: nil, formSecret: nil, hasEndedSession: false)

    /// The session.
    ///
    /// - Throws: `TimelineError.notLoggedIn` for a guest.
    func requireSession() throws(TimelineError) -> UserSession {
        guard let session else { throw .notLoggedIn }
        return session
    }
}
#endif
