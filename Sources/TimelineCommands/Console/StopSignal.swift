import Dispatch

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The signals by which the user or the system stops a command: Ctrl-C and `kill`.
final class StopSignal {
    private let sources: [any DispatchSourceSignal]

    /// Calls `action` instead of ending the process.
    init(_ action: @escaping @Sendable () -> Void) {
        sources = [SIGINT, SIGTERM]
            .map { number in
                signal(number, SIG_IGN)
                let source = DispatchSource.makeSignalSource(signal: number)
                source.setEventHandler(handler: action)
                source.resume()
                return source
            }
    }

    deinit {
        for source in sources { source.cancel() }
    }
}
