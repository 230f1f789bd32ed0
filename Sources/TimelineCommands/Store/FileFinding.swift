import Foundation
import TimelineCore

/// A file or folder in a store that Timeline would not create in this form.
enum FileFinding: CustomStringConvertible {
    /// The item has the wrong permissions.
    case wrongMode(String, mode: UInt16, expected: UInt16)
    /// The item is a symbolic link. Links are never followed.
    case link(String)
    /// The item is neither a link nor of the expected type.
    case wrongKind(String)

    var description: String {
        switch self {
        case .wrongMode(let path, let mode, let expected):
            let (octal, expected) = (String(mode, radix: 8), String(expected, radix: 8))
            return mode & 0o77 == 0
                ? DoctorText.permissions(of: path, octal, expected: expected)
                : DoctorText.openToOthers(path, mode: octal, expected: expected)
        case .link(let path): return DoctorText.link(path)
        case .wrongKind(let path): return DoctorText.wrongKind(path)
        }
    }

    /// Whether `timeline doctor --repair` repairs the finding.
    var isRepairable: Bool {
        if case .wrongMode = self { true } else { false }
    }
}

extension StoreFolder {
    /// Checks that the store's folders have mode 0700 and its files 0600, starting at the top.
    ///
    /// Names that Timeline does not create are ignored, and symbolic links are never followed.
    ///
    /// - Parameter isRepairing: Whether to correct the permissions.
    /// - Returns: The findings.
    /// - Throws: ``TimelineError/storageFailed(_:)`` if a folder cannot be read or permissions
    ///   cannot be changed.
    func fileFindings(repairing isRepairing: Bool) throws -> [FileFinding] {
        guard server == nil, let root = try OpenFolder(url) else { return [] }
        var walk = FileWalk(isRepairing: isRepairing)
        try walk.checkRoot(root)
        for suffix in ["", "-wal", "-shm"] {
            try walk.check(database.lastPathComponent + suffix, in: root, is: .file)
        }
        guard let blobs = try walk.folder(blobs.lastPathComponent, in: root) else {
            return walk.findings
        }
        for name in [".reserved", ".discarded", ".orphaned"] {
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

    /// Returns the store's temporary files that were last written before `date`, and optionally
    /// removes them.
    func leftovers(before date: Date, removing isRemoving: Bool) throws -> [String] {
        guard server == nil, let root = try OpenFolder(url) else { return [] }
        let names = try root.leftovers(olderThan: date)
        if isRemoving { for name in names { try root.remove(name) } }
        let leftovers =
            try names.map { url.appending(path: $0) }
            + FolderBlobStore(folder: blobs).leftovers(olderThan: date, removing: isRemoving)
        return leftovers.map(\.path)
    }
}

/// A traversal of a store's folders that collects findings.
private struct FileWalk {
    let isRepairing: Bool
    var findings: [FileFinding] = []

    mutating func checkRoot(_ root: OpenFolder) throws {
        guard let mode = root.mode, mode != 0o700 else { return }
        findings.append(.wrongMode(root.path.path, mode: mode, expected: 0o700))
        if isRepairing { try root.setMode(0o700) }
    }

    /// Checks the permissions and type of a folder's entry, if it exists.
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

    /// Checks and opens a folder.
    ///
    /// Returns `nil` if it is missing or not a folder.
    mutating func folder(_ name: String, in parent: OpenFolder) throws -> OpenFolder? {
        try check(name, in: parent, is: .folder)
        return try parent.subfolder(name)
    }
}
