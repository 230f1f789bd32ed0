import TimelineSync

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// An error of the commands that sync.
enum SyncCommandError: ReportableError {
    /// A session with a device failed.
    case device(SyncError, target: String)
    /// The device at a target has not proved to be one of the user's own or of a peer.
    case unknownDevice(String)
    /// A sync with a folder failed.
    case folder(SyncError, path: String)
    /// The folder does not exist, and neither does its parent folder or an earlier folder.
    case missingFolder(String)
    /// The program on another machine ended with an exit status.
    case remote(status: Int32, target: String)
    /// A program cannot be started.
    case cannotStart(String, reason: String)
    /// This machine cannot listen at an address.
    case listener(SyncError, address: String)
    /// The file of trusted certificates cannot be used.
    case authoritiesUnusable(String)
    /// The invitation of a user has expired.
    case expiredInvitation(String)
    /// The user has no device with the given name or ID.
    case deviceNotFound(String)
    /// Several devices have the given name, or IDs that start with it.
    case ambiguousDevice(String)

    /// The exit status if a device cannot be reached: `EX_UNAVAILABLE`.
    static let unavailable: Int32 = 69

    var code: String {
        switch self {
        case .folder(let error, _): error.code(atFolder: true)
        case .device(.system, _): "unreachable"
        case .device(let error, _): error.code(atFolder: false)
        case .unknownDevice: "unknown-device"
        case .missingFolder: "folder-not-found"
        case .remote: "remote-failed"
        case .cannotStart: "program-not-found"
        case .listener: "address-unusable"
        case .authoritiesUnusable: "certificate-unusable"
        case .expiredInvitation: "invitation-expired"
        case .deviceNotFound: "device-not-found"
        case .ambiguousDevice: "ambiguous-device"
        }
    }

    /// The code to note for `timeline sync status`, which shows no message.
    var notedCode: String {
        if case .device(let error, _) = self { error.code(atFolder: false) } else { code }
    }

    var description: String {
        switch self {
        case .device(.handshakeFailed, SyncText.someone): SyncErrorText.unprovenConnection
        case .device(.system(let number), SyncText.someone):
            SyncErrorText.system(SyncText.someone, reason: String(cString: strerror(number)))
        case .device(let error, SyncText.someone): error.description(SyncText.someone).asSentence
        case .device(let error, let target): error.description(target)
        case .unknownDevice(let target): SyncErrorText.unknownDevice(target)
        case .folder(let error, let path): error.description(folder: path)
        case .missingFolder(let path): SyncErrorText.missingFolder(path)
        case .remote(127, let target): SyncErrorText.remoteNotFound(target)
        case .remote(255, let target): SyncErrorText.loginFailed(target)
        case .remote(let status, let target):
            SyncErrorText.remoteFailed(target, status: status)
        case .cannotStart(let program, let reason):
            SyncErrorText.cannotStart(program, reason: reason)
        case .listener(.system(let number), let address):
            SyncErrorText.cannotListen(address, reason: String(cString: strerror(number)))
        case .listener(_, let address): SyncErrorText.unknownHost(address)
        case .authoritiesUnusable(let path): SyncErrorText.authoritiesUnusable(path)
        case .expiredInvitation(let username): InviteText.expired(username)
        case .deviceNotFound(let text): DeviceText.notFound(text)
        case .ambiguousDevice(let text): DeviceText.ambiguous(text)
        }
    }

    var hint: String? {
        switch self {
        case .deviceNotFound, .ambiguousDevice: DeviceText.lists
        default: nil
        }
    }

    /// The exit status: `EX_NOPERM` for a device that is not invited, `EX_UNAVAILABLE` for one that
    /// cannot be reached, and `EX_PROTOCOL` for one that violates the protocol.
    var exitCode: Int32 {
        switch self {
        case .device(let error, _): error.exitCode
        case .unknownDevice: 77
        case .folder(.damagedPack, _): 65
        case .folder: 74
        case .missingFolder: 66
        case .remote(let status, _): status == 77 ? 77 : 69
        case .cannotStart: 69
        case .listener: 74
        case .authoritiesUnusable: 65
        case .expiredInvitation: 77
        case .deviceNotFound: 66
        case .ambiguousDevice: 65
        }
    }
}

extension String {
    /// The text with an uppercase first letter.
    fileprivate var asSentence: String { prefix(1).uppercased() + dropFirst() }
}

extension SyncError {
    fileprivate var exitCode: Int32 {
        switch self {
        case .notInvited, .peerFailed(.notInvited), .deviceRevoked, .peerFailed(.deviceRevoked),
            .unknownDevice, .handshakeFailed, .certificateRejected:
            77
        case .silence, .disconnected, .unknownHost, .system, .peerFailed(.silence),
            .peerFailed(.other), .httpStatus(410), .httpStatus(502...504), .httpUnavailable,
            .proxyUnusable:
            69
        case .store, .peerFailed(.storage): 74
        case .damagedPack: 65
        default: 76
        }
    }

    fileprivate func description(_ target: String) -> String {
        switch self {
        case .peerFailed(.notInvited): SyncErrorText.notInvited(target)
        case .notInvited: SyncErrorText.stranger
        case .peerFailed(.deviceRevoked): SyncErrorText.thisDeviceRevoked(target)
        case .deviceRevoked: SyncErrorText.deviceRevoked
        case .silence, .peerFailed(.silence): SyncErrorText.silence(target)
        case .disconnected, .truncatedFrame, .peerFailed(.other):
            SyncErrorText.disconnected(target)
        case .unsupportedVersion, .peerFailed(.unsupportedVersion):
            SyncErrorText.otherVersion(target)
        case .store(let code): SyncErrorText.storeFailed(code)
        case .peerFailed(.storage): SyncErrorText.peerStoreFailed(target)
        case .frameTooLong, .turnTooLong, .noProgress, .workExceeded, .peerFailed(.limitExceeded):
            SyncErrorText.limit(target)
        case .unknownDevice: SyncErrorText.unknownDevice(target)
        case .handshakeFailed: SyncErrorText.otherKey(target)
        case .unknownHost: SyncErrorText.unknownHost(target)
        case .system(let number):
            SyncErrorText.unreachable(target, reason: String(cString: strerror(number)))
        case .httpStatus(300): SyncErrorText.severalUsers(target)
        case .httpStatus(404): SyncErrorText.noUser(target)
        case .httpStatus(410): SyncErrorText.disconnected(target)
        case .httpStatus(let status): SyncErrorText.httpStatus(target, status: status)
        case .certificateRejected: SyncErrorText.certificateRejected(target)
        case .httpUnavailable: SyncErrorText.httpUnavailable(target)
        case .proxyUnusable: SyncErrorText.proxyUnusable(target)
        case .emptyFrame, .unknownFrameType, .malformedFrame, .unexpectedFrame, .reconciliation,
            .damagedPack, .peerFailed(.malformed), .malformedResponse, .authoritiesUnusable:
            SyncErrorText.malformed(target)
        }
    }

    fileprivate func description(folder path: String) -> String {
        switch self {
        case .system(let number):
            switch code(atFolder: true) {
            case "folder-full": SyncErrorText.fullFolder(path)
            case "folder-read-only": SyncErrorText.readOnlyFolder(path)
            case "folder-not-permitted": SyncErrorText.forbiddenFolder(path)
            default:
                SyncErrorText.unusableFolder(path, reason: String(cString: strerror(number)))
            }
        case .store(let code): SyncErrorText.storeFailed(code)
        default: SyncErrorText.damagedFolder(path)
        }
    }
}
