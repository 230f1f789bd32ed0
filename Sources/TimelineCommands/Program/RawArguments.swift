/// The arguments of a process as bytes.
///
/// `CommandLine.arguments` repairs invalid UTF-8, and a repaired path may refer to a different
/// file.
struct RawArguments {
    /// The arguments that follow the program's name.
    let bytes: [[UInt8]]

    /// The arguments of this process.
    static var ofProcess: RawArguments {
        RawArguments(
            bytes: (1..<max(1, Int(CommandLine.argc)))
                .compactMap { CommandLine.unsafeArgv[$0] }
                .map { Self.bytes($0) }
        )
    }

    /// Returns the bytes of a C string, without the terminating null byte.
    private static func bytes(_ start: UnsafePointer<CChar>) -> [UInt8] {
        var bytes: [UInt8] = []
        while start[bytes.count] != 0 { bytes.append(UInt8(bitPattern: start[bytes.count])) }
        return bytes
    }

    /// Decodes the arguments.
    ///
    /// - Throws: ``UsageError`` for the first argument that is not valid UTF-8.
    func decoded() throws(UsageError) -> [String] {
        var arguments: [String] = []
        for (index, bytes) in bytes.enumerated() {
            guard let argument = String(validating: bytes, as: UTF8.self) else {
                let repaired = String(decoding: bytes, as: UTF8.self)
                throw UsageError(ErrorText.notUTF8(repaired, at: index + 1))
            }
            arguments.append(argument)
        }
        return arguments
    }
}
