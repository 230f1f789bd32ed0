import Foundation
import TimelineCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The numbers about a process that all clients of Prometheus report under the same names.
///
/// Memory is left out where the system has no `/proc`.
struct ProcessMetrics: Sendable {
    /// The date at which this object was created, which is that of the start of the server.
    private let start = Date()

    /// Adds the numbers to a text.
    func write(into text: inout MetricsText) {
        text.counter("process_cpu_seconds_total", Self.processorSeconds())
        text.family("process_start_time_seconds", .gauge)
        text.sample("process_start_time_seconds", start.timeIntervalSince1970.rounded(.down))
        if let (virtual, resident) = Self.memory() {
            text.gauge("process_virtual_memory_bytes", virtual)
            text.gauge("process_resident_memory_bytes", resident)
        }
        text.gauge("process_open_fds", Self.openFileCount())
        text.gauge("process_max_fds", OpenFileLimit.current)
    }

    private static func processorSeconds() -> Double {
        var usage = rusage()
        #if canImport(Glibc)
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        #else
        getrusage(RUSAGE_SELF, &usage)
        #endif
        return [usage.ru_utime, usage.ru_stime]
            .reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1_000_000 }
    }

    /// Returns the sizes of the address space and of what is in memory, in bytes.
    private static func memory() -> (virtual: Int, resident: Int)? {
        // Other systems have no such file.
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
            return nil
        }
        let pages = text.split(separator: " ").prefix(2).compactMap { Int($0) }
        let size = Int(sysconf(Int32(_SC_PAGESIZE)))
        return pages.count == 2 ? (pages[0] * size, pages[1] * size) : nil
    }

    private static func openFileCount() -> Int {
        // Other systems have no such folder.
        let names = try? DurableFile.names(in: URL(filePath: "/proc/self/fd"))
        // Two are those with which it is read.
        if let names, !names.isEmpty { return names.count - 2 }
        return (0..<Int32(clamping: OpenFileLimit.current)).count { fcntl($0, F_GETFD) != -1 }
    }
}
