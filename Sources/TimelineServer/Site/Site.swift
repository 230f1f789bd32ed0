#if Server
import TimelineCore
import TimelineMedia

/// The parts that all routes of a server share.
///
/// It gives access to the store only as a ``Guest``, so no route can act for a user without that
/// user's session.
struct Site: Sendable {
    /// The access to the store without a logged-in user.
    let guest: Guest
    /// The renditions of the photos.
    let renditions: RenditionCache
    /// The settings of the server.
    let settings: ServerSettings
    /// The clock and the source of random bytes.
    let environment: TimelineEnvironment
    /// The reader of forms.
    let forms: FormReader
    /// The functions that respond to syncing devices, or `nil` if the server does not support sync.
    let syncing: SyncAnswering?
    /// The functions for the sync state and invitations, or `nil` if the pages do not show them.
    let syncPages: SyncPages?
    /// The functions that import and export archives, or `nil` if the server does not offer them.
    let transfer: ArchiveTransfer?
    /// The imports and exports in progress.
    let transfers: TransferRegistry
    /// The throttle that delays login attempts by IP address.
    let throttle: LoginThrottle
    /// The cookies that the server sets.
    let cookies: SiteCookies
    /// The open streams of live updates.
    let streams = LiveStreams()
    /// The most recently sent renditions.
    let recentRenditions = RecentRenditions()

    /// Creates a site from its parts.
    init(
        guest: Guest,
        renditions: RenditionCache,
        settings: ServerSettings,
        environment: TimelineEnvironment,
        forms: FormReader,
        syncing: SyncAnswering? = nil,
        syncPages: SyncPages? = nil,
        transfer: ArchiveTransfer? = nil
    ) {
        self.guest = guest
        self.renditions = renditions
        self.settings = settings
        self.environment = environment
        self.forms = forms
        self.syncing = syncing
        self.syncPages = syncPages
        self.transfer = transfer
        transfers = TransferRegistry(folder: forms.uploads.url, lane: forms.uploads.lane)
        throttle = LoginThrottle(now: environment.now)
        cookies = SiteCookies(of: settings)
    }
}
#endif
