import Foundation
import Hummingbird
import NIOCore
import TimelineArchive
import TimelineCore
import TimelineMedia
import TimelinePages
import TimelineSync

/// The parts that all routes of a server share.
///
/// Routes reach the store only as a ``Guest`` or with a session, so none can act for a user without
/// that user's session.
struct Site: Sendable {
    private let owner: StoreOwner
    /// The folder for pictures that syncs have received in part.
    private let incoming: URL
    /// What answers syncing devices, and checks the rights of each.
    var responder: SyncResponder
    /// The renditions of the photos.
    let renditions: RenditionCache
    /// The settings of the server.
    let settings: ServerSettings
    /// The clock and the source of random bytes.
    let environment: TimelineEnvironment
    /// The reader of forms.
    let forms: FormReader
    /// The imports and exports in progress.
    let transfers: TransferRegistry
    /// The throttle that delays login attempts by IP address.
    let throttle: LoginThrottle
    /// The cookies that the server sets.
    let cookies: SiteCookies
    /// The open streams of live updates.
    let streams = LiveStreams()
    /// The syncs that visitors have started.
    let syncRuns = SyncRuns()
    /// The limit for the calls of apps.
    let rates: RateLimiter
    /// The limit for the registrations of apps.
    let registrations: RegistrationLimit
    /// The secret with which the server signs addresses of photos, once it has been read.
    private let signing = SigningSecret()
    /// The BlurHashes of recently shown photos.
    let blurHashes = BlurHashes()
    /// The most recently sent renditions.
    let recentRenditions = RecentRenditions()
    /// The numbers about the server that its owner can watch.
    let metrics = ServerMetrics()
    /// What decides whether load balancers send requests to the server.
    let readiness: Readiness
    /// What the server asks the store about the store itself.
    let probe: StoreProbe

    /// Creates a site from its parts.
    init(
        owner: StoreOwner,
        incoming: URL,
        renditions: RenditionCache,
        settings: ServerSettings,
        forms: FormReader,
        probe: StoreProbe
    ) {
        self.owner = owner
        self.incoming = incoming
        responder = SyncResponder(owner: owner, partialBlobs: incoming)
        self.renditions = renditions
        self.settings = settings
        environment = owner.engine.environment
        self.forms = forms
        transfers = TransferRegistry(owner: owner)
        throttle = LoginThrottle(guest: owner.guest, now: environment.now)
        cookies = SiteCookies(of: settings)
        rates = RateLimiter(limit: settings.callLimit, now: environment.now)
        registrations = RegistrationLimit(now: environment.now)
        self.probe = probe
        readiness = Readiness(probe: probe.check)
    }

    /// The access to the store without a logged-in user.
    var guest: Guest { owner.guest }

    /// Returns the sync of a session's user.
    func sync(of session: UserSession) -> StoreSync {
        StoreSync(owner: owner, user: session.userID, partialBlobs: incoming)
    }

    /// Returns whether the user of a session has been deleted and has peers or other devices, which
    /// a sync would tell.
    func mustTellDeletion(of session: UserSession) async throws -> Bool {
        try await StoreSync.mustTellDeletion(of: session.userID, owner)
    }
}

/// The secret of a server, once it has been read.
private final class SigningSecret: Sendable {
    private let state = Lock<[UInt8]?>(nil)

    var value: [UInt8]? {
        get { state.withLock(\.self) }
        set { state.withLock { $0 = newValue } }
    }
}

extension Site {
    /// Returns the secret with which the server signs addresses of photos.
    func secret() async throws -> [UInt8] {
        if let secret = signing.value { return secret }
        let secret = try await owner.serverSecret()
        signing.value = secret
        return secret
    }

    /// Returns the address of this server without a slash at its end, such as
    /// `https://photos.example`.
    ///
    /// Without a fixed one, it is the one under which the app has reached the server, whose host has
    /// been checked.
    func base(of request: Request) -> String {
        if let origin = settings.publicOrigin { return origin }
        return "\(settings.scheme)://\(request.head.authority ?? "localhost")"
    }
}

// MARK: - Archives

