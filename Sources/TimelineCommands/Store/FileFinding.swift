import Foundation
import TimelineCore

/// A file or folder of a store that differs from the ones that Timeline creates.
enum FileFinding: CustomStringConvertible {
    /// Its permissions differ.
    case wrongMode(String, mode: UInt16, expected: UInt16)
    /// A symbolic link lies in its place; links are never followed.
    case link(String)
    /// An item of another type lies in its place.
    case wrongKind(String)

    var description: String {
        switch self {
        case .wrongMode(let path, let mode, let expected):
            let (octal, expected) = (String(mode, radix: 8), String(expected, radix: 8))
            return mode & 0o77 == 0
                ? DoctorText.permissions(of: path, octal, expected: expected)
                : DoctorText.openToOthers(path, octal, expected: expected)
        case .link(let path): return DoctorText.link(path)
        case .wrongKind(let path): return DoctorText.wrongKind(path)
        }
    }

    /// Whether `timeline doctor --repair` corrects it.
    var isRepairable: Bool {
        if case .wrongMode = self { true } else { false }
    }
}

extension StoreFolder {
    /// Checks that the store's folders have mode 0700 and its files 0600, from the top down.
    ///
    /// Names that Timeline does not create are ignored, and links are never followed.
    ///
    /// - Parameter isRepairing: whether to correct the permissions.
    /// - Returns: the findings.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func fileFindings(repairing isRepairing: Bool) throws -> [FileFinding] {
        guard let root = try OpenFolder(url) else { return [] }
        var walk = FileWalk(isRepairing: isRepairing)
        try walk.checkRoot(root)
        for suffix in ["", "-wal", "-shm"] {
            try walk.check(database.lastPathComponent + suffix, in: root, is: .file)
        }
        guard let blobs = try walk.folder(blobs.lastPathComponent, in: root) else {
            return walk.findings
        }
        for name in [".announced", ".discarded", ".orphaned", ".unnamed"] {
            _ = try walk.folder(name, in: blobs)
        }
        for prefix in try blobs.names() where prefix.isHexadecimal(digits: 2) {
            guard let folder = try walk.folder(prefix, in: blobs) else { continue }
            for name in try folder.names() where name.isHexadecimal(digits: 62) {
                try walk.check(name, in: folder, is: .file)
            }
        }
        return walk.findings
    }

    /// Returns the store's temporary files last written before `date`, and removes them on request.
    func leftovers(before date: Date, removing isRemoving: Bool) throws -> [String] {
        let leftovers =
            try DurableFile.leftovers(in: url, olderThan: date)
            + FolderBlobStore(folder: blobs).leftovers(olderThan: date)
        if isRemoving { for path in leftovers { try DurableFile.remove(path) } }
        return leftovers.map(\.path)
    }
}

/// A walk through a store's folders, and its findings so far.
private struct FileWalk {
    let isRepairing: Bool
    var findings: [FileFinding] = []

    mutating func checkRoot(_ root: OpenFolder) throws {
        guard let mode = root.mode, mode != 0o700 else { return }
        findings.append(.wrongMode(root.path.path, mode: mode, expected: 0o700))
        if isRepairing { try root.setMode(0o700) }
    }

    /// Checks an entry, if it exists.
    mutating func check(
        _ name: String,
        in folder: OpenFolder,
        is kind: OpenFolder.Kind
    ) throws {
        guard let entry = folder.entry(name) else { return }
        let path = folder.path.appending(path: name).path
        let expected: UInt16 = kind == .folder ? 0o700 : 0o600
        switch entry.kind {
        case kind where entry.mode != expected:
            findings.append(.wrongMode(path, mode: entry.mode, expected: expected))
            if isRepairing { try folder.setMode(expected, of: name) }
        case kind: break
        case .link: findings.append(.link(path))
        default: findings.append(.wrongKind(path))
        }
    }

    /// Checks a folder and opens it; `nil` if it is missing or not a folder.
    mutating func folder(_ name: String, in parent: OpenFolder) throws -> OpenFolder? {
        try check(name, in: parent, is: .folder)
        return try parent.subfolder(name)
    }
}
