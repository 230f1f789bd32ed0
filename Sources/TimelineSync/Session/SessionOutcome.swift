/// The outcome of a session.
package enum SessionOutcome: Hashable, Sendable {
    /// Both sides need nothing more from each other.
    case finished
    /// The session ended early. The next session finds the remaining differences.
    case failed(SyncError)
}
