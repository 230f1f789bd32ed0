/// Keeps everything that Timeline knows but the photos' bytes: the shared and the private part.
///
/// The two meet only where they have to change in one transaction.
public protocol Repository: SocialRepository, AccountRepository {
    /// The lanes that all engines on this repository share; always the same object.
    var lanes: RepositoryLanes { get }

    /// Keeps an account and applies the changes that bring its user, in one transaction.
    ///
    /// - Throws: what `draft` throws; ``TimelineError/emailTaken``; ``TimelineError/userHasAccount(_:)``; a
    ///   failure of storage. Then nothing was kept.
    func add(_ account: Account, drafting draft: (any SocialReader) throws -> CheckedBatch) throws

    /// Forgets a user's account, sessions and read position, and applies the changes that remove the
    /// user, in one transaction.
    func removeAccount(
        of user: User.ID,
        drafting draft: (any SocialReader) throws -> CheckedBatch
    ) throws
}
