import Foundation
import TimelineCore

/// The file that remembers who is logged in to one store, in the user's state folder (XDG Base Directory
/// Specification); it holds the session's token.
struct SessionFile: Sendable {
    private let path: URL

    /// The session of the user of this machine in a store.
    init(of store: StoreFolder, variables: [String: String]) {
        let name = BlobID(of: Data(store.url.path.utf8)).description.prefix(16)
        path = userFolder("XDG_STATE_HOME", ".local/state", variables)
            .appending(path: "session-\(name)")
    }

    /// The token of the session, `nil` when nobody is logged in or the file is broken.
    func token() throws -> Session.Token? {
        guard let content = try DurableFile.read(path) else { return nil }
        let text = String(decoding: content, as: UTF8.self)
        return Session.Token(text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// Remembers a session; the file has mode 0600.
    func keep(_ token: Session.Token) throws {
        try DurableFile.makeFolder(path.deletingLastPathComponent())
        try DurableFile.write(Data((token.text + "\n").utf8), to: path)
    }

    /// Forgets the session, and a broken file.
    func forget() throws {
        try DurableFile.remove(path)
    }
}
