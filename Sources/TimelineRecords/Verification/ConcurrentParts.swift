internal import Dispatch
internal import Synchronization

/// Splits work on many values across all processors.
package enum ConcurrentParts {
    /// The number of values in a part.
    ///
    /// Verifying this many records takes about 5 ms, which is long compared with starting a thread,
    /// and short compared with a whole batch.
    private static let size = 64

    /// Computes the value for each index below `count` on all processors.
    ///
    /// Blocks the calling thread, which also computes values, until all values are computed.
    ///
    /// - Returns: The values in the order of the indices.
    package static func map<Value: Sendable>(
        _ count: Int,
        _ transform: @Sendable (Int) -> Value
    ) -> [Value] {
        let partCount = (count + size - 1) / size
        guard partCount > 1 else { return (0..<count).map(transform) }
        let slots = (0..<partCount).map { _ in Slot<Value>() }
        DispatchQueue.concurrentPerform(iterations: partCount) { part in
            let range = part * size..<min(count, (part + 1) * size)
            slots[part].fill(range.map(transform))
        }
        return slots.flatMap(\.values)
    }
}

/// A slot for the values of one part, which one thread writes and another thread reads.
///
/// A slot is filled only once, so it needs no lock.
private final class Slot<Value: Sendable>: Sendable {
    private final class Box: Sendable {
        let values: [Value]

        init(_ values: [Value]) { self.values = values }
    }

    private let box = AtomicLazyReference<Box>()

    /// The values, or no values if the slot has not been filled.
    var values: [Value] { box.load()?.values ?? [] }

    func fill(_ values: [Value]) { _ = box.storeIfNil(Box(values)) }
}
