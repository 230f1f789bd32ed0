#if Server
/// The reason why no invitation was created.
public enum InvitationFault: Error, Hashable, Sendable {
    /// The address cannot be part of an invitation link.
    case invalidAddress
}
#endif
