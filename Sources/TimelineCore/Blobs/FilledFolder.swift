package import Foundation

/// A folder that is filled under a temporary name, so that it appears once it is complete.
///
/// An empty folder that already exists is not replaced, because programs may be working inside it.
/// Instead, the contents are moved into it at the end. What a killed process has left is replaced.
package struct FilledFolder: Sendable {
    private let target: URL
    /// The folder that contains the temporary folder.
    private let parent: OpenFolder
    private let name: String
    private let folder: OpenFolder
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
        let isExisting = DurableFile.isFolder(target)
        let name = DurableFile.unfinishedName(of: target.lastPathComponent)
        (parent, folder) = try withExternalFileErrors(.writing, target) {
            let parent = try OpenFolder(
                making: isExisting ? target : target.deletingLastPathComponent(),
                isPublic: isPublic
            )
            try parent.removeUnfinished(name)
            let folder = try parent.makeFolder(name, isPublic: isPublic)
            folder.hold()
            return (parent, folder)
        }
        (self.target, self.name) = (target, name)
        (self.isExisting, self.isPublic) = (isExisting, isPublic)
    }

    /// Writes a file at a relative path.
    package func add(_ path: String, _ content: Data) throws {
        try withExternalFileErrors(.writing, target) {
            let parent = path.split(separator: "/").dropLast().joined(separator: "/")
            if !parent.isEmpty { try folder.makeFolder(parent, isPublic: isPublic) }
            let file = try folder.create(path, mode: isPublic ? 0o666 : 0o600)
            try file.write(content)
            try file.synchronize()
        }
    }

    /// Moves the folder to its final path.
    package func finish() throws {
        try withExternalFileErrors(.writing, target) {
            guard isExisting else { return try parent.move(name, to: target.lastPathComponent) }
            for child in try folder.names().sorted() {
                try parent.move("\(name)/\(child)", to: child)
            }
            discard()
        }
    }

    /// Removes the incomplete folder.
    package func discard() { parent.removeAll(name) }
}
