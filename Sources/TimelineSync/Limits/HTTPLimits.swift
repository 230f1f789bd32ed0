/// The limits of sessions over HTTP.
public enum HTTPLimits {
    /// The maximum length of a request whose sender is not known yet: 16 KiB.
    public static let strangerRequest = 16 << 10
    /// The maximum length of a request or response: a turn with its encryption, 25 MiB.
    public static let body = 25 << 20
    /// The maximum length of the header of a response: 16 KiB.
    public static let header = 16 << 10
    /// The maximum length of the ID of a session, in characters.
    public static let sessionID = 64
    /// The time in which the peer of a session must become known, in milliseconds: 10 seconds.
    public static let handshake = TCPLimits.handshake
    /// The time between two checks for silent peers, in milliseconds: 5 seconds.
    public static let silenceCheck: UInt64 = 5000
    /// The maximum number of sessions of a server with unknown peers.
    ///
    /// A further one ends the oldest.
    public static let strangers = 64
    /// The maximum number of sessions with unknown peers from one IP address.
    public static let strangersPerAddress = 8
    /// The maximum number of sessions of a server with known peers.
    public static let sessions = 16
}
