package import Foundation
import TimelineCore

/// Temporary folders, which are removed when the process exits.
package enum TemporaryFolder {
    private static let root: URL = {
        let name = "timeline-tests-\(ProcessInfo.processInfo.processIdentifier)"
        atexit { TemporaryFolder.removeAll() }
        return FileManager.default.temporaryDirectory.appending(path: name)
    }()

    /// Creates an empty folder.
    package static func make() throws -> URL {
        let folder = root.appending(path: UUID().uuidString)
        try DurableFile.makeFolder(folder)
        return folder
    }

    /// Returns the URL for a store's file in a new folder.
    ///
    /// The file itself is not created.
    package static func makeFile() throws -> URL { try make().appending(path: "test.sqlite") }

    private static func removeAll() {
        // The process is exiting, so nothing could handle an error.
        try? FileManager.default.removeItem(at: root)
    }
}
