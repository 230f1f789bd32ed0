#if Server
extension Failure {
    /// The message for unexpected errors, which reveals no details.
    static let unexpected = "The server failed; its log says why. Try again later."
}
#endif
