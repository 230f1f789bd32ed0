/// The reason why a page cannot be shown.
public enum PageFault: Hashable, Sendable {
    /// Nothing has this address.
    case notFound
    /// The photo's post was deleted or never existed.
    case photoNotFound
    /// No user has this name.
    case userNotFound
    /// The reader may not see or do this.
    case notAllowed
    /// The form is too old or was made for another visitor.
    case staleForm
    /// The request failed; the text is the sentence of the error.
    case failed(String)
}
