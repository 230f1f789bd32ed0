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
            environment: context.environment
        )
        try await server.run { url in
            // Errors from printing are ignored, because the server should run even if its output is
            // closed.
            try? output.show(["url": url.absoluteString]) { layout in
                ([ServeText.listening(url.absoluteString)] + notes).flatMap { layout.paragraph($0) }
            }
            if isOpening { BrowserLauncher.open(url) }
        }
    }
}
#endif
