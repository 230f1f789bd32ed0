public import TimelineCore

/// An error that ends a session, or rejects one of a carrier's files.
public enum SyncError: Error, Hashable, Sendable {
    // MARK: Frames

    /// A frame is longer than 1 MiB.
    ///
    /// `bytes` is the reserved length.
    case frameTooLong(bytes: Int)
    /// A frame has the length 0, so it has no type.
    case emptyFrame
    /// A frame has a type that this version does not know.
    case unknownFrameType(UInt8)
    /// The content of a frame is malformed.
    case malformedFrame(type: UInt8, RecordError)
    /// The input ends within a frame.
    case truncatedFrame

    // MARK: Sessions

    /// The peer speaks a different version of the protocol.
    case unsupportedVersion(UInt64)
    /// A frame of this type is not allowed at this point.
    case unexpectedFrame(type: UInt8)
    /// A turn is longer than 24 MiB, or contains too many items.
    case turnTooLong
    /// The peer is not a device of a user of this store, is not on the peer list and has no valid
    /// invitation.
    case notInvited
    /// The peer is a device of this store's user with a revoked key.
    ///
    /// The peer has proved to be this device, so it learns the reason. Other peers with a revoked
    /// key receive ``notInvited``.
    case deviceRevoked
    /// The peer's reconciliation message is invalid, for the stated reason.
    case reconciliation(String)
    /// The given number of consecutive turns brought nothing new.
    case noProgress(turns: Int)
    /// The session has cost more time, processor time or bytes than its limits permit, without
    /// bringing or taking anything new.
    case workExceeded
    /// The peer that answers is no device of a user of this store, of a listed peer or of an
    /// invitation, so that it has received nothing but the handshake.
    case unknownDevice
    /// For a minute, nothing arrived from the peer, or less than 1 KiB per second.
    case silence
    /// The peer ended the session.
    case peerFailed(PeerError)
    /// The connection ended before the session.
    case disconnected

    // MARK: Storage and carriers

    /// The store failed.
    ///
    /// `code` is the stable code of the error, such as "storage-busy".
    case store(code: String)
    /// A system call of a carrier failed.
    ///
    /// `errno` is the error number of the system.
    case system(errno: Int32)
    /// The host name is unknown, or the name service cannot be reached.
    case unknownHost
    /// The proxy that the environment names is unknown, or does not work.
    case proxyUnusable
    /// A pack does not end with its SHA-256, or is sealed with a different key.
    case damagedPack
    /// The encrypted connection failed, because a message was changed or did not follow the protocol.
    case handshakeFailed
    /// A server has answered with a status other than 200.
    ///
    /// 300 means that its store has several users, 404 that it has no such user or is not a
    /// Timeline server, and 503 that it has too many sessions.
    case httpStatus(Int)
    /// The server's reply is not an HTTP response, or is too long.
    case malformedResponse
    /// The server's certificate is not valid for its host or not signed by a trusted authority, or
    /// the server does not support TLS 1.2 or later.
    case certificateRejected
    /// The file of trusted certificates cannot be read, or contains no certificates.
    case authoritiesUnusable
    /// The library libcurl, which sends requests to servers, is not installed.
    case httpUnavailable

    /// An error of the store without a more specific code.
    static let storageFailed = SyncError.store(code: "storage-failed")
}

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
