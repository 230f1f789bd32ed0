import Foundation
import TimelineCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A gate that blocks threads until a test opens it, like a lock held by another process.
package final class Gate: Sendable {
    private let entrance: Int32
    private let latch: Lock<Int32?>

    /// Creates a closed gate.
    package init() {
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        entrance = ends[0]
        latch = Lock(ends[1])
    }

    deinit {
        open()
        close(entrance)
    }

    /// Blocks the current thread until the gate is open.
    package func pass() {
        var byte: UInt8 = 0
        while read(entrance, &byte, 1) < 0 && errno == EINTR {}
    }

    /// Opens the gate permanently.
    package func open() {
        let end = latch.withLock { latch in
            defer { latch = nil }
            return latch
        }
        if let end { close(end) }
    }
}
