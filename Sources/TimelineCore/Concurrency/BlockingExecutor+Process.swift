extension BlockingExecutor {
    /// Hashes passwords for all engines of this process: each hash takes 64 MiB and four threads.
    static let hashing = BlockingExecutor(width: 2)

    /// Checks and strips pictures for all engines of this process: each may need hundreds of megabytes.
    static let pictures = BlockingExecutor(width: 2)
}
