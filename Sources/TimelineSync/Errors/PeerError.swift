/// The reason why a peer ended a session.
///
/// The raw value is its code.
public enum PeerError: String, CaseIterable, Hashable, Sendable {
    /// The peer does not know this device.
    case notInvited = "not-invited"
    /// The peer belongs to the same user, and knows that the key of this device was revoked.
    case deviceRevoked = "device-revoked"
    /// The peer speaks a different version of the protocol.
    case unsupportedVersion = "unsupported-version"
    /// The peer received malformed or unexpected frames.
    case malformed = "malformed"
    /// The session exceeded a limit of the peer.
    case limitExceeded = "limit-exceeded"
    /// The peer received nothing for too long.
    case silence = "silence"
    /// The store of the peer failed.
    case storage = "storage"
    /// The peer gave a reason that this version does not know.
    case other = "other"

    /// Creates the reason to send to the peer after an error.
    init(_ error: SyncError) {
        switch error {
        case .notInvited: self = .notInvited
        case .deviceRevoked: self = .deviceRevoked
        case .unsupportedVersion: self = .unsupportedVersion
        case .emptyFrame, .unknownFrameType, .malformedFrame, .truncatedFrame, .unexpectedFrame,
            .reconciliation:
            self = .malformed
        case .frameTooLong, .turnTooLong, .noProgress, .workExceeded: self = .limitExceeded
        case .silence: self = .silence
        case .store: self = .storage
        case .peerFailed, .disconnected, .system, .unknownHost, .damagedPack, .handshakeFailed,
            .unknownDevice, .httpStatus, .malformedResponse, .certificateRejected,
            .authoritiesUnusable,
            .httpUnavailable, .proxyUnusable:
            self = .other
        }
    }
}
