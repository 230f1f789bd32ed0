import TimelineCore
import TimelineMedia

/// An open store, its logged-in user, and the command's output.
struct OpenStore: Sendable {
    /// The store's folder.
    let folder: StoreFolder
    /// The store with the rights of its owner.
    let owner: StoreOwner
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
