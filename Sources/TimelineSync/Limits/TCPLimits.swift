/// The limits of TCP connections, in milliseconds unless stated otherwise.
///
/// Sessions over TCP also observe ``SessionLimits``, such as ``SessionLimits/silence``.
package enum TCPLimits {
    /// The time within which a connection must be established: 10 seconds, in milliseconds.
    package static let connection: UInt64 = 10_000
    /// The time within which all handshake messages must arrive: 10 seconds, in milliseconds.
    package static let handshake: UInt64 = 10_000
    /// The maximum number of connections that a device serves at a time.
    ///
    /// One more ends the oldest one with an unknown peer.
    package static let connections = 64
    /// The maximum length of a handshake message, in bytes.
    ///
    /// The longest one has 96 bytes without a payload.
    static let handshakeMessage = 256
    /// The time to wait for the peer to close the connection after a session: 2 seconds.
    static let closing: UInt64 = 2000
    /// The time after which to accept a connection again that the system could not open: 100
    /// milliseconds.
    static let retryInterval: UInt64 = 100
    /// The maximum number of bytes to receive at once.
    static let chunk = 1 << 16
    /// The maximum number of connections that wait for ``TCPListener/accept(timeout:)``.
    static let backlog: Int32 = 16
}
