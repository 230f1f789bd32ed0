#if Server
/// The reason why no invitation was made.
public enum InvitationFault: Error, Hashable, Sendable {
    /// A link cannot contain the address.
    case invalidAddress
}
#endif
