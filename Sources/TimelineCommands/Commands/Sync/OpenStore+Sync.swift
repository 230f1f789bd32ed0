import Foundation
import TimelineCore
import TimelineSync

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension OpenStore {
    /// Returns the sync of the logged-in user.
    func sync() async throws -> StoreSync { sync(of: try await viewer().userID) }

    /// Returns the sync of the logged-in user or, if all users have deleted their accounts, of each
    /// of them.
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

extension OpenStore {
    /// Syncs with a device over standard input and output, which must carry nothing else.
    ///
    /// - Throws: ``UsageError`` at a terminal, or ``SyncCommandError``.
    func answer(_ sync: StoreSync, budget: UInt64) async throws {
        guard isatty(STDIN_FILENO) == 0, isatty(STDOUT_FILENO) == 0 else {
            throw UsageError(SyncText.terminal)
        }
        do {
            try await sync.sync(
                input: STDIN_FILENO,
                output: STDOUT_FILENO,
                role: .responder,
                budget: budget
            )
        } catch let error as SyncError {
            throw SyncCommandError.device(error, target: SyncText.someone)
        }
    }

    /// Syncs with devices that connect over TCP, until the user stops the command.
    ///
    /// - Throws: ``SyncCommandError`` if the address cannot be used.
    func listen(at address: ListenAddress, _ sync: StoreSync, budget: UInt64) async throws {
        let listener: TCPListener
        do {
            listener = try TCPListener(host: address.host, port: address.port)
        } catch {
            throw SyncCommandError.listener(error, address: address.text)
        }
        let incoming = SyncListener(listener)
        let stop = StopSignal { incoming.stop() }
        defer { withExtendedLifetime(stop) {} }
        let target = address.address(port: listener.port)
        try output.show(["address": target]) { layout in
            [layout.suggestion(["invite", "--address", target], hint: SyncText.inviteHint)]
        } text: { layout in
            layout.paragraph(SyncText.listening(target))
                + (address.isLoopback ? layout.paragraph(SyncText.loopback) : [])
        }
        do {
            try await incoming.run { connection, admit in
                try await serve(connection, with: sync, budget: budget, onAdmission: admit)
            }
        } catch let error as SyncError {
            throw SyncCommandError.listener(error, address: address.text)
        }
    }

    /// Syncs with one device, and prints the result.
    ///
    /// A failure is also printed, and does not stop the command, nor does a closed output, as in
    /// `timeline sync --listen 4242 | head -1`. Nothing is printed for a connection without a
    /// session.
    private func serve(
        _ connection: TCPConnection,
        with sync: StoreSync,
        budget: UInt64,
        onAdmission admit: @escaping @Sendable (EncryptionKey) -> Void
    ) async throws {
        do {
            var result = SyncResult(someone: SyncText.someone)
            let work = Lock(SyncProgress())
            let report = try await sync.serve(connection, budget: budget) { part in
                work.withLock { $0 = part }
                if let peer = part.peer { admit(peer) }
            }
            guard let report else { return }
            result.add(report, progress: work.withLock { $0 })
            let named = try await result.completed(in: self, sync)
            try output.showNext(named) { named.lines(in: $0) }
        } catch let error as SyncError {
            warn(SyncCommandError.device(error, target: SyncText.someone))
        } catch let error as TimelineError {
            warn(error)
        } catch is ClosedPipe {
            // The session has ended; only its report has no reader.
        }
    }

    private func warn(_ error: any ReportableError) {
        let text = output.warning(code: error.code, message: error.description)
        context.console.writeError(text)
    }
}
