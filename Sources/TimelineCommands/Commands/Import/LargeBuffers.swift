#if canImport(Glibc)
import Glibc
#endif

/// Configures how the allocator treats large buffers.
enum LargeBuffers {
    /// Makes the allocator return buffers of at least 256 KiB to the system as soon as they are
    /// freed.
    ///
    /// Otherwise, glibc raises this threshold with each larger buffer and holds on to the buffers
    /// of pictures, which costs 26 MB during an import (decision 37). Swift does not import
    /// `mallopt`.
    static func returnToSystem() {
        #if canImport(Glibc)
        typealias Function = @convention(c) (_ option: Int32, _ value: Int32) -> Int32
        let mmapThreshold: Int32 = -3
        guard let symbol = dlsym(nil, "mallopt") else { return }
        _ = unsafeBitCast(symbol, to: Function.self)(mmapThreshold, 256 << 10)
        #endif
    }
}
