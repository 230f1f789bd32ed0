import TimelineCore

/// Texts about syncs, for the commands and the settings page.
package enum SyncText {
    package static func user(_ username: String) -> String { "@\(username)" }
    package static let unknownUser = "someone whose name has not arrived yet"
    package static let everythingIsHere = "Nothing is missing."
    package static let exportReminder = """
        You have no copy of your identity. Without one, you lose it if you forget your password or lose this device.
        """
    package static func isAre(_ count: Int) -> String { count == 1 ? "is" : "are" }

    /// Lists numbers other than zero.
    package static func list(of counts: [(Int, String)]) -> String {
        listText(counts.filter { $0.0 > 0 }.map { countText($0.0, $0.1) })
    }

    /// Returns the reason for a failed sync, given its code.
    package static func reason(_ code: String) -> String {
        switch code {
        case "not-invited", "peer-not-invited": "not invited"
        case "device-revoked": "the device has been revoked"
        case "peer-device-revoked": "it reports that this device has been revoked"
        case "limit-exceeded", "peer-limit-exceeded": "a limit was exceeded"
        case "silence", "peer-silence": "hardly anything arrived for a minute"
        case "disconnected", "peer-other": "the connection ended early"
        case "malformed", "peer-malformed": "it does not answer like Timeline"
        case "damaged-pack": "damaged files"
        case "handshake-failed", "unknown-device": "another device answers at the address"
        case "connection-refused": "the connection was refused"
        case "unreachable": "it cannot be reached"
        case "unknown-host": "its host is unknown"
        case "folder-not-found": "the folder is not there"
        case "folder-full": "it is full"
        case "folder-read-only": "it is read-only"
        case "folder-not-permitted": "its permissions do not allow it"
        case "folder-unusable": "it cannot be used"
        case "not-a-folder": "it is not a folder"
        case "remote-failed": "the program on the other machine failed"
        case "program-not-found": "`ssh` cannot be started"
        case "storage-failed": "the store failed"
        case "storage-busy": "the store was busy"
        case "storage-read-only": "the store cannot be written to"
        case "not-logged-in": "nobody was logged in"
        case "unsupported-version", "peer-unsupported-version": "another version of the protocol"
        case "system": "the system reported an error"
        case "peer-storage": "the other store failed"
        case "http-status": "the server refused the request"
        case "certificate-rejected": "the server's certificate is not trusted"
        case "certificate-unusable": "the file of trusted certificates cannot be used"
        case "libcurl-missing": "libcurl is not installed"
        case "proxy-unusable": "the proxy cannot be used"
        default: "the error is “\(code)”"
        }
    }
}
