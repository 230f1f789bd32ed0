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
    /// The cookie with the token of a session.
    let sessionCookie: Cookie
    /// The cookie with the secret of a guest's forms.
    let formsCookie: Cookie
    /// The settings of browsers.
    let preferences: Preferences
    /// The open streams of live updates.
    let streams = LiveStreams()
    /// The renditions that were sent last.
    let recentRenditions = RecentRenditions()

    /// Assembles the parts.
    init(
        guest: Guest,
        renditions: RenditionCache,
        settings: ServerSettings,
        environment: TimelineEnvironment,
        forms: FormReader
    ) {
        self.guest = guest
        self.renditions = renditions
        self.settings = settings
        self.environment = environment
        self.forms = forms
        throttle = LoginThrottle(now: environment.now)
        sessionCookie = .session(of: settings)
        formsCookie = .forms(of: settings)
        preferences = Preferences(of: settings)
    }
}
#endif
