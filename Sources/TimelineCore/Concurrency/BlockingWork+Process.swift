import Foundation

extension BlockingWork {
    /// Hashes passwords for all engines of this process: each hash takes 64 MiB and four threads.
    static let hashing = BlockingWork(width: 2)

    /// Reads and decodes pictures for all engines of this process.
    static let pictures = BlockingWork(width: ProcessInfo.processInfo.activeProcessorCount)
}
