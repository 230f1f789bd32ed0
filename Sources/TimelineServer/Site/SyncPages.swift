#if Server
public import TimelineCore
public import TimelinePages

/// The functions that provide the sync state and invitations for the pages.
///
/// Sync is implemented in a separate target, which the server does not depend on.
public struct SyncPages: Sendable {
    /// Returns the sync state of a user, or `nil` if the user has no keys.
    public let state: @Sendable (_ user: User.ID) async throws -> SyncModel?
    /// Creates an invitation from a user, with an optional address of this device, or throws an
    /// ``InvitationFault``.
    public let invite:
        @Sendable (_ user: User.ID, _ address: String?) async throws -> InvitationModel
    /// Returns whether a deleted user has peers or other devices, which a sync would tell of it.
    public let mustTellLeaving: @Sendable (_ user: User.ID) async throws -> Bool

    /// Creates a value from its functions.
    ///
    /// The functions may throw `TimelineError`, and `invite` also ``InvitationFault``. The pages
    /// report these errors.
    public init(
        state: @escaping @Sendable (_ user: User.ID) async throws -> SyncModel?,
        invite:
            @escaping @Sendable (_ user: User.ID, _ address: String?) async throws ->
            InvitationModel,
        mustTellLeaving: @escaping @Sendable (_ user: User.ID) async throws -> Bool
    ) {
        self.state = state
        self.invite = invite
        self.mustTellLeaving = mustTellLeaving
    }
}
#endif
