import TimelineCore
import TimelineMedia

/// An open store, its logged-in user, and the command's output.
struct OpenStore: Sendable {
    /// The store's folder.
    let folder: StoreFolder
    /// The store with the rights of its owner.
    let owner: StoreOwner
    /// The photos.
    let blobs: any BlobStore
    /// The file that contains the session token of the logged-in user.
    let session: SessionFile
    /// The command's output.
    let output: Output
    /// The context of the command.
    let context: CommandContext
    /// The store's renditions.
    let renditions: StoredRenditions

    /// The store with the rights of a reader who is not logged in.
    var guest: Guest { owner.guest }

    /// Returns the session of the logged-in user.
    ///
    /// - Throws: ``TimelineError/notLoggedIn`` if no user is logged in.
    func viewer() async throws -> UserSession {
        guard let token = try session.token() else { throw TimelineError.notLoggedIn }
        return try await guest.session(for: token)
    }

    /// Returns the session of the logged-in user, or `nil` if no user is logged in.
    func viewerIfAny() async throws -> UserSession? {
        do {
            return try await viewer()
        } catch TimelineError.notLoggedIn {
            return nil
        }
    }

    /// Returns the session of the logged-in user, or the guest if no user is logged in.
    func reader() async throws -> any Principal { reader(try await viewerIfAny()) }

    /// Returns the given session, or the guest if it is `nil`.
    func reader(_ viewer: UserSession?) -> any Principal { viewer ?? guest }

    /// Saves a login in the session file and ends the previous session.
    func begin(_ login: Login) async throws {
        let previous = try await viewerIfAny()
        try session.save(login.token)
        try await previous?.logOut()
    }

    /// Records that a page was shown to the user.
    ///
    /// Failures to write to the store are ignored.
    func markShown(_ page: TimelinePage, to viewer: UserSession) async throws {
        do {
            try await viewer.markShown(page)
        } catch TimelineError.storageFailed {
            return
        }
    }

    /// Records that a page of activity was shown, if the store can be written to.
    func markShown(_ page: ActivityPage, to viewer: UserSession) async throws {
        do {
            try await viewer.markShown(page)
        } catch TimelineError.storageFailed {
            return
        }
    }

    /// Returns the user with the given username, or the logged-in user if the username is `nil`.
    ///
    /// - Throws: ``CommandError/unknownUser(_:similar:)`` or ``TimelineError/userNotFound(_:)`` if
    ///   no user has this username, or ``TimelineError/notLoggedIn`` if the username is `nil` and
    ///   no user is logged in.
    func user(withUsername username: String?) async throws -> User {
        guard let username else { return try await viewer().user() }
        do {
            return try await guest.user(withUsername: username)
        } catch TimelineError.userNotFound(let username) {
            guard let similar = try await usernames(near: username).nearest(to: username) else {
                throw TimelineError.userNotFound(username)
            }
            throw CommandError.unknownUser(username, similar: similar)
        }
    }

    /// The maximum number of usernames per list that are compared with an unknown one.
    private static let similarLimit = 1000

    /// Returns the usernames to compare with an unknown one: the first ones in the store, and the
    /// first ones after its first letter.
    private func usernames(near username: String) async throws -> [String] {
        let start = String(Username.normalized(username).prefix(1))
        let (lists, reader) = ([nil, start], try await reader())
        var users: [User] = []
        for start in lists {
            users += try await reader.users(UserQuery(after: start, limit: Self.similarLimit))
        }
        return users.map(\.username)
    }
}

extension OpenStore {
    /// Asks a yes-or-no question, and repeats it until the user answers.
    ///
    /// - Returns: The answer, or `true` without asking if no user is at a terminal.
    /// - Throws: ``Interrupted`` at the end of the input, or ``UsageError`` if the user cannot see
    ///   the question because standard error is redirected.
    func confirms(_ question: String) throws -> Bool {
        let console = context.console
        guard console.isInteractive else {
            guard !console.hasTerminalInput else { throw UsageError(PromptText.hiddenQuestion) }
            return true
        }
        for line in output.layout.paragraph(question) { console.writeError(line + "\n") }
        while true {
            console.writeError(PromptText.label(PromptText.yesOrNo))
            guard let line = try console.readLine() else { throw Interrupted() }
            let answer = line.filter { !$0.isWhitespace }.lowercased()
            guard !answer.isEmpty else { continue }
            if PromptText.yes.hasPrefix(answer) { return true }
            if PromptText.no.hasPrefix(answer) { return false }
        }
    }

    /// Asks a yes-or-no question that nobody but a user or `--yes` may answer.
    ///
    /// - Returns: The answer.
    /// - Throws: ``Interrupted`` at the end of the input, or ``UsageError`` if no user is at a
    ///   terminal or if the user cannot see the question.
    func confirmsAtTerminal(_ question: String) throws -> Bool {
        let console = context.console
        guard console.isInteractive || console.hasTerminalInput else {
            throw UsageError(PromptText.required("--yes"))
        }
        return try confirms(question)
    }
}

extension OpenStore {
    /// Applies a change to a post on behalf of the logged-in user, and prints the result.
    func change(
        _ post: PostArgument,
        by change: (Post.ID, UserSession) async throws -> PostView
    ) async throws {
        let viewer = try await viewer()
        let id = try await viewer.postID(matching: post.id)
        let post = try await change(id, viewer)
        try output.show(post) { $0.listed(post) }
    }
}

extension OpenStore {
    /// The assumed height in rows of a terminal that does not report its size.
    private static let defaultRows = 24

    /// Returns a drawer for the photos in the output, or `nil` if the output cannot show pictures.
    func drawer(_ options: ImageOptions) throws -> PhotoDrawer? {
        guard output.format == .text, folder.exists,
            let columns = context.console.columns, let graphics = context.graphics(options.images)
        else { return nil }
        return PhotoDrawer(
            graphics: graphics,
            renditions: renditions.cache(),
            width: output.layout.width,
            fullWidth: columns,
            height: context.console.rows ?? Self.defaultRows
        )
    }

    /// Returns the command's output, with the given posts drawn if the terminal supports pictures.
    func output(showing posts: [PostView], _ options: ImageOptions) async throws -> Output {
        guard let drawer = try drawer(options) else { return output }
        var drawn: DrawnPosts = [:]
        for post in posts { drawn[post.id] = await drawer.listed(post) }
        return output.drawing(drawn)
    }

    /// Counts the orphaned renditions and optionally removes them.
    func orphanedRenditions(removing isRemoving: Bool) async throws -> Int {
        let referenced = try await owner.referencedBlobs()
        return try await renditions.cache().orphans(besides: referenced, removing: isRemoving)
    }
}
