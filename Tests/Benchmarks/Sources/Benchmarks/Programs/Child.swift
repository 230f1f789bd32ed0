import Foundation

/// A program that is run to its end.
struct Child {
    let program: URL
    /// The only variables that the program sees.
    let variables: [String: String]

    /// Runs the program, and returns what it wrote to standard output.
    ///
    /// - Throws: ``BenchmarkFailure`` when it fails.
    @discardableResult
    func run(_ arguments: [String], input: String = "") throws -> String {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.environment = variables
        let (output, typed) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardInput = typed
        try process.run()
        try typed.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try typed.fileHandleForWriting.close()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw BenchmarkFailure(reason: "\(program.lastPathComponent) \(arguments) has failed.")
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Runs the program with nothing to read and its output thrown away, and takes the time until it ended.
    func time(_ arguments: [String]) throws -> Duration {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDIN_FILENO, STDOUT_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        let words = CStrings([program.path] + arguments)
        let environment = CStrings(variables.map { "\($0)=\($1)" })
        var (child, status) = (pid_t(), Int32(0))
        let start = ContinuousClock.now
        let error = posix_spawn(&child, program.path, &actions, nil, words.list, environment.list)
        guard error == 0, waitpid(child, &status, 0) == child, status == 0 else {
            throw BenchmarkFailure(reason: "\(program.lastPathComponent) \(arguments) has failed.")
        }
        return ContinuousClock.now - start
    }
}

/// Texts as C lists them, with an empty entry at the end.
private final class CStrings {
    let list: [UnsafeMutablePointer<CChar>?]

    init(_ texts: [String]) { list = texts.map { strdup($0) } + [nil] }

    deinit { for text in list { free(text) } }
}
