#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A thread of this process.
package struct ThreadID: Hashable, Sendable {
    private let number: UInt

    /// The calling thread.
    package static var current: ThreadID {
        #if canImport(Darwin)
        ThreadID(number: UInt(bitPattern: pthread_self()))
        #else
        ThreadID(number: pthread_self())
        #endif
    }
}
