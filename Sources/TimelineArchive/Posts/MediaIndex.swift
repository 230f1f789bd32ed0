import Foundation

/// An index of an archive's files, which resolves the paths in its JSON files.
struct MediaIndex: Sendable {
    private let entries: [ArchiveEntry]
    /// The indices of the files by name, without folders and extensions.
    private let indices: [Substring: [Int]]

    /// Indexes the files of an archive.
    init(_ entries: [ArchiveEntry]) {
        self.entries = entries
        indices = Dictionary(grouping: entries.indices) { Self.name(of: entries[$0].path) }
    }

    /// Returns a picture or video with its file, or with the fault that ``file(at:)`` throws.
    func media(at path: String, alt: String? = nil) -> SourceMedia {
        do throws(EntryError) {
            return SourceMedia(path: path, file: .success(try file(at: path)), alt: alt)
        } catch {
            return SourceMedia(path: path, file: .failure(error), alt: alt)
        }
    }

    /// Returns the file to which a path in a JSON file refers.
    ///
    /// Some archives contain files in a different folder than the path says, without the extension,
    /// or in another Unicode normalization form.
    ///
    /// - Throws: A fault if no file matches, several match equally well, or the path is hostile.
    func file(at uri: String) throws(EntryError) -> ArchiveEntry {
        guard !uri.contains("://") else { throw .fileMissing }
        let path = try ArchivePath.checked(uri)
        let candidates = (indices[Self.name(of: path)] ?? []).map { entries[$0] }
        let key = PathKey(path)
        if let exact = candidates.first(where: { PathKey($0.path) == key }) { return exact }
        let equivalent = candidates.filter { $0.path == path }
        let inFolder = candidates.filter { $0.path.hasSuffix("/\(path)") }
        let stem = Self.stem(of: path)
        let similar = candidates.filter {
            Self.stem(of: $0.path) == stem || Self.stem(of: $0.path).hasSuffix("/\(stem)")
        }
        guard let matches = [equivalent, inFolder, similar].first(where: { !$0.isEmpty }) else {
            throw .fileMissing
        }
        // Of paths that differ only in their normalization, the one with the same bytes matches.
        let exact = matches.filter {
            Self.stem(of: $0.path).utf8.reversed().starts(with: stem.utf8.reversed())
        }
        let best = exact.isEmpty ? matches : exact
        guard best.count == 1 else { throw .ambiguousFile }
        return best[0]
    }

    /// Returns a path without the extension of its last component.
    static func stem(of path: String) -> Substring {
        guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else {
            return path[...]
        }
        return path[..<dot]
    }

    private static func name(of path: String) -> Substring {
        stem(of: path).split(separator: "/").last ?? ""
    }
}
