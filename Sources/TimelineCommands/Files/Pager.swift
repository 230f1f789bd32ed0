import Dispatch
import Foundation
import TimelineCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A program that shows text page by page, such as `less`.
///
/// It runs in the process group of this program, so that it can read keys from the terminal. While
/// it runs, Ctrl-C affects only the pager.
final class Pager: Sendable {
    /// The options of `less`, unless the user has set different ones: exit if the text fits on one
    /// screen, show colours, and leave the text on the screen.
    private static let lessOptions = "FRX"
    /// The wait statuses of a shell that cannot run a command (126) or find it (127).
    private static let shellFailures: [Int32] = [126 << 8, 127 << 8]

    private let process: pid_t
    private let input: Int32

    /// Starts the user's pager.
    ///
    /// Returns `nil` if it cannot be started.
    init?(variables: [String: String]) {
        let command = variables["PAGER"].flatMap { $0.isEmpty ? nil : $0 } ?? ProgramText.pager
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
        signal(SIGINT, SIG_IGN)
        // Writing to a pager that has ended returns an error instead of killing the process.
        signal(SIGPIPE, SIG_IGN)
        let environment = ["LESS": Self.lessOptions].merging(variables) { $1 }
        let child = Self.spawn(
            ["/bin/sh", "-c", command],
            environment: environment.map { "\($0.key)=\($0.value)" },
            input: ends[0]
        )
        close(ends[0])
        guard let child else {
            close(ends[1])
            signal(SIGINT, SIG_DFL)
            return nil
        }
        (process, input) = (child, ends[1])
    }

    /// Sends text to the pager.
    ///
    /// - Returns: Whether the pager is still reading.
    func write(_ text: String) -> Bool { DurableFile.write(Data(text.utf8), to: input) }

    /// Closes the pager's input, and waits until the user quits the pager.
    ///
    /// - Returns: Whether the shell found the pager and could run it.
    func end() async -> Bool {
        close(input)
        let process = process
        let status = await withCheckedContinuation {
            (continuation: CheckedContinuation<Int32, Never>) in
            DispatchQueue(label: "timeline.pager")
                .async {
                    var status: Int32 = 0
                    while waitpid(process, &status, 0) < 0, errno == EINTR {}
                    continuation.resume(returning: status)
                }
        }
        signal(SIGINT, SIG_DFL)
        return !Self.shellFailures.contains(status)
    }

    /// Starts a program with `input` as its standard input, and with default signal handling.
    private static func spawn(
        _ arguments: [String],
        environment: [String],
        input: Int32
    ) -> pid_t? {
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        sigaddset(&signals, SIGINT)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
        defer { for word in words + variables { free(word) } }
        var process: pid_t = 0
        let status = posix_spawn(
            &process,
            arguments[0],
            &actions,
            &attributes,
            &words,
            &variables
        )
        return status == 0 ? process : nil
    }
}

/// A console whose output goes to a pager.
struct PagedConsole: Console {
    /// The console of the terminal.
    let terminal: any Console
    /// Sends text to the pager, and returns whether the pager is still reading.
    let send: @Sendable (String) -> Bool

    var columns: Int? { terminal.columns }
    var rows: Int? { terminal.rows }
    var cell: PixelSize? { terminal.cell }
    var showsProgress: Bool { false }
    var isInteractive: Bool { false }
    var hasTerminalInput: Bool { false }
    var terminalID: String? { nil }

    func answer(
        to question: TerminalQuestion,
        save: @escaping @Sendable (TerminalAnswer) -> Void
    ) -> TerminalAnswer? { nil }

    func finish() async { await terminal.finish() }

    func write(_ text: String) throws {
        guard send(text) else { throw ClosedPipe() }
    }

    func writeError(_ text: String) { terminal.writeError(text) }
    func readLine() throws -> String? { nil }
    func readAll() throws -> String { "" }
    func readSecret(prompt: String) throws -> String? { nil }
}
