/// The type of a frame, with its number as the raw value.
package enum FrameType: UInt8, CaseIterable, Hashable, Sendable {
    /// Introduces the sender.
    case hello = 1
    /// A message of the set reconciliation protocol.
    case negentropy = 2
    /// Requests records.
    case want = 3
    /// Sends records.
    case records = 4
    /// Lists the requested IDs that the sender no longer holds.
    case lack = 5
    /// Requests a part of a blob.
    case wantBlob = 6
    /// Sends a part of a blob.
    case blob = 7
    /// Sends private data to another device of the same user.
    case `private` = 8
    /// Ends a request or a reply.
    case end = 9
    /// Ends the session with an error.
    case error = 10
}
