import Foundation

/// A program to run as a child process.
struct ChildProgram {
    let url: URL
    /// The complete environment of the process.
    ///
    /// Nothing is inherited.
    let environment: [String: String]

    /// Runs the program and returns its standard output.
    ///
    /// - Throws: ``BenchmarkFailure`` if the exit code is not 0.
    @discardableResult
    func run(_ arguments: [String], input: String = "") throws -> String {
        let process = Process()
        process.executableURL = url
        process.arguments = arguments
        process.environment = environment
        let (output, standardInput) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardInput = standardInput
        try process.run()
        try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try standardInput.fileHandleForWriting.close()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw failure(arguments) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Runs the program without input, discards its output, and returns the elapsed time.
    ///
    /// - Throws: ``BenchmarkFailure`` if the exit code is not 0.
    func time(_ arguments: [String]) throws -> Duration {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDIN_FILENO, STDOUT_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        let argv = CStrings([url.path] + arguments)
        let envp = CStrings(environment.map { "\($0)=\($1)" })
        var (child, status) = (pid_t(), Int32(0))
        let start = ContinuousClock.now
        let error = posix_spawn(&child, url.path, &actions, nil, argv.list, envp.list)
        guard error == 0, waitpid(child, &status, 0) == child, status == 0 else {
            throw failure(arguments)
        }
        return ContinuousClock.now - start
    }

    private func failure(_ arguments: [String]) -> BenchmarkFailure {
        BenchmarkFailure(reason: "\(url.lastPathComponent) \(arguments) failed.")
    }
}

/// A null-terminated array of C strings.
private final class CStrings {
    let list: [UnsafeMutablePointer<CChar>?]

    init(_ texts: [String]) { list = texts.map { strdup($0) } + [nil] }

    deinit { for text in list { free(text) } }
}
