#if Server
import TimelineCore
import TimelineMedia

/// The parts that all routes of a server share.
///
/// It contains the store's ``Guest`` only, so no route can act for a user without their session.
struct Site: Sendable {
    /// The store, with no identity.
    let guest: Guest
    /// The renditions of the photos.
    let renditions: RenditionCache
    /// The address and the access.
    let settings: ServerSettings
    /// The clock and randomness.
    let environment: TimelineEnvironment
    /// Reads forms.
    let forms: FormReader
    /// Throttles logins by address.
    let throttle: LoginThrottle
    /// The open streams of live updates.
    let streams = LiveStreams()

    /// The cookie with the token of a session.
    var sessionCookie: Cookie { .session(of: settings) }
    /// The cookie with the secret of a guest's forms.
    var formsCookie: Cookie { .forms(of: settings) }
}
#endif
