extension BlockingExecutor {
    /// The lane for password hashing, shared by the process: each hash takes 64 MiB and four
    /// threads.
    static let hashing = BlockingExecutor(width: 2)

    /// The lane for pictures, shared by the process: each may need hundreds of megabytes.
    static let pictures = BlockingExecutor(width: 2)
}
