import TimelineCore
import TimelineMedia

/// A store that a command works on, and how it answers.
struct OpenStore: Sendable {
    /// Where the store lies.
    let folder: StoreFolder
    /// The store, as whoever may write its folder.
    let owner: StoreOwner
    /// Who is logged in to it here.
    let session: SessionFile
    /// How the command answers.
    let output: Output
    /// What the terminal can show.
    let context: CommandContext
    /// The light copies of the photos.
    let renditions: StoredRenditions

    /// What draws the photos; `nil` where they are told in words.
    func drawer(_ options: ImageOptions) throws -> PhotoDrawer? {
        guard context.console.columns != nil, output.format == .text, folder.exists,
            let graphics = TerminalGraphics(
                options.images,
                variables: context.variables,
                cell: context.console.cell
            )
        else { return nil }
        return PhotoDrawer(
            graphics: graphics,
            renditions: try renditions.cache(),
            width: output.layout.width,
            height: context.console.rows ?? Self.usualRows
        )
    }

    private static let usualRows = 24

    /// Counts the light copies of photos that nothing shows any more, and removes them if asked to.
    func orphanedRenditions(removing isRemoving: Bool) async throws -> Int {
        let named = try await owner.referencedBlobs()
        return try await renditions.cache().orphans(besides: named, removing: isRemoving)
    }

    /// How the command answers, with these posts drawn as squares where the terminal can show them.
    func output(showing posts: [PostView], _ options: ImageOptions) async throws -> Output {
        guard let drawer = try drawer(options) else { return output }
        return output.drawing(await drawer.squares(of: posts))
    }

    /// The store for readers who are not logged in.
    var guest: Guest { owner.guest }

    /// The session of the user who is logged in.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``.
    func viewer() async throws -> UserSession {
        guard let token = try session.token() else { throw TimelineError.notLoggedIn }
        return try await guest.session(for: token)
    }

    /// The session of the user who is logged in, or `nil`.
    func viewerIfAny() async throws -> UserSession? {
        do {
            return try await viewer()
        } catch TimelineError.notLoggedIn {
            return nil
        }
    }

    /// The session of the user who is logged in, or a guest.
    func reader() async throws -> any Principal { reader(try await viewerIfAny()) }

    /// A session, or a guest where there is none.
    func reader(_ viewer: UserSession?) -> any Principal { viewer ?? guest }

    /// Saves a login in the session file, and ends the one that was there before.
    func begin(_ logIn: Login) async throws {
        let former = try await viewerIfAny()
        try session.keep(logIn.token)
        try await former?.logOut()
    }

    /// Notes that a page was shown, if the store can be written to: reading needs no more than reading.
    func markShown(_ page: TimelinePage, to viewer: UserSession) async throws {
        do {
            try await viewer.markShown(page)
        } catch TimelineError.storageFailed {
            return
        }
    }

    /// The user with a name, or the one logged in when none is given.
    func user(withUsername name: String?) async throws -> User {
        guard let name else { return try await viewer().user() }
        return try await guest.user(withUsername: name)
    }
}
