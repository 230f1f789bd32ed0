import Foundation
import TimelineSync

/// A place to sync with, as typed by a user.
enum SyncTarget: Hashable {
    /// A folder, with its absolute path.
    case folder(String)
    /// A store on a machine that `ssh` reaches.
    case ssh(RemoteStore)
    /// A device that listens for TCP connections.
    case tcp(PeerAddress)
    /// A store that `timeline serve` serves.
    case http(PeerAddress)

    /// Parses the path of a folder or an address.
    ///
    /// - Throws: ``UsageError`` if the text is neither.
    init(parsing text: String) throws {
        guard !text.isEmpty else { throw UsageError(SyncText.emptyTarget) }
        guard !text.hasPrefix(InvitationLink.prefix) else {
            throw UsageError(SyncText.invitation)
        }
        guard let separator = text.firstRange(of: "://"),
            text[..<separator.lowerBound].allSatisfy({ $0.isASCII && $0.isLetter })
        else {
            self = .folder(URL(filePath: text).standardizedFileURL.path)
            return
        }
        let scheme = text[..<separator.lowerBound].lowercased()
        do {
            switch scheme {
            case "ssh": self = .ssh(try RemoteStore(parsing: text))
            case "tcp": self = .tcp(try PeerAddress(parsing: text))
            case "http", "https":
                // The server prints its address with a trailing slash.
                let text = text.hasSuffix("/") ? String(text.dropLast()) : text
                let address = try PeerAddress(parsing: text)
                guard address.isServer else { throw PairingError.invalidAddress }
                self = .http(address)
            default: throw UsageError(SyncText.unknownScheme(text))
            }
        } catch is PairingError {
            throw UsageError(SyncText.invalidAddress(text))
        }
    }

    /// Creates the target of an address in a link, or returns `nil` if it is not suitable for
    /// syncing.
    init?(_ address: PeerAddress) {
        switch address.scheme {
        case .tcp: self = .tcp(address)
        case .http, .https:
            guard address.isServer else { return nil }
            self = .http(address)
        case .ssh: return nil
        }
    }

    /// The address that this device connects to by itself, or `nil` for a folder and for `ssh`.
    var address: PeerAddress? {
        switch self {
        case .folder, .ssh: nil
        case .tcp(let address), .http(let address): address
        }
    }

    /// The text that identifies the place in the list of peers.
    var text: String {
        switch self {
        case .folder(let path): path
        case .ssh(let remote): remote.description
        case .tcp(let address), .http(let address): address.description
        }
    }

    /// Returns the place as it appears in sentences.
    func shown(in context: CommandContext) -> String {
        if case .folder(let path) = self {
            SyncText.quoted(context.abbreviated(path))
        } else {
            text
        }
    }
}

/// A store on another machine, such as `ssh://leia@host:22/home/leia/photos`.
struct RemoteStore: Hashable, CustomStringConvertible {
    /// The machine, and the user to log in as.
    let address: PeerAddress
    /// The path of the store's folder with a leading slash, or an empty string for the default
    /// store.
    ///
    /// A path that starts with `/~/` is relative to the user's home folder.
    let path: String

    /// Parses an address with an optional path.
    ///
    /// - Throws: A `PairingError` if the address is not valid.
    init(parsing text: String) throws(PairingError) {
        let scheme = "ssh://"
        let rest = text.dropFirst(scheme.count)
        let authority = rest.prefix { $0 != "/" }
        address = try PeerAddress(parsing: scheme + authority)
        let path = rest.dropFirst(authority.count)
        self.path = path == "/" ? "" : String(path)
    }

    var description: String { address.description + path }

    /// The arguments of `ssh`.
    ///
    /// The shell on the other machine parses the last one.
    var arguments: [String] {
        let login = address.user.map { "\($0)@" } ?? ""
        let port = address.port.map { ["-p", String($0)] } ?? []
        return ["-T"] + port + ["--", login + address.host, command]
    }

    private var command: String {
        let command = ["timeline", "sync", "--stdio"]
        guard !path.isEmpty else { return command.joined(separator: " ") }
        // A relative path starts at the home folder, in which `ssh` runs the command.
        let folder = path.hasPrefix("/~/") ? "./" + path.dropFirst(3) : path
        let quoted = "'" + folder.replacing("'", with: #"'\''"#) + "'"
        return (command + ["--store", quoted]).joined(separator: " ")
    }
}

/// A running `ssh`, whose input and output are pipes to this process.
///
/// Its errors go to the standard error of this process.
struct RemoteShell {
    /// The descriptor for reading the other machine's output.
    var input: Int32 { output.fileHandleForReading.fileDescriptor }
    /// The descriptor for writing the other machine's input.
    var writing: Int32 { toRemote.fileHandleForWriting.fileDescriptor }

    private let process: Process
    private let toRemote: Pipe
    private let output: Pipe
    private let endings: AsyncStream<Int32>

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: The name or the path of the program.
    ///   - arguments: Its arguments.
    /// - Throws: ``SyncCommandError`` if the program cannot be started.
    init(_ program: String, arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        toRemote = Pipe()
        output = Pipe()
        process.standardInput = toRemote
        process.standardOutput = output
        let (endings, continuation) = AsyncStream<Int32>.makeStream()
        process.terminationHandler = { process in
            continuation.yield(process.terminationStatus)
            continuation.finish()
        }
        do {
            try process.run()
        } catch {
            throw SyncCommandError.cannotStart(program, reason: error.localizedDescription)
        }
        self.process = process
        self.endings = endings
    }

    /// Closes the other machine's input, and waits for the program to end.
    ///
    /// - Returns: The exit status.
    func end() async -> Int32 {
        // Closing fails only if the pipe is already closed.
        try? toRemote.fileHandleForWriting.close()
        for await status in endings { return status }
        return 0
    }
}
