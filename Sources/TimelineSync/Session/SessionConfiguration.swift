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

/// The work of a session since it last brought or took anything new.
///
/// Every turn costs bytes, processor time and time. A peer may demand any amount of them, as long as
/// the stores come closer to each other.
struct IdleWork {
    private var turns = 0
    private var byteCount = 0
    private var processorTime: UInt64 = 0
    /// The uptime at the last news or at the start of the session.
    private var start: UInt64?

    /// Starts the clock, unless it is running.
    mutating func begin(at uptime: UInt64) {
        start = start ?? uptime
    }

    /// Adds bytes sent or received.
    mutating func add(bytes count: Int) {
        byteCount += count
    }

    /// Adds processor time in nanoseconds.
    mutating func add(processorTime time: UInt64) {
        processorTime += time
    }

    /// Ends a turn.
    mutating func endTurn(hasNews: Bool, at uptime: UInt64) throws(SyncError) {
        if hasNews {
            self = IdleWork()
            begin(at: uptime)
        } else {
            turns += 1
        }
        guard turns < SessionLimits.idleTurns else { throw .noProgress(turns: turns) }
    }

    /// Returns whether the session has worked for too long.
    func isExcessive(at uptime: UInt64) -> Bool {
        let begin = min(start ?? uptime, uptime)
        return byteCount > SessionLimits.idleBytes
            || processorTime > SessionLimits.idleProcessorTime
            || uptime - begin >= SessionLimits.idleTime
    }
}
