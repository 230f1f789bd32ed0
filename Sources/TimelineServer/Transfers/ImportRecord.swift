import Foundation
import TimelineCore
import TimelinePages

/// The file that keeps the outcome of a user's last import across restarts of the server.
///
/// While an import is running, the file contains no outcome, and the importing server locks it, so
/// that other servers of the same store know that it is in use. A file is deleted with the account in
/// the browser, or when a server starts: after 30 days, or if the user does not exist any more.
struct ImportRecord {
    /// The name of the file.
    let name: String
    /// The folder for uploads.
    let folder: URL

    /// The content of the file.
    private struct Content: Codable {
        var sentences: [String]?
        var details: [String]?
        var failure: String?
    }

    /// Creates the record of a user in the folder for uploads.
    init(of user: User.ID, in folder: URL) {
        name = "import-\(user).json"
        self.folder = folder
    }

    /// Returns the stored state.
    ///
    /// Without an outcome, an import is running if another process, or another server in this one,
    /// locks the file, and was interrupted otherwise. A damaged file counts as a missing one.
    ///
    /// - Throws: `TimelineError.storageFailed`.
    func read() throws -> TransferState {
        guard let folder = try OpenFolder(folder), let data = try folder.read(name),
            // Without the outcome, the page shows no last import.
            let content = try? JSONDecoder().decode(Content.self, from: data)
        else { return .idle }
        if let failure = content.failure { return .failed(failure) }
        guard let sentences = content.sentences else {
            let free = try LockedFile(ifFree: name, in: folder)
            return free == nil ? .running(done: 0, total: 0) : .interrupted
        }
        return .finished(TransferSummary(sentences: sentences, details: content.details ?? []))
    }

    /// Writes the state of an import.
    ///
    /// - Returns: The lock of a running import, which lasts as long as the object, or `nil` for all
    ///   other states.
    /// - Throws: `TimelineError.storageFailed` or an `EncodingError`.
    @discardableResult
    func write(_ state: TransferState) throws -> LockedFile? {
        var content = Content()
        switch state {
        case .finished(let summary):
            content.sentences = summary.sentences
            content.details = summary.details
        case .failed(let reason): content.failure = reason
        case .idle, .running, .interrupted: break
        }
        let folder = try OpenFolder(making: folder)
        let data = try JSONEncoder().encode(content)
        if case .running = state {
            return try LockedFile(making: name, in: folder, content: data, isSynced: true)
        }
        try folder.write(data, to: name)
        return nil
    }

    /// Deletes records that are older than 30 days, and ignores errors.
    static func removeOld(in folder: URL, at now: Date) {
        // The folder exists only after an upload.
        guard let folder = try? OpenFolder(folder), let names = try? folder.names() else { return }
        for name in names where name.hasPrefix("import-") {
            guard let entry = folder.entry(name), entry.modificationDate < now - 30 * 86_400 else {
                continue
            }
            try? folder.remove(name)  // The next start tries again.
        }
    }

    /// Returns the users with a record in a folder.
    ///
    /// - Throws: `TimelineError.storageFailed`.
    static func users(in folder: URL) throws -> [User.ID] {
        try DurableFile.names(in: folder)
            .compactMap { name in
                guard name.hasPrefix("import-"), name.hasSuffix(".json") else { return nil }
                return User.ID(String(name.dropFirst(7).dropLast(5)))
            }
    }

    /// Deletes the file, if it exists.
    ///
    /// - Throws: `TimelineError.storageFailed`.
    func remove() throws {
        try OpenFolder(folder)?.remove(name)
    }
}
