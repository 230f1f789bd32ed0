#if Server
public import TimelineCore
public import TimelinePages

/// The part of sync that the pages show: its state, and invitations.
///
/// Sync belongs to a target of its own, which a server does not need.
public struct SyncPages: Sendable {
    /// Returns the state of sync for a user, or `nil` if the user has no keys.
    public let state: @Sendable (_ user: User.ID) async throws -> SyncModel?
    /// Makes an invitation by a user with an optional address of this device, or throws
    /// an ``InvitationFault``.
    public let invite:
        @Sendable (_ user: User.ID, _ address: String?) async throws -> InvitationModel

    /// Creates a value.
    public init(
        state: @escaping @Sendable (_ user: User.ID) async throws -> SyncModel?,
        invite:
            @escaping @Sendable (_ user: User.ID, _ address: String?) async throws ->
            InvitationModel
    ) {
        self.state = state
        self.invite = invite
    }
}
#endif