extension Site {
    /// Imports an archive for the user of a session.
    ///
    /// A Timeline archive can contain posts of others, so only a server that no other machine can
    /// reach imports one.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - includesPlaces: Whether to import the places of posts from another service.
    ///   - session: The session.
    ///   - progress: Receives the number of processed entries and their total number.
    /// - Returns: The outcome in sentences.
    /// - Throws: `TimelineError.archiveUnreadable`, or another `TimelineError`.
    func importArchive(
        at path: URL,
        includingPlaces includesPlaces: Bool,
        for session: UserSession,
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
    ) async throws -> TransferSummary {
        switch try await session.recognizeArchive(at: path, includingPlaces: includesPlaces) {
        case .timeline where !settings.isPrivate:
            throw TimelineError.archiveUnreadable(ServerText.onlyByCommand)
        case .timeline:
            let archive = try await session.readingArchive { try StoreArchive(at: path) }
            return TransferSummary(
                ImportOutcome(
                    try await owner.restore(archive, by: session.userID, progress: progress)
                )
            )
        case .posts(let format):
            return TransferSummary(
                ImportOutcome(
                    try await session.importPosts(from: path, as: format, progress: progress)
                )
            )
        }
    }

    /// Writes an archive of the session's user to a ZIP file that does not exist yet.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - includesOriginals: Whether to include the original files of the photos.
    ///   - session: The session.
    /// - Returns: The number of pictures left out because their files are missing from the store or
    ///   damaged, or their metadata could not be removed.
    /// - Throws: A `TimelineError`.
    func exportArchive(
        to path: URL,
        includingOriginals includesOriginals: Bool,
        for session: UserSession
    ) async throws -> Int {
        let user = try await session.user().id
        let options = ArchiveOptions(of: user, includingOriginals: includesOriginals) {
            try StaticSite.write(of: user, in: $0, showing: $1, $2)
        }
        return try await owner.export(to: path, as: .zip, options).lostPhotos
    }
}

extension TransferSummary {
    /// The maximum number of places that the page shows for a reason.
    private static let placeLimit = 20

    fileprivate init(_ outcome: ImportOutcome) {
        var findings: [Finding] = []
        var indexes: [String: Int] = [:]
        for finding in outcome.findings {
            let place = finding.position.map { "\(finding.file) \($0)" } ?? finding.file
            let index = indexes[finding.reason] ?? findings.count
            if index == findings.count {
                indexes[finding.reason] = index
                findings.append(Finding(reason: finding.reason, count: 0, places: []))
            }
            findings[index].count += finding.count
            if findings[index].places.count < Self.placeLimit {
                findings[index].places.append(place)
            }
        }
        self.init(
            sentences: outcome.notes,
            tallies: outcome.tallies.map { kind, tally in
                Tally(
                    kind: ServerText.kind(kind),
                    imported: tally.imported,
                    alreadyPresent: tally.alreadyPresent,
                    notSupported: tally.notSupported,
                    rejected: tally.rejected
                )
            },
            findings: findings,
            restCount: outcome.restOfFindings
        )
    }
}

extension Site {
    /// Returns whether the session's user has muted or blocked another user.
    func restrictions(
        of user: User.ID,
        for session: UserSession
    ) async throws -> UserRestrictions {
        guard user != session.userID else { return UserRestrictions() }
        return UserRestrictions(
            isMuted: try await session.mutedUsers().contains { $0.id == user },
            isBlocked: try await session.profile(of: user).blockedByViewer
        )
    }
}

extension Site {
    /// Adds a user of another store to this one, and logs them in.
    func join(
        _ file: [UInt8],
        code: String?,
        password: Password,
        label: String
    ) async throws -> Login {
        let sync: StoreSync
        do {
            if let code {
                sync = try await StoreSync.pair(
                    from: file,
                    code: PairingCode(parsing: code),
                    password: password,
                    into: owner,
                    partialBlobs: incoming
                )
            } else {
                sync = try await StoreSync.importIdentity(
                    from: file,
                    password: password,
                    into: owner,
                    partialBlobs: incoming
                )
            }
        } catch let error as PairingError {
            throw RequestError.identityRefused(error.field)
        }
        let user = try await guest.profile(of: sync.user).user
        return try await guest.logIn(
            email: owner.email(of: user).text,
            password: password,
            label: label
        )
    }
}

extension PairingError {
    /// The field that caused the error.
    fileprivate var field: FormField {
        switch self {
        case .codeLength, .codeCharacter, .codeCheck: .code
        case .wrongSecret: .password
        default: .identity
        }
    }
}
