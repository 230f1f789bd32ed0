#if canImport(Glibc)
import Glibc
#endif

/// The treatment of large buffers by the allocator.
enum LargeBuffers {
    /// Makes the allocator return buffers of at least 256 KiB to the system as soon as they are freed.
    ///
    /// Otherwise, glibc raises this limit with each larger buffer and collects those of pictures,
    /// which takes 26 MB during an import (decision 37). Swift does not import `mallopt`.
    static func returnToSystem() {
        #if canImport(Glibc)
        typealias Function = @convention(c) (_ option: Int32, _ value: Int32) -> Int32
        let mmapThreshold: Int32 = -3
        guard let symbol = dlsym(nil, "mallopt") else { return }
        _ = unsafeBitCast(symbol, to: Function.self)(mmapThreshold, 256 << 10)
        #endif
    }
}
