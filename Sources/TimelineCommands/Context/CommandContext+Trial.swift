import TimelineCore
import TimelineMedia

extension CommandContext {
    /// Returns an empty store in memory, or `nil` if the store of the options exists.
    ///
    /// A command that creates the store from a sealed file first opens the file into this one, so
    /// that a wrong password or a damaged file does not leave an empty store behind.
    func trialStore(_ options: GlobalOptions) -> StoreOwner? {
        guard !storeFolder(options).exists else { return nil }
        return StoreOwner(
            repository: InMemoryRepository(),
            blobs: InMemoryBlobStore(),
            hasher: hasher,
            photoProcessor: MediaPhotoProcessor(),
            environment: environment
        )
    }

    /// Returns an empty store in memory for a dry run without a store, and otherwise `nil`.
    ///
    /// - Throws: ``CommandError/notAFolder(_:)`` if the path of the store is a file.
    func dryRunStore(_ options: GlobalOptions, isDryRun: Bool) throws -> StoreOwner? {
        guard isDryRun, let trial = trialStore(options) else { return nil }
        try storeFolder(options).checkPath()
        return trial
    }
}
