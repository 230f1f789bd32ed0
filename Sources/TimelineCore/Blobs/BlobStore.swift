public import Foundation

/// Keeps bytes under their SHA-256.
///
/// ## Laws
/// - **Named by content.** What ``data(for:)`` returns for an identifier has that SHA-256.
/// - **Durable.** Bytes that ``put(_:)`` took survive a crash of the machine once it returned.
/// - **Idempotent.** Putting the same bytes again, or removing what is not there, changes nothing.
/// - **Tidy.** What a program was about to name when it was killed is told by ``abandoned(_:)``.
public protocol BlobStore: Sendable {
    /// Keeps `content`, whole or not at all, and returns its name.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    @discardableResult
    func put(_ content: Data) throws -> BlobID

    /// Returns the bytes named `id`, or `nil` when they are not kept.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``, also when the bytes kept no longer have that name.
    func data(for id: BlobID) throws -> Data?

    /// Whether bytes named `id` are kept.
    func contains(_ id: BlobID) throws -> Bool

    /// Whether the bytes kept under `id` still have that SHA-256; `false` also when there are none.
    func isWhole(_ id: BlobID) throws -> Bool

    /// Forgets the bytes named `id`.
    func remove(_ id: BlobID) throws

    /// Takes the bytes named `id` out of the store at once, inside a transaction in which nothing references
    /// them; ``deleteDiscarded(_:)`` deletes them after it.
    ///
    /// Bytes put again in between are other bytes, and stay.
    func discard(_ id: BlobID) throws

    /// Deletes the bytes discarded under `ids`, which can take as long as their size demands.
    func deleteDiscarded(_ ids: [BlobID]) throws

    /// Takes the bytes named `id` out of the store without destroying them, where that can be done.
    func setAside(_ id: BlobID) throws

    /// Whether the bytes of `id` were set aside and are whole.
    func isSetAside(_ id: BlobID) throws -> Bool

    /// Returns the bytes of `id` that were set aside to the store.
    func bringBack(_ id: BlobID) throws

    /// The names of all that is kept, in no order.
    func all() throws -> [BlobID]

    /// Runs `body`, which puts these bytes and then makes the change that names them; when it throws, the
    /// announcement stays, as that of a program which was killed.
    func announcing<Answer>(_ ids: [BlobID], _ body: () throws -> Answer) throws -> Answer

    /// All bytes that are announced by anybody, at work or killed.
    func announced() throws -> Set<BlobID>

    /// Hands the bytes that were announced by a program which was killed meanwhile to `body`, and forgets
    /// the announcement when it returns.
    func abandoned(_ body: ([BlobID]) throws -> Void) throws
}

extension BlobStore {
    /// Removes the bytes at once, for stores where that takes no time.
    public func discard(_ id: BlobID) throws { try remove(id) }

    /// Does nothing: ``discard(_:)`` removed the bytes.
    public func deleteDiscarded(_ ids: [BlobID]) throws {}

    /// Always `false`: a store without a place for them destroys bytes that are set aside.
    public func isSetAside(_ id: BlobID) throws -> Bool { false }

    /// Does nothing.
    public func bringBack(_ id: BlobID) throws {}
}
