/// The arguments of a process as bytes.
///
/// `CommandLine.arguments` repairs what is not UTF-8, and a repaired path leads to another file, or to none.
struct RawArguments {
    /// The arguments behind the program's name.
    let bytes: [[UInt8]]

    /// The arguments of this process.
    static var ofProcess: RawArguments {
        RawArguments(
            bytes: (1..<max(1, Int(CommandLine.argc)))
                .compactMap { CommandLine.unsafeArgv[$0] }
                .map { Self.bytes($0) }
        )
    }

    /// The bytes before the final zero.
    private static func bytes(_ start: UnsafePointer<CChar>) -> [UInt8] {
        var bytes: [UInt8] = []
        while start[bytes.count] != 0 { bytes.append(UInt8(bitPattern: start[bytes.count])) }
        return bytes
    }

    /// The arguments as texts.
    ///
    /// - Throws: ``UsageError`` for the first that is not UTF-8.
    func words() throws(UsageError) -> [String] {
        var words: [String] = []
        for (index, argument) in bytes.enumerated() {
            guard let word = String(validating: argument, as: UTF8.self) else {
                let shown = String(decoding: argument, as: UTF8.self)
                throw UsageError(
                    "Argument \(index + 1), “\(shown)”, is not UTF-8; rename the file or retype the text."
                )
            }
            words.append(word)
        }
        return words
    }
}
