import Foundation
import TimelineCore

/// An index of an archive's files, which resolves the paths in its JSON files.
struct MediaIndex: Sendable {
    private let entries: [ArchiveEntry]
    /// The indices of the files, sorted by the ends of their paths: folder and name, the name alone,
    /// or the whole path, which starts with a slash here.
    ///
    /// An archive can have a million files, so only the hashes of the ends are stored.
    private let indices: [(end: Int, index: Int)]

    /// Indexes the files of an archive.
    init(_ entries: [ArchiveEntry]) {
        self.entries = entries
        var indices: [(end: Int, index: Int)] = []
        indices.reserveCapacity(entries.count * 3)
        for (index, entry) in entries.enumerated() {
            let components = Self.components(of: entry.path)
            for length in 1...2 where length <= components.count {
                indices.append((Self.hash(components.suffix(length)), index))
            }
            indices.append((Self.hash([""] + components), index))
        }
        self.indices = indices.sorted { $0 < $1 }
    }

    /// Returns the files whose paths probably have the given end.
    private func files(endingIn components: ArraySlice<Substring>) -> some Sequence<ArchiveEntry> {
        let end = Self.hash(components)
        let first = indices.partitioningIndex { $0.end >= end }
        return indices[first...].lazy.prefix { $0.end == end }.map { entries[$0.index] }
    }

    /// Returns a picture or video with its file, or with the fault that ``file(at:)`` throws.
    func media(at path: String, alt: String? = nil) -> SourceMedia {
        do throws(EntryError) {
            return SourceMedia(path: path, file: .success(try file(at: path)), alt: alt)
        } catch {
            return SourceMedia(path: path, file: .failure(error), alt: alt)
        }
    }

    /// Returns the file to which a path or URL in a JSON file refers.
    ///
    /// Both can start with folders that the other lacks, such as the bucket of an object store or
    /// the archive's own folder. Their ends match, without regard to case, to the Unicode
    /// normalization form, and to the extension, which some archives leave out.
    ///
    /// - Throws: A fault if no file matches, several match equally well, or the path is hostile.
    func file(at uri: String) throws(EntryError) -> ArchiveEntry {
        let path = try ArchivePath.checked(Self.path(of: uri))
        let components = Self.components(of: path)
        // No other file matches better than one with the whole path and the extension.
        let whole = try match(([""] + components)[...], path)
        if whole.hasExtension { return try whole.onlyFile() }
        let matches = try match(components.suffix(2), path)
        // A file outside of all folders matches by its name alone, if that is long enough.
        guard matches.isEmpty, Quality.isUnique(components) else { return try matches.onlyFile() }
        return try match(components.suffix(1), path).onlyFile()
    }

    /// Compares a path with those of the files that have the given end.
    ///
    /// - Throws: A fault if there are too many, which happens only in hostile archives.
    private func match(
        _ components: ArraySlice<Substring>,
        _ path: String
    ) throws(EntryError) -> Matches {
        let files = Array(files(endingIn: components).prefix(Self.candidateLimit + 1))
        guard files.count <= Self.candidateLimit else { throw .ambiguousFile }
        var matches = Matches()
        for file in files { matches.add(file, for: path) }
        return matches
    }

    /// The maximum number of files to compare with a path, many times that of real archives.
    private static let candidateLimit = 100

    /// The best matches so far.
    private struct Matches {
        private var best: (file: ArchiveEntry, quality: Quality)?
        /// Whether several files match equally well.
        private var isAmbiguous = false

        var isEmpty: Bool { best == nil }
        /// Whether the extension matches as well.
        var hasExtension: Bool { best?.quality.hasExtension ?? false }

        /// Adds a file if it matches a path at least as well as the others.
        mutating func add(_ file: ArchiveEntry, for path: String) {
            guard let quality = Quality(of: file.path, for: path) else { return }
            if let best, quality < best.quality { return }
            isAmbiguous = quality == best?.quality
            if !isAmbiguous { best = (file, quality) }
        }

        func onlyFile() throws(EntryError) -> ArchiveEntry {
            guard let best else { throw .fileMissing }
            guard !isAmbiguous else { throw .ambiguousFile }
            return best.file
        }
    }

    /// Returns the host and path of a URL, without its query, or the text itself if it is a path.
    private static func path(of uri: String) -> String {
        guard let scheme = uri.range(of: "://") else { return uri }
        let path = String(uri[scheme.upperBound...].prefix { $0 != "?" && $0 != "#" })
        return path.removingPercentEncoding ?? path
    }

    /// Returns the components of a path, without the extension of the last one.
    fileprivate static func components(of path: String) -> [Substring] {
        stem(of: path).split(separator: "/")
    }

    /// Returns the hash of the end of a path, which is the same for all normalization forms.
    private static func hash(_ components: some Collection<Substring>) -> Int {
        components.joined(separator: "/").lowercased().hashValue
    }

    /// How well the path of a file matches a path in a JSON file.
    private struct Quality: Comparable {
        /// The number of components in common, at the end.
        private let length: Int
        let hasExtension: Bool
        private let isWhole: Bool
        private let hasSameForm: Bool
        private let hasSameBytes: Bool

        /// Returns whether the name of a path identifies a file even without a folder, because it is
        /// the whole path or long, such as one of random digits.
        static func isUnique(_ components: [Substring]) -> Bool {
            components.count == 1 || components.last.map { $0.count >= 12 } ?? false
        }

        /// Compares paths, or returns `nil` if they do not match.
        ///
        /// They match if one is the end of the other, or if they differ only in a beginning that is
        /// shorter than the end in common.
        init?(of file: String, for path: String) {
            let (ours, theirs) = (components(of: file), components(of: path))
            let common = zip(ours.reversed(), theirs.reversed())
                .prefix { $0 == $1 || $0.lowercased() == $1.lowercased() }
            length = common.count
            let rests = (ours.count - length, theirs.count - length)
            if min(rests.0, rests.1) > 0 {
                guard length >= 3, max(rests.0, rests.1) < length else { return nil }
            } else if length == 1 {
                guard Self.isUnique(theirs) else { return nil }
            }
            hasExtension =
                file.dropFirst(stem(of: file).count).lowercased()
                == path.dropFirst(stem(of: path).count).lowercased()
            isWhole = rests == (0, 0)
            hasSameForm = common.allSatisfy { $0 == $1 }
            hasSameBytes = common.allSatisfy { PathKey($0) == PathKey($1) }
        }

        static func < (first: Quality, second: Quality) -> Bool {
            first.ranks.lexicographicallyPrecedes(second.ranks)
        }

        private var ranks: [Int] {
            [length] + [hasExtension, isWhole, hasSameForm, hasSameBytes].map { $0 ? 1 : 0 }
        }
    }

    /// Returns a path without the extension of its last component.
    static func stem(of path: String) -> Substring {
        guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else {
            return path[...]
        }
        return path[..<dot]
    }
}
