#if Server
import Foundation
import TimelineCore
import TimelineServer

extension OpenStore {
    /// Serves the store until the process receives a signal to stop, and prints the address.
    ///
    /// - Parameters:
    ///   - settings: The settings of the server.
    ///   - notes: Paragraphs to print after the address.
    ///   - isOpening: Whether to open the browser.
    /// - Throws: `ServerError` if the server cannot start, or `TimelineError.storageFailed` if the
    ///   disk was not writable when the store was opened.
    func serve(
        _ settings: ServerSettings,
        notes: [String] = [],
        opening isOpening: Bool
    ) async throws {
        try context.repositories.requireLasting()
        let server = WebServer(
            owner: owner,
            renditions: try renditions.cache(),
            uploads: folder.uploads,
            incoming: folder.incoming,
            settings: settings,
            machine: hostName()
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
}
#endif
