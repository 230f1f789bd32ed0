import Foundation
import TimelineCore

@testable import TimelineArchive

/// Interprets the fuzzing engine's bytes as an archive, as JSON or as HTML.
///
/// The first byte selects the format of the rest.
func fuzzArchives(_ bytes: [UInt8]) throws(Violation) {
    guard let format = bytes.first else { return }
    let input = Data(bytes.dropFirst())
    switch format % 4 {
    case 0: try readArchive(input)
    case 1: try readPosts(MemorySource(json: input, name: "posts_1.json"), .instagram(places: true))
    case 2: try readPosts(MemorySource(json: input, name: "media.json"), .instagram(places: true))
    default:
        try readPosts(
            MemorySource(json: input, name: "outbox.json"),
            .mastodon(includesPrivate: true)
        )
        _ = HTMLText.text(of: String(decoding: input, as: UTF8.self))
    }
}

/// The file into which inputs are written, because archives are read by position.
private let file = FileManager.default.temporaryDirectory
    .appending(path: "fuzz-archive-\(ProcessInfo.processInfo.processIdentifier)")

/// Opens an archive and reads all of its entries.
private func readArchive(_ content: Data) throws(Violation) {
    // If writing fails, so does opening the file.
    try? content.write(to: file)
    // An error is a valid result.
    guard let archive = try? ArchiveOpening.open(file) else { return }
    var total = 0
    for entry in archive.entries {
        // Paths must be safe to use within a folder.
        let parts = entry.path.split(separator: "/", omittingEmptySubsequences: false)
        try require(!parts.contains("") && !parts.contains(".") && !parts.contains(".."))
        // An error is a valid result.
        guard let content = try? archive.open(entry).readAll(limit: 1 << 20) else { continue }
        try require(content.count == entry.byteCount)
        total += content.count
    }
    // Entries must not overlap, nor expand to more than 200 times their size unless they are small.
    try require(total <= (archive.entries.count << 20) + 200 * content.count)
}

/// Reads all posts of a source.
private func readPosts(_ archive: MemorySource, _ format: ArchiveFormat) throws(Violation) {
    // An error is a valid result.
    guard let source = try? format.source(of: archive, now: .distantFuture) else { return }
    let reader = source.makeReader()
    var count = 0
    while let item = reader.next() {
        count += 1
        try require(count <= archive.json.count + 10)
        guard case .post(let post) = item else { continue }
        try require(post.milliseconds < 1 << 48)
    }
    _ = source.people
}

/// An archive of one JSON file and one picture, in memory.
private struct MemorySource: ArchiveSource {
    let json: Data
    let entries: [ArchiveEntry]
    let rejections: [RejectedEntry] = []

    init(json: Data, name: String) {
        self.json = json
        entries = [
            ArchiveEntry(path: name, byteCount: json.count, position: 0),
            ArchiveEntry(path: "media/a.jpg", byteCount: 0, position: 1),
        ]
    }

    func open(_ entry: ArchiveEntry) throws(EntryError) -> any ByteStream {
        MemoryStream(entry.position == 0 ? json : Data())
    }
}

/// A stream of bytes in memory, in small pieces.
private final class MemoryStream: ByteStream {
    private var rest: Data

    init(_ bytes: Data) { rest = bytes }

    func next() throws(EntryError) -> Data {
        defer { rest = rest.dropFirst(7) }
        return Data(rest.prefix(7))
    }
}
