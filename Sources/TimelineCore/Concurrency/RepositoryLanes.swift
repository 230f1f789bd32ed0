public import Foundation

/// The lanes in which all engines on one repository run its blocking calls, and its observers.
///
/// A repository creates one set and returns it from ``Repository/lanes``. A write that waits for another process
/// blocks the lane of writes only.
public final class RepositoryLanes: Sendable {
    /// Reads, and the shards of large timelines.
    let reads: BlockingExecutor
    /// Writes without files, one at a time: the storage accepts no more.
    let writes = BlockingExecutor(width: 1)
    /// Writes that also store or delete files, so that a like never waits for the photos of a post.
    let fileWrites = BlockingExecutor(width: 2)
    /// Writes that may be given up, such as the last use of a session: a locked store holds up no read.
    let notes = BlockingExecutor(width: 1)
    /// Examinations and repairs, which take minutes.
    let upkeep = BlockingExecutor(width: 1)

    /// The observers of the repository.
    package let watch = EpochWatch()

    /// Creates lanes for one repository.
    ///
    /// - Parameter processorCount: of how many processors; twice as many reads run at once, at least four.
    public init(processorCount: Int = ProcessInfo.processInfo.activeProcessorCount) {
        reads = BlockingExecutor(width: max(4, 2 * processorCount))
    }
}
