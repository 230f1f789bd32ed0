import Dispatch
import Synchronization

/// Splits work on an array across all processors.
enum ConcurrentParts {
    /// The number of parts.
    ///
    /// More parts would balance the processors better, but take longer to merge.
    private static let count = 4
    /// The number of elements below which an array is not split.
    ///
    /// Starting threads for fewer elements costs more time than it saves.
    private static let minimum = 4096

    /// Computes a value for each part of the indices below `count` on all processors.
    ///
    /// Blocks the calling thread, which also computes parts, until all parts are done.
    ///
    /// - Returns: The values in the order of the parts.
    static func map<Value: Sendable>(
        _ count: Int,
        _ body: @Sendable (Range<Int>) -> Value
    ) -> [Value] {
        guard count >= minimum else { return [body(0..<count)] }
        let slots = (0..<Self.count).map { _ in Slot<Value>() }
        DispatchQueue.concurrentPerform(iterations: Self.count) { part in
            let range = part * count / Self.count..<(part + 1) * count / Self.count
            slots[part].fill(body(range))
        }
        return slots.compactMap(\.value)
    }
}

/// A slot for one value, which one thread writes and another thread reads.
///
/// A slot is filled only once, so it needs no lock.
private final class Slot<Value: Sendable>: Sendable {
    private final class Box: Sendable {
        let value: Value

        init(_ value: Value) { self.value = value }
    }

    private let box = AtomicLazyReference<Box>()

    /// The value, or `nil` if the slot is empty.
    var value: Value? { box.load()?.value }

    func fill(_ value: Value) { _ = box.storeIfNil(Box(value)) }
}
