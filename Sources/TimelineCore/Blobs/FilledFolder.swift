package import Foundation

/// A folder that is filled under a temporary name, so that it appears once it is complete.
///
/// An empty folder that already exists is not replaced, because programs may be working inside it.
/// Instead, the contents are moved into it at the end.
package struct FilledFolder: Sendable {
    private let target: URL
    private let temporary: URL
    private let isExisting: Bool
    private let isPublic: Bool

    /// Creates the temporary folder.
    ///
    /// - Parameters:
    ///   - target: The path of the folder, which must be empty if it exists.
    ///   - isPublic: Whether other users may read the folder, subject to the process's file mode
    ///     creation mask.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package init(_ target: URL, isPublic: Bool) throws {
        self.target = target
        self.isPublic = isPublic
        isExisting = DurableFile.isFolder(target)
        temporary = DurableFile.temporaryPath(
            beside: isExisting ? target.appending(path: "contents") : target
        )
        try outsideStore(.writing, target) { [temporary] in
            try DurableFile.makeFolder(temporary, isPublic: isPublic)
        }
    }

    /// Writes a file at a relative path.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package func add(_ path: String, _ content: Data) throws {
        let file = temporary.appending(path: path)
        let mode: UInt16 = isPublic ? 0o666 : 0o600
        try outsideStore(.writing, target) {
            try DurableFile.makeFolder(file.deletingLastPathComponent(), isPublic: isPublic)
            guard DurableFile.writeSynced(content, to: file, mode: mode) else {
                throw TimelineError.system(.writing, at: file)
            }
        }
    }

    /// Moves the folder to its final path.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package func finish() throws {
        try outsideStore(.writing, target) {
            guard isExisting else { return try DurableFile.move(temporary, to: target) }
            for name in try DurableFile.names(in: temporary).sorted() {
                let path = target.appending(path: name)
                try DurableFile.move(temporary.appending(path: name), to: path)
            }
            discard()
        }
    }

    /// Removes the incomplete folder.
    package func discard() {
        // The error that caused the removal matters more than this one.
        try? FileManager.default.removeItem(at: temporary)
    }
}
