import TimelineCore
import TimelineMedia

/// A store that a command works on, and how it answers.
struct OpenStore: Sendable {
    /// Where the store lies.
    let folder: StoreFolder
    /// The engine on it.
    let engine: TimelineEngine
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
        let named = try await engine.namedPhotos()
        return try await renditions.cache().orphans(besides: named, removing: isRemoving)
    }

    /// How the command answers, with these posts drawn as squares where the terminal can show them.
    func output(showing posts: [PostView], _ options: ImageOptions) async throws -> Output {
        guard let drawer = try drawer(options) else { return output }
        return output.drawing(await drawer.squares(of: posts))
    }

    /// Who is logged in.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``.
    func viewer() async throws -> User {
        guard let token = try session.token() else { throw TimelineError.notLoggedIn }
        return try await engine.user(for: token)
    }

    /// Who is logged in, or `nil`.
    func viewerIfAny() async throws -> User? {
        do {
            return try await viewer()
        } catch TimelineError.notLoggedIn {
            return nil
        }
    }

    /// Remembers a log-in, and ends the one that was remembered before.
    func begin(_ logIn: LogIn) async throws {
        let former = try session.token()
        try session.keep(logIn.token)
        if let former { try await engine.logOut(former) }
    }

    /// Notes that a page was shown, if the store can be written to: reading needs no more than reading.
    func markShown(_ page: TimelinePage, to viewer: User) async throws {
        do {
            try await engine.markShown(page, to: viewer.id)
        } catch TimelineError.storageFailed {
            return
        }
    }

    /// The user with a name, or the one logged in when none is given.
    func user(named name: String?) async throws -> User {
        guard let name else { return try await viewer() }
        return try await engine.user(named: name)
    }
}
