public import Foundation
import TimelineCore

/// Temporary folders, removed when the process exits.
public enum TemporaryFolder {
    private static let root: URL = {
        let name = "timeline-tests-\(ProcessInfo.processInfo.processIdentifier)"
        atexit { TemporaryFolder.removeAll() }
        return FileManager.default.temporaryDirectory.appending(path: name)
    }()

    /// Creates an empty folder.
    public static func make() throws -> URL {
        let folder = root.appending(path: UUID().uuidString)
        try DurableFile.makeFolder(folder)
        return folder
    }

    /// Returns the URL of a store's file in a new folder; the file does not exist yet.
    public static func makeFile() throws -> URL { try make().appending(path: "test.sqlite") }

    private static func removeAll() {
        // The process is exiting; nothing can handle an error.
        try? FileManager.default.removeItem(at: root)
    }
}
