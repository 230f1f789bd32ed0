#if Server
extension Failure {
    /// The message of an unexpected error, which reveals nothing about it.
    static let unexpected = "The server failed; its log says why. Try again later."
}
#endif
