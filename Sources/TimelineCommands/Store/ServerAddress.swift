import Foundation
import TimelineCore

/// The address of a store on servers: its database, and where its photos are.
struct ServerAddress: Hashable, Sendable {
    /// The URI of a PostgreSQL database, with one or several hosts.
    let database: String
    /// The address of a bucket (`s3://bucket/prefix`), or the path of a folder that all servers share.
    let photos: String?

    /// Returns the address of a store on servers, or `nil` if a text is the path of a folder.
    ///
    /// - Parameters:
    ///   - text: The value of `--store`, of another option or of `$TIMELINE_HOME`.
    ///   - photos: Where the photos are, if it is known.
    /// - Returns: The address.
    /// - Throws: ``UsageError`` for an address that is not one of a database.
    static func parsing(_ text: String, photos: String?) throws(UsageError) -> ServerAddress? {
        guard DurableFile.isLikeAddress(text) else { return nil }
        guard isAddress(text) else { throw UsageError(ErrorText.unknownAddress(text)) }
        return ServerAddress(database: text, photos: photos?.isEmpty == true ? nil : photos)
    }

    /// Returns whether an address is that of a database rather than the path of a folder.
    static func isAddress(_ text: String) -> Bool {
        text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
    }

    /// Returns whether an address contains a password, which other users of the machine could read.
    static func containsPassword(_ text: String) -> Bool {
        guard isAddress(text) else { return false }
        let authority = text.drop { $0 != ":" }.dropFirst(3).prefix { $0 != "/" && $0 != "?" }
        let user = authority.lastIndex(of: "@").map { authority[..<$0] } ?? ""
        return user.contains(":") || text.contains("password=")
    }

    /// The name of the folder for what this machine caches of the store.
    var cacheName: String {
        String(BlobID(of: Data((database + "\n" + (photos ?? "")).utf8)).description.prefix(16))
    }
}
