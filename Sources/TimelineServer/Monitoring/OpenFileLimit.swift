#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The limit on the number of files and connections that the process may have open at once.
enum OpenFileLimit {
    /// A limit high enough for the maximum number of connections and their files.
    ///
    /// macOS does not permit a higher limit (`OPEN_MAX`).
    private static let sufficient: rlim_t = 10_240
    /// The maximum number of connections.
    private static let connectionLimit = 4096

    /// The current limit on open files.
    static var current: Int { Int(clamping: limits().rlim_cur) }

    /// Raises the limit if it is too low and the system permits it, and returns the resulting
    /// limit.
    static func raised() -> Int {
        var limit = limits()
        guard limit.rlim_cur < sufficient else { return Int(clamping: limit.rlim_cur) }
        limit.rlim_cur = min(sufficient, limit.rlim_max)
        setrlimit(resource, &limit)
        return current
    }

    /// Returns the number of connections that a limit on open files permits.
    ///
    /// In addition to its socket, each connection may need an open file.
    static func connections(of limit: Int) -> Int { min(connectionLimit, max(1, limit / 2)) }

    private static func limits() -> rlimit {
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        getrlimit(resource, &limit)
        return limit
    }

    #if canImport(Glibc)
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
    private static let resource = RLIMIT_NOFILE
    #endif
}
