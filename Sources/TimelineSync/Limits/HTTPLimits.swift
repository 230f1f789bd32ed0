/// The limits of sessions over HTTP.
package enum HTTPLimits {
    /// The maximum length of a request from an unauthenticated sender: 16 KiB, in bytes.
    package static let strangerRequest = 16 << 10
    /// The maximum length of a request or response: 25 MiB, enough for an encrypted turn, in bytes.
    package static let body = 25 << 20
    /// The maximum length of a response header: 16 KiB, in bytes.
    package static let header = 16 << 10
    /// The maximum length of the ID of a session, in characters.
    package static let sessionID = 64
    /// The time within which a session's peer must authenticate: 10 seconds, in milliseconds.
    package static let handshake = TCPLimits.handshake
    /// The interval between checks for silent peers: 5 seconds, in milliseconds.
    package static let silenceCheck: UInt64 = 5000
    /// The maximum number of a server's sessions with unknown peers.
    ///
    /// One more ends the oldest.
    package static let strangers = 64
    /// The maximum number of sessions with unknown peers from one IP address.
    package static let strangersPerAddress = 8
    /// The maximum number of a server's sessions with known peers.
    package static let sessions = 16
}
