import Foundation
import TimelineCore

/// What the files beside a picture say about it.
struct SidecarNotes: Sendable {
    /// The texts.
    var notes = PictureNotes()
    /// The dates, from the most reliable to the least.
    var dates: [WrittenDate] = []
    /// The reasons for which sidecars could not be read.
    var faults: [EntryError] = []
}

/// The sidecars of a folder's pictures: "a.xmp" or "a.jpg.xmp" for "a.jpg", and those of Google
/// Takeout.
struct PhotoSidecars: Sendable {
    /// The paths of all files that are sidecars of a picture.
    private(set) var paths: Set<PathKey>
    /// The sidecars in XMP by the paths of their pictures in lower case, with and without extension.
    private let packets: [String: [ArchiveEntry]]
    /// The paths of sidecars in XMP, without extension, that match a picture byte for byte.
    private let matched: Set<PathKey>
    private let takeout: TakeoutSidecars

    /// The maximum size of a sidecar in bytes.
    static let byteLimit = 1 << 20

    /// Finds the sidecars among the files of a folder.
    init(in archive: any ArchiveSource) {
        let entries = archive.entries
        let sidecars = entries.filter { $0.path.lowercased().hasSuffix(".xmp") }
        let pictures = entries.filter { !$0.path.lowercased().hasSuffix(".xmp") }
        packets = Dictionary(grouping: sidecars) { MediaIndex.stem(of: $0.path).lowercased() }
        let keys = Set(sidecars.map(Self.key))
        matched = Set(pictures.lazy.flatMap(Self.keys).filter(keys.contains))
        takeout = TakeoutSidecars(of: pictures, in: archive)
        paths = takeout.paths
        paths.formUnion(pictures.compactMap(packet).map { PathKey($0.path) })
    }

    /// Whether the folder is that of Google Takeout.
    var isTakeout: Bool { !takeout.paths.isEmpty }

    /// Reads the sidecars of a picture.
    func notes(of picture: ArchiveEntry, in archive: any ArchiveSource) -> SidecarNotes {
        var found = SidecarNotes()
        for (sidecar, isPacket) in [
            (packet(of: picture), true), (takeout.sidecar(of: picture), false),
        ] {
            guard let sidecar else { continue }
            do throws(EntryError) {
                let content = try archive.open(sidecar).readAll(limit: Self.byteLimit)
                if isPacket {
                    found.notes = PictureNotes(xmp: content)
                    found.dates = found.notes.writtenDates
                } else {
                    TakeoutSidecars.add(try JSONValue(parsing: content), to: &found)
                }
            } catch {
                found.faults.append(.sidecar(sidecar.path, error))
            }
        }
        return found
    }

    /// Returns the sidecar of a picture in XMP.
    ///
    /// Its path may be in another Unicode normalization form or letter case, unless it is that of another
    /// picture.
    private func packet(of picture: ArchiveEntry) -> ArchiveEntry? {
        let candidates = Self.paths(picture).flatMap { packets[$0.lowercased()] ?? [] }
        let keys = Self.keys(picture)
        return candidates.first { keys.contains(Self.key($0)) }
            ?? candidates.first { !matched.contains(Self.key($0)) }
    }

    private static func key(_ sidecar: ArchiveEntry) -> PathKey {
        PathKey(MediaIndex.stem(of: sidecar.path))
    }

    private static func keys(_ picture: ArchiveEntry) -> [PathKey] {
        paths(picture).map { PathKey($0) }
    }

    /// The possible paths of a picture's sidecars, without their extension.
    private static func paths(_ picture: ArchiveEntry) -> [Substring] {
        [picture.path[...], MediaIndex.stem(of: picture.path)]
    }
}

/// The sidecars of Google Takeout in JSON.
///
/// The sidecar of "a.jpg" is "a.jpg.json" or "a.jpg.supplemental-metadata.json", whose name without
/// ".json" is cut off after 46 characters. That of "a(1).jpg" is "a.jpg(1).json" or
/// "a.jpg.supplemental-metadata(1).json". An edited copy, such as "a-edited.jpg", shares the sidecar
/// of the picture.
struct TakeoutSidecars: Sendable {
    /// The paths of the sidecars.
    let paths: Set<PathKey>
    private let sidecars: [PathKey: ArchiveEntry]

    private struct Key: Hashable {
        let folder: Substring
        let name: String
        let number: Substring?
    }

    /// The number of files to read before a folder is known not to be that of Google Takeout.
    private static let samples = 10

