public import Foundation
import TimelineCore

/// Folders for the tests of this process, removed when it ends.
public enum TemporaryFolder {
    private static let root: URL = {
        let name = "timeline-tests-\(ProcessInfo.processInfo.processIdentifier)"
        atexit { TemporaryFolder.removeAll() }
        return FileManager.default.temporaryDirectory.appending(path: name)
    }()

    /// Makes an empty folder that no other test knows.
    public static func make() throws -> URL {
        let folder = root.appending(path: UUID().uuidString)
        try DurableFile.makeFolder(folder)
        return folder
    }

    /// Names a store's file, not made yet, in a folder of its own.
    public static func makeFile() throws -> URL { try make().appending(path: "test.sqlite") }

    private static func removeAll() {
        try? FileManager.default.removeItem(at: root)  // At exit nobody is left to tell.
    }
}
