extension BlockingExecutor {
    /// The executor for password hashing, which is shared by the whole process.
    ///
    /// Each hash uses 64 MiB of memory and four threads.
    static let hashing = BlockingExecutor(width: 2)

    /// The executor for picture processing, which is shared by the whole process.
    ///
    /// Each picture may need hundreds of megabytes of memory.
    static let pictures = BlockingExecutor(width: 2)
}
