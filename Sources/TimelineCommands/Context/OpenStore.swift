import TimelineCore
import TimelineMedia

/// An open store, its logged-in user, and the command's output.
struct OpenStore: Sendable {
    /// The store's folder.
    let folder: StoreFolder
    /// The store, with the rights of its owner.
    let owner: StoreOwner
    /// The file with the session of the logged-in user.
    let session: SessionFile
    /// The command's output.
    let output: Output
    /// The context of the command.
    let context: CommandContext
    /// The store's renditions.
    let renditions: StoredRenditions

    /// The store for readers without a login.
    var guest: Guest { owner.guest }

    /// The session of the logged-in user.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``.
    func viewer() async throws -> UserSession {
        guard let token = try session.token() else { throw TimelineError.notLoggedIn }
        return try await guest.session(for: token)
    }

    /// The session of the logged-in user, or `nil`.
    func viewerIfAny() async throws -> UserSession? {
        do {
            return try await viewer()
        } catch TimelineError.notLoggedIn {
            return nil
        }
    }

    /// The session of the logged-in user, or the guest.
    func reader() async throws -> any Principal { reader(try await viewerIfAny()) }

    /// The session, or the guest if it is `nil`.
    func reader(_ viewer: UserSession?) -> any Principal { viewer ?? guest }

    /// Saves a login in the session file, and ends the previous session.
    func begin(_ login: Login) async throws {
        let previous = try await viewerIfAny()
        try session.save(login.token)
        try await previous?.logOut()
    }

    /// Records that a page was shown, if the store can be written to.
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

    /// The user with a username, or the logged-in user if it is `nil`.
    ///
    /// - Throws: ``TimelineError/userNotFound(_:)``, ``TimelineError/notLoggedIn``.
    func user(withUsername username: String?) async throws -> User {
        guard let username else { return try await viewer().user() }
        return try await guest.user(withUsername: username)
    }
}
