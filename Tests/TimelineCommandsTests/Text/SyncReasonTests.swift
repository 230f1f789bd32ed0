import Foundation
import Testing
import TimelineCore
@testable import TimelineSync

@testable import TimelineCommands

@Suite("Reasons of failed syncs")
struct SyncReasonTests {
    @Test("States which of the two devices has been revoked")
    func removedDevice() {
        let reported = SyncText.reason(SyncError.peerFailed(.deviceRevoked).code)
        #expect(reported == "it reports that this device has been revoked")
        #expect(SyncText.reason(SyncError.deviceRevoked.code) == "the device has been revoked")
    }

    @Test("A folder is full, read-only or not permitted, rather than out of reach")
    func folders() {
        for (number, code, words, reason) in [
            (ENOSPC, "folder-full", "“/stick” is full", "it is full"),
            (EDQUOT, "folder-full", "“/stick” is full", "it is full"),
            (EROFS, "folder-read-only", "“/stick” is read-only", "it is read-only"),
            (EACCES, "folder-not-permitted", "“/stick”; check its permissions", "its permissions"),
            (EIO, "folder-unusable", "“/stick” cannot be used: Input/output", "cannot be used"),
        ] {
            let failure = SyncCommandError.folder(.system(errno: number), path: "/stick")
            #expect(failure.exitCode == 74 && failure.notedCode == code)
            #expect(failure.description.contains(words), "\(failure.description)")
            #expect(SyncText.reason(failure.notedCode).contains(reason))
        }
    }

    @Test("Devices without an address appear in complete sentences")
    func someone() {
        let ended = SyncCommandError.device(.disconnected, target: SyncText.someone).description
        #expect(ended.hasPrefix("The connection to a device ended early."))
        let silent = SyncCommandError.device(.silence, target: SyncText.someone).description
        #expect(silent.hasPrefix("A device sent nothing"))
        for (error, words) in [
            (SyncError.handshakeFailed, "A device that could not prove its identity was rejected"),
            (.emptyFrame, "A device that does not speak like Timeline was rejected."),
            (.system(errno: ECONNRESET), "Syncing with a device failed: Connection reset"),
        ] {
            let failure = SyncCommandError.device(error, target: SyncText.someone)
            #expect(failure.description.hasPrefix(words), "\(failure.description)")
        }
        let address = SyncCommandError.device(.silence, target: "tcp://a:1").description
        #expect(address.hasPrefix("tcp://a:1 sent nothing"))
    }

    @Test("Whose profile has not arrived has the name in the invitation, an own device its own")
    func titles() {
        func title(
            _ name: String?,
            username: String? = nil,
            target: String? = nil,
            isOwn: Bool
        )
            -> String
        {
            var peer = SyncPeer(
                id: "0000000000000000",
                user: User.ID(UUID()),
                username: username,
                target: target,
                name: name,
                addedAt: Date(timeIntervalSince1970: 0)
            )
            peer.device = KeyID(hexadecimal: "7b5f2227727989db")
            return peer.title(isOwn: isOwn, home: nil)
        }
        #expect(title("leia", isOwn: false) == "@leia")
        #expect(
            title("leia", username: "lea", target: "tcp://a:1", isOwn: false) == "@lea  tcp://a:1"
        )
        #expect(title(nil, isOwn: false).hasPrefix("someone you invited"))
        #expect(title("phone", username: "lea", isOwn: true) == "your device phone")
        #expect(title(nil, username: "lea", isOwn: true) == "your device 7b5f2227727989db")
    }

    @Test("Every failure of a sync has a reason in words, and is documented")
    func documented() throws {
        let project = (0..<4)
            .reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        let document = try String(
            contentsOf: project.appending(path: "Docs/JSON.md"),
            encoding: .utf8
        )
        let line = try #require(
            document.split(separator: "\n").first { $0.hasPrefix("| `failure` |") }
        )
        let errors: [SyncError] =
            PeerError.allCases.map { .peerFailed($0) } + [
                .emptyFrame, .unsupportedVersion(2), .notInvited, .deviceRevoked, .unknownDevice,
                .silence, .disconnected, .turnTooLong, .system(errno: ECONNREFUSED),
                .system(errno: EHOSTUNREACH), .unknownHost, .proxyUnusable, .handshakeFailed,
                .httpStatus(500), .malformedResponse, .certificateRejected, .authoritiesUnusable,
                .httpUnavailable,
            ]
        let failures: [SyncCommandError] =
            errors.map { .device($0, target: "tcp://a:1") }
            + [ENOSPC, EROFS, EACCES, EIO].map { .folder(.system(errno: $0), path: "/stick") }
            + [
                .folder(.damagedPack, path: "/stick"), .missingFolder("/stick"),
                .remote(status: 1, target: "ssh://a"), .cannotStart("ssh", reason: "no"),
            ]
        for code in failures.map(\.notedCode) + errors.map(\.code) {
            #expect(line.contains("`\(code)`"), "\(code)")
            #expect(!SyncText.reason(code).contains("“\(code)”"), "\(code)")
        }
    }

    @Test("The failures of servers say what to do")
    func servers() {
        let target = "https://photos.example.org"
        for (error, status, code, word) in [
            (SyncError.httpUnavailable, 69, "libcurl-missing", "apt install libcurl4"),
            (.certificateRejected, 77, "certificate-rejected", "--tls-ca"),
            (.system(errno: 111), 69, "unreachable", "timeline serve"),
            (.proxyUnusable, 69, "proxy-unusable", "http_proxy"),
            (.httpStatus(302), 76, "http-status", "302"),
        ] {
            let failure = SyncCommandError.device(error, target: target)
            #expect(failure.exitCode == status)
            #expect(failure.code == code)
            #expect(failure.description.contains(word))
            #expect(failure.description.contains(target))
        }
        let failure = SyncCommandError.authoritiesUnusable("/ca.pem")
        #expect(failure.exitCode == 65)
        #expect(failure.description.contains("/ca.pem"))
    }
}
