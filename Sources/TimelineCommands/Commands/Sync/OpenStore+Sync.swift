import Foundation
import TimelineCore
import TimelineSync

extension OpenStore {
    /// Returns the sync of the logged-in user.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``.
    func sync() async throws -> StoreSync { sync(of: try await viewer().userID) }

    /// Returns the sync of the logged-in user or, if all users have left, of each of them.
    ///
    /// - Returns: At least one sync.
    /// - Throws: ``TimelineError/notLoggedIn``.
    func syncs() async throws -> [StoreSync] {
        if let viewer = try await viewerIfAny() { return [sync(of: viewer.userID)] }
        let users = try await StoreSync.deletedAccounts(owner)
        guard !users.isEmpty else { throw TimelineError.notLoggedIn }
        return users.map { sync(of: $0) }
    }

    /// Returns the sync of a user.
    @Sendable func sync(of user: User.ID) -> StoreSync {
        StoreSync(owner: owner, user: user, partialBlobs: folder.incoming)
    }

    /// Returns whether only the user's own devices share a folder, as recorded by earlier syncs,
    /// chosen with an option, or answered at a prompt.
    ///
    /// - Throws: ``UsageError`` if the option contradicts earlier syncs, or if the purpose is
    ///   unknown and the user cannot be asked; or ``Interrupted``.
    func isOwn(folder path: String, option: Bool?, _ sync: StoreSync) async throws -> Bool {
        if let known = try await sync.isOwn(folder: path) {
            guard option == nil || option == known else {
                throw UsageError(known ? SyncText.isOwn(path) : SyncText.isShared(path))
            }
            return known
        }
        if let option { return option }
        let console = context.console
        guard console.isInteractive else {
            throw UsageError(SyncText.ownOrSharedRequired(path))
        }
        for line in output.layout.paragraph(SyncText.question) { console.writeError(line + "\n") }
        while true {
            console.writeError(PromptText.label(SyncText.answer))
            guard let line = try console.readLine() else { throw Interrupted() }
            let answer = line.trimmingCharacters(in: .whitespaces).lowercased()
            guard !answer.isEmpty else { continue }
            if SyncText.ownAnswer.hasPrefix(answer) { return true }
            if SyncText.sharedAnswer.hasPrefix(answer) { return false }
            console.writeError(SyncText.answerAgain + "\n")
        }
    }

    /// Checks that a folder may be synced with.
    ///
    /// A folder that does not exist is created if its parent folder exists and the folder is new.
    ///
    /// - Throws: ``UsageError``, ``SyncCommandError/missingFolder(_:)`` or
    ///   ``CommandError/notAFolder(_:)``.
    func checkSyncFolder(_ path: String, isKnown: Bool) throws {
        let url = URL(filePath: path).resolvingSymlinksInPath()
        let store = folder.url.resolvingSymlinksInPath().path
        guard url.path != store, !url.path.hasPrefix(store + "/"), !StoreFolder(url).exists else {
            throw UsageError(SyncText.isStore(path))
        }
        if try DurableFile.existsOutsideStore(url) {
            guard DurableFile.isFolder(url) else { throw CommandError.notAFolder(path) }
        } else {
            let parent = url.deletingLastPathComponent()
            guard !isKnown, try DurableFile.existsOutsideStore(parent) else {
                throw SyncCommandError.missingFolder(path)
            }
            guard DurableFile.isFolder(parent) else {
                throw CommandError.notAFolder(parent.relativePath)
            }
        }
    }
}
