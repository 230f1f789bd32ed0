package import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A file that is locked by this process.
///
/// The system releases the lock when the process ends, even if it crashes.
package final class LockedFile: Sendable {
    private let name: String
    private let folder: OpenFolder
    private let file: OpenFile

    /// Creates and locks a file with mode 0600 and the given content.
    ///
    /// The file receives its final name only after it is locked, so no process ever sees it
    /// unlocked. It replaces any other file with this name.
    ///
    /// - Parameters:
    ///   - name: The name of the file.
    ///   - folder: The folder of the file.
    ///   - content: The content of the file.
    ///   - isSynced: Whether the file and its folder are synced, so that the file also survives a
    ///     system crash.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package init(
        making name: String,
        in folder: OpenFolder,
        content: Data,
        isSynced: Bool = false
    ) throws(TimelineError) {
        let hidden = DurableFile.temporaryName()
        let file = try folder.create(hidden)
        do throws(TimelineError) {
            guard flock(file.descriptor, LOCK_EX) == 0 else {
                throw .system(.writing, at: folder.path(of: name))
            }
            try file.write(content)
            if isSynced { try file.synchronize() }
            try folder.move(hidden, to: name, synced: isSynced)
        } catch {
            // The first error is the cause.
            try? folder.remove(hidden, synced: false)
            throw error
        }
        (self.name, self.folder, self.file) = (name, folder, file)
    }

    /// Locks a file, or returns `nil` if it does not exist or is still locked by its creator.
    ///
    /// The lock is a shared one, so that several processes can check the file at the same time.
    package init?(ifFree name: String, in folder: OpenFolder) throws(TimelineError) {
        guard let file = try folder.file(name),
            flock(file.descriptor, LOCK_SH | LOCK_NB) == 0
        else { return nil }
        (self.name, self.folder, self.file) = (name, folder, file)
    }

    /// Deletes the file, if it still exists.
    func remove() {
        // A file that remains is treated like that of a process that was killed.
        try? folder.remove(name, synced: false)
    }
}
