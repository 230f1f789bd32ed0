package import TimelineCore

/// The parameters of a session.
package struct SessionConfiguration: Sendable {
    /// The side that a device takes in a session.
    package enum Role: Hashable, Sendable {
        /// Sends requests.
        case initiator
        /// Sends replies.
        case responder
    }

    /// The role of this device.
    package let role: Role
    /// The random half of the salt.
    package let salt: Nonce
    /// The box key that the peer has proved to own.
    ///
    /// It is `nil` only without a carrier, as in a simulation.
    package let peer: EncryptionKey?
    /// The invitation that this device presents, if any.
    package let invitation: SyncToken?
    /// The maximum size of all originals to receive, in bytes.
    ///
    /// Previews do not count.
    package let blobBudget: UInt64
    /// Whether the peer's turns arrive as a whole or not at all, like requests over HTTP.
    ///
    /// If so, the first turns request few bytes of blobs, so that a link that breaks often still
    /// makes progress: ``SessionLimits/blobPart``, then twice as much in each turn.
    package var receivesWholeTurns = false
    /// The error to send instead of the first request, if the peer may learn only this.
    package var refusal: SyncError?
    /// The limits of the turns of this side.
    var turnLimits = TurnLimits.standard
    /// The limits for records that this side accepts.
    var admissionLimits = AdmissionLimits.standard
    /// The time without bytes from the peer after which the session ends, in milliseconds.
    var silence = SessionLimits.silence
    /// Returns the processor time that the current thread has used, in nanoseconds.
    var processorTime: @Sendable () -> UInt64 = ProcessorTime.ofThread

    /// Creates the parameters of a session.
    package init(
        role: Role,
        salt: Nonce,
        peer: EncryptionKey?,
        invitation: SyncToken? = nil,
        blobBudget: UInt64 = .max
    ) {
        self.role = role
        self.salt = salt
        self.peer = peer
        self.invitation = invitation
        self.blobBudget = blobBudget
    }
}
