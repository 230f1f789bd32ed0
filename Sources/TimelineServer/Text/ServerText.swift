import Foundation
import TimelineArchive
import TimelineCore
import TimelinePages
import TimelineSync

extension RequestError: CustomStringConvertible {
    /// The message for visitors, which explains the fault and suggests a remedy.
    var description: String {
        switch self {
        case .malformed: "The request cannot be read; go back and try again."
        case .forged:
            """
            This form is out of date, or another page sent it; go back, reload the page and send the form again.
            """
        case .signUpClosed: "Sign-up is closed here; ask the owner of this store for an account."
        case .pageNotFound: "No page has this address."
        case .lengthMissing: "The request does not state its length."
        case .tooLarge(let limit): "The request is too large; send at most \(size(limit))."
        case .wrongHost:
            "This server does not have that name; open it by the address that it printed."
        case .transferInProgress:
            "You are already importing or exporting an archive; wait until that has finished."
        case .archiveMissing: "Choose the archive to import."
        case .picturesLost(let count):
            """
            \(count == 1 ? "1 picture is" : "\(count) pictures are") lost or cannot be converted, so nothing was exported; \
            go back and choose “Leave out lost pictures” to export the rest. On the server, `timeline doctor` lists \
            these pictures.
            """
        case .placeMissing: "None of these photos contains the place where it was taken."
        case .invalidDate: "This is no date and time since 1970."
        case .photoDateMissing:
            "None of these photos contains the date on which it was taken; choose a date above."
        case .dateMissing: "A time needs a date as well."
        case .dateInFuture: "This date is in the future."
        case .invalidLink:
            "This is no link of an invitation; copy all of it, from timeline:// to its end."
        case .invitationExpired: "This invitation has expired; ask for another one."
        case .invalidDeviceName: "A name has at most 200 bytes, without control characters."
        case .identityRefused(.code):
            "This is not the code; it has 13 letters and digits, such as X7QK-93MD-TTRV-5."
        case .identityRefused(.password):
            "The file does not open; check the code and the password."
        case .identityRefused:
            "This is no file for a new device, and no copy of an identity."
        case .syncInProgress: "You are already syncing; wait until that has finished."
        case .noPlaces: "None of your peers has an address or folder."
        case .tooManyCalls: "Too many calls; wait until the limit is reset."
        case .tooManyAtOnce: "Too many requests at once; wait a moment and try again."
        }
    }

    /// Formats a number of bytes in KB (1,024 bytes) or MB (1,024 KB), rounded down.
    private func size(_ bytes: Int) -> String {
        bytes < 1 << 20 ? "\(bytes >> 10) KB" : "\(bytes >> 20) MB"
    }
}

extension ErrorReport {
    /// The message for unexpected errors, which reveals no details.
    static let unexpected = "The server failed; its log says why. Try again later."
    static let diskFull =
        "The server's disk is full. Nothing was lost. Free some space, restart the server, and try again."
    /// The message for an address that invitations cannot contain.
    static let invalidAddress = """
        This is no address of a device; it should look like http://192.168.1.20:8080 or \
        tcp://192.168.1.20:4242.
        """
}

extension OAuthError: CustomStringConvertible {
    /// The message for the developers of the app.
    var description: String {
        switch self {
        case .unauthorizedApp:
            "Only the app that has received a token can end it, with its client_id and client_secret."
        case .unknownApp: "No app is registered with this client_id and client_secret."
        case .invalidCode:
            "The code is wrong, used, or older than ten minutes, or it is for another app or redirect_uri."
        case .unsupportedGrant:
            "This grant_type is not offered; use authorization_code, or password on a connection that nobody can listen to."
        case .invalidRequest: "A parameter is missing or wrong."
        }
    }
}

extension ServerError: CustomStringConvertible {
    /// The message for users, which explains the fault and suggests a remedy.
    package var description: String {
        switch self {
        case .unprotected(let host):
            """
            Other machines on your network could connect to \(host) and read passwords and photos on their way. Add \
            --tls-cert and --tls-key to encrypt them, or --insecure if you trust everyone on this network.
            """
        case .unprotectedProxy(let url):
            """
            Others could read passwords and photos on their way to \(url). Let the proxy encrypt the connections and \
            write https:// in --url, or add --insecure if you trust everyone on this network.
            """
        case .certificateUnusable(let path, .unreadable):
            "The file “\(path)” does not exist or cannot be read; check --tls-cert and --tls-key."
        case .certificateUnusable(let path, .invalid):
            """
            The file “\(path)” cannot be used: it is not in PEM, or the key does not belong to the certificate. Check \
            --tls-cert and --tls-key.
            """
        case .tlsUnavailable:
            """
            This build of Timeline cannot encrypt connections, as --tls-cert requires; `make install` and \
            `swift build --traits TLS` build one that can.
            """
        case .portInUse(let port):
            "Another program listens on port \(port); stop it, or choose another port with --port."
        case .metricsPortInUse(let port):
            "Another program listens on port \(port); choose another port for the metrics with --metrics."
        case .portForbidden(let port):
            "You are not permitted to listen on port \(port); choose one above 1023 with --port."
        case .addressUnusable(let host, let reason):
            "The server cannot listen on “\(host)”: \(reason)."
        }
    }
}

/// Texts about imports and sync.
enum ServerText {
    /// Begins a line in the log, which the error follows.
    static func failed(_ request: String) -> String { "\(request) failed:" }
    static let importFailed = "An import failed:"
    static let onlyByCommand = """
        it is an archive of Timeline, which can contain posts of others; on this server, only `timeline import \
        timeline` imports it.
        """
    static func unknownPlace(_ text: String) -> String {
        """
        No photo here is from “\(text)”. Choose one of the places below, or type a latitude and a longitude, such as \
        69.65, 18.96.
        """
    }
    static func kind(_ kind: ImportFinding.Kind) -> String {
        switch kind {
        case .post: "Posts"
        case .media: "Photos and videos"
        case .file: "Files"
        case .record: "Records"
        case .other: "Others"
        }
    }

    static func lastSync(_ date: Date, now: Date, in timeZone: TimeZone) -> String {
        "The last sync was \(relativeTime(of: date, now: now, in: timeZone))."
    }
    static func missing(_ files: String) -> String { "Missing: \(files)" }
    static let exportReminder = SyncText.exportReminder + " Download one under “Sync and devices”."

    static func synced(received: RecordTally, sent: RecordTally, pictures: Int) -> String {
        let pictures = pictures == 0 ? [] : [countText(pictures, "picture")]
        let news = received.parts + pictures
        let gifts = sent.parts
        return [
            news.isEmpty ? "Nothing new arrived." : "Received \(listText(news)).",
            gifts.isEmpty ? nil : "Sent \(listText(gifts)).",
        ]
        .compactMap(\.self).joined(separator: " ")
    }
    static func notSynced(_ reason: String) -> String { "Not synced: \(reason)." }
    static let onlyCommandAddsFolders =
        "Not synced: this machine has not used the folder; `timeline sync FOLDER` does so once."
    static let onlyCommandUsesSSH = "Not synced: only `timeline sync` connects through `ssh`."
}

/// Texts for the labels of sessions.
enum SessionText {
    static let browser = "A browser"

    static func label(browser: String, system: String) -> String { "\(browser) on \(system)" }
}
