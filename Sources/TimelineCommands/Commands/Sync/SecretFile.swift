import Foundation
import TimelineArchive
import TimelineCore
import TimelineSync

/// A sealed file that only its user can read: a pairing file or a copy of an identity.
struct SecretFile {
    /// The path of the file.
    let path: String

    /// Creates a reference to a file, or to a file of the default name in a folder.
    ///
    /// - Throws: The errors of ``OutputFile/check()``, so that the user learns of them before typing
    ///   a password.
    init(_ path: String, defaultName: String) throws {
        let url = URL(filePath: path)
        let isFolder = DurableFile.isFolder(url)
        let file = isFolder ? url.appending(path: defaultName) : url
        try OutputFile(url: file).check()
        self.path = isFolder ? file.path : path
    }

    /// Writes the file with mode 0600.
    ///
    /// - Throws: The errors of ``OutputFile/write(_:)``.
    func write(_ bytes: [UInt8]) throws {
        try OutputFile(url: URL(filePath: path), mode: 0o600).write(Data(bytes))
    }

    /// Reads the sealed account in an archive of Timeline, or returns `nil` if the path is neither a
    /// folder nor a ZIP file.
    ///
    /// - Throws: ``UsageError`` if the archive contains no account, or a `TimelineError`.
    static func account(inArchive path: String) throws -> [UInt8]? {
        let url = InputFile(path: path).url
        guard DurableFile.isFolder(url) || url.pathExtension.lowercased() == "zip" else {
            return nil
        }
        guard try DurableFile.existsOutsideStore(url) else {
            throw CommandError.fileNotFound(path)
        }
        let account = try StoreArchive(at: url)
            .attachment(ExportArchiveCommand.accountPath, limit: PairingLimits.sealedFile)
        guard let account else { throw UsageError(DeviceText.noAccount) }
        return try check(Array(account), purpose: .identity)
    }

    /// Reads a sealed file, and checks its purpose.
    ///
    /// - Throws: ``CommandError/fileNotFound(_:)``, ``CommandError/notAFile(_:)``, ``UsageError``
    ///   if the file has a different purpose, or a `PairingError`.
    static func read(_ path: String, purpose: SealedFile.Purpose) throws -> [UInt8] {
        let contents = try InputFile(path: path)
            .read(limit: PairingLimits.sealedFile) { PairingError.fileTooLong(bytes: $0) }
        return try check(Array(contents), purpose: purpose)
    }

    private static func check(_ bytes: [UInt8], purpose: SealedFile.Purpose) throws -> [UInt8] {
        switch (try SealedFile(decoding: bytes).purpose, purpose) {
        case (.pairing, .identity): throw UsageError(DeviceText.isPairing)
        case (.identity, .pairing): throw UsageError(DeviceText.isIdentity)
        case (.pairing, .pairing), (.identity, .identity): return bytes
        }
    }
}