    /// Finds the sidecars among the files of a folder.
    ///
    /// Other programs put files with such names beside pictures, too.
    init(of entries: [ArchiveEntry], in archive: any ArchiveSource) {
        var index: [Key: ArchiveEntry] = [:]
        for entry in entries {
            guard let key = Self.key(ofSidecar: entry) else { continue }
            index[key] = entry
        }
        var found: [PathKey: ArchiveEntry] = [:]
        // Videos have sidecars, too.
        for entry in entries where !index.isEmpty && !entry.path.lowercased().hasSuffix(".json") {
            found[PathKey(entry.path)] = Self.keys(of: entry).lazy.compactMap { index[$0] }.first
        }
        let isTakeout = found.values.sorted { $0.path < $1.path }.prefix(Self.samples)
            .contains { sidecar in
                guard
                    // A file that cannot be read says nothing about the others.
                    let content = try? archive.open(sidecar).readAll(limit: PhotoSidecars.byteLimit)
                else { return false }
                // Another format is not Google's.
                return (try? JSONValue(parsing: content))?["photoTakenTime"] != nil
            }
        sidecars = isTakeout ? found : [:]
        paths = Set(sidecars.values.map { PathKey($0.path) })
    }

    /// Returns the sidecar of a picture.
    func sidecar(of picture: ArchiveEntry) -> ArchiveEntry? { sidecars[PathKey(picture.path)] }

    /// Adds what a sidecar says, unless it is another file that happens to have such a name.
    static func add(_ value: JSONValue, to found: inout SidecarNotes) {
        guard let time = value["photoTakenTime"] else { return }
        // The years that a date can have are from 1 to 9999.
        if let seconds = time["timestamp"]?.number,
            (-62_135_596_800..<253_402_300_800).contains(seconds)
        {
            found.dates.append(WrittenDate(Date(timeIntervalSince1970: seconds)))
        }
        if let text = value["description"]?.string { found.notes.set(caption: text) }
        for key in ["geoDataExif", "geoData"] {
            guard let latitude = value[key]?["latitude"]?.number,
                let longitude = value[key]?["longitude"]?.number
            else { continue }
            found.notes.setLocation(latitude: latitude, longitude: longitude)
        }
    }

    /// The title and the description in the file that describes an album, or `nil` if it is no such
    /// file.
    static func album(_ file: ArchiveEntry, in archive: any ArchiveSource) -> [String]? {
        guard file.path.lowercased().hasSuffix(".json"), file.byteCount <= PhotoSidecars.byteLimit,
            // A damaged file describes no album.
            let content = try? archive.open(file).readAll(limit: PhotoSidecars.byteLimit),
            // Neither does one in another format.
            let value = try? JSONValue(parsing: content), value["photoTakenTime"] == nil
        else { return nil }
        let album = value["albumData"] ?? value
        guard let title = album["title"]?.string,
            album["date"]?["timestamp"] != nil || album["access"] != nil
        else { return nil }
        return [title, album["description"]?.string ?? ""].filter { !$0.isEmpty }
    }

    /// The shortest name that may be cut off, below the limit of 46 characters, because some
    /// programs count other units.
    private static let shortestCut = 40

    private static func key(ofSidecar entry: ArchiveEntry) -> Key? {
        let (folder, name) = parts(entry.path)
        guard name.lowercased().hasSuffix(".json") else { return nil }
        let (base, number) = numbered(name.dropLast(5))
        var stem = base
        if let dot = base.lastIndex(of: "."),
            ".supplemental-metadata".hasPrefix(base[dot...].lowercased())
        {
            stem = base[..<dot]
        }
        return Key(folder: folder, name: stem.lowercased(), number: number)
    }

    /// The keys of the sidecars that a picture may have, the most likely first.
    private static func keys(of entry: ArchiveEntry) -> [Key] {
        let (folder, name) = parts(entry.path)
        let plain = names(of: name, in: folder)
        // "a-edited(1).jpg" has the sidecar of "a(1).jpg".
        let (stem, ending) = split(name)
        let (base, number) = numbered(stem)
        guard let dash = base.lastIndex(of: "-"),
            FileNames.editedMarks.contains(base[dash...].dropFirst().lowercased())
        else { return plain }
        let suffix = number.map { "(\($0))" } ?? ""
        return plain + names(of: base[..<dash] + suffix + ending, in: folder)
    }

    private static func names(of name: Substring, in folder: Substring) -> [Key] {
        let name = name.lowercased()[...]
        let (stem, ending) = split(name)
        let (base, number) = numbered(stem)
        let full = base + ending
        var keys = [(full, number), (name, nil), (base, number)]
        var cut = full
        while cut.count > shortestCut {
            cut = cut.dropLast()
            keys.append((cut, number))
        }
        return keys.map { Key(folder: folder, name: String($0), number: $1) }
    }

    /// Splits a name before the dot of its extension.
    private static func split(_ name: Substring) -> (stem: Substring, ending: Substring) {
        guard let dot = name.lastIndex(of: ".") else { return (name, "") }
        return (name[..<dot], name[dot...])
    }

    /// Returns a name without the number of a duplicate, as in "a(1)", and the number.
    private static func numbered(_ name: Substring) -> (Substring, Substring?) {
        guard let match = name.wholeMatch(of: /(.+)\((\d+)\)/.asciiOnlyDigits()) else {
            return (name, nil)
        }
        return (match.1, match.2)
    }

    private static func parts(_ path: String) -> (folder: Substring, name: Substring) {
        guard let slash = path.lastIndex(of: "/") else { return ("", path[...]) }
        return (path[..<slash], path[path.index(after: slash)...])
    }
}
