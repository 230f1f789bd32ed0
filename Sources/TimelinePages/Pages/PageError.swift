/// The reason why a page cannot be shown.
package enum PageError: Hashable, Sendable {
    /// No page has this address.
    case notFound
    /// The post or photo was deleted or never existed.
    case photoNotFound
    /// No user has this username.
    case userNotFound
    /// The visitor is not allowed to see or do this.
    case notAllowed
    /// The form is too old or was created for another visitor.
    case staleForm
    /// The request failed.
    ///
    /// The associated value is the message of the error.
    case failed(String)
}
