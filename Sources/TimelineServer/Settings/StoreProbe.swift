/// What a server asks its store about the store itself, rather than about its content.
package struct StoreProbe: Sendable {
    /// Reads something trivial, and checks that this program may use the store.
    let check: @Sendable () throws -> Void
    /// The number of transactions that were repeated.
    let retryCount: @Sendable () -> Int

    /// Creates a probe.
    ///
    /// - Parameters:
    ///   - retryCount: Returns the number of transactions that were repeated.
    ///   - check: Reads something trivial, and throws a `TimelineError` if the store fails, or if this
    ///     program may no longer use it.
    package init(
        retryCount: @escaping @Sendable () -> Int = { 0 },
        check: @escaping @Sendable () throws -> Void
    ) {
        self.retryCount = retryCount
        self.check = check
    }
}
