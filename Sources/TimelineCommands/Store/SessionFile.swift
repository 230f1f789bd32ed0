import Foundation
import TimelineCore

/// The file that contains the session token of the user logged in to one store.
///
/// It is in the user's state folder (XDG Base Directory Specification).
struct SessionFile: Sendable {
    private let path: URL

    /// Creates a reference to the session file of a store.
    init(of store: StoreFolder, variables: [String: String]) {
        let name = BlobID(of: Data(store.url.path.utf8)).description.prefix(16)
        path = userFolder("XDG_STATE_HOME", default: ".local/state", variables: variables)
            .appending(path: "session-\(name)")
    }

    /// Reads the token.
    ///
    /// Returns `nil` if the file is missing or damaged.
    func token() throws -> Session.Token? {
        guard let content = try DurableFile.read(path) else { return nil }
        let text = String(decoding: content, as: UTF8.self)
        return Session.Token(text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// Writes the token to a file with mode 0600.
    func save(_ token: Session.Token) throws {
        try DurableFile.makeFolder(path.deletingLastPathComponent())
        try DurableFile.write(Data((token.text + "\n").utf8), to: path)
    }

    /// Removes the file, even if it is damaged.
    func remove() throws {
        try DurableFile.remove(path)
    }
}
