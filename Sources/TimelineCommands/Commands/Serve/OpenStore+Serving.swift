#if Server
import Foundation
import TimelineCore
import TimelineDevices
import TimelineServer

extension OpenStore {
    /// Serves the store until the process receives a signal to stop, and prints the address.
    ///
    /// - Parameters:
    ///   - settings: The settings of the server.
    ///   - notes: Paragraphs to print after the address.
    ///   - isOpening: Whether to open the browser.
    /// - Throws: `ServerError` if the server cannot start.
    func serve(
        _ settings: ServerSettings,
        notes: [String] = [],
        opening isOpening: Bool
    ) async throws {
        let server = WebServer(
            guest: guest,
            renditions: try renditions.cache(),
            uploads: folder.uploads,
            settings: settings,
            machine: hostName(),
            environment: context.environment,
            blocking: blocking
        )
        try await server.run { url in
            // Errors from printing are ignored, because the server should run even if its output is
            // closed.
            try? output.show(["url": url.absoluteString]) { layout in
                ([ServeText.listening(url.absoluteString)] + notes).flatMap { layout.paragraph($0) }
            }
            if isOpening { await SystemViewer.open(url) }
        }
    }

    /// The blocking of users, for the pages.
    private var blocking: UserBlocking {
        let (owner, partials) = (owner, folder.incoming)
        @Sendable func sync(of user: User.ID) -> StoreSync {
            StoreSync(owner: owner, user: user, partialBlobs: partials)
        }
        return UserBlocking { user in
            try await sync(of: user).blockedUsers()
        } setBlocked: { isBlocked, blocked, user in
            let sync = sync(of: user)
            try await isBlocked ? sync.block(blocked) : sync.unblock(blocked)
        }
    }
}
#endif
