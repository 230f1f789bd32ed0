import Foundation
import TimelineCore

/// Interprets the fuzzing engine's bytes as an archive, as JSON or as HTML.
///
/// The engine calls this function for each input. Every input must produce a value or an error. The
/// first byte selects the format of the rest.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzArchives(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 0 else { return 0 }
    let input = Data(UnsafeBufferPointer(start: bytes + 1, count: count - 1))
    switch bytes[0] % 4 {
    case 0: readArchive(input)
    case 1: readPosts(MemorySource(json: input, name: "posts_1.json"), .instagram(places: true))
    case 2: readPosts(MemorySource(json: input, name: "media.json"), .instagram(places: true))
    default:
        readPosts(MemorySource(json: input, name: "outbox.json"), .mastodon(includesPrivate: true))
        _ = HTMLText.text(of: String(decoding: input, as: UTF8.self))
    }
    return 0
}

/// The file into which inputs are written, because archives are read by position.
private let file = FileManager.default.temporaryDirectory
    .appending(path: "fuzz-archive-\(ProcessInfo.processInfo.processIdentifier)")

/// Opens an archive and reads all of its entries.
private func readArchive(_ content: Data) {
    // If writing fails, so does opening the file.
    try? content.write(to: file)
    // An error is a valid result.
    guard let archive = try? ArchiveOpening.open(file) else { return }
    var total = 0
    for entry in archive.entries {
        // Paths must be safe to use within a folder.
        let parts = entry.path.split(separator: "/", omittingEmptySubsequences: false)
        guard !parts.contains(""), !parts.contains("."), !parts.contains("..") else { abort() }
        // An error is a valid result.
        guard let content = try? archive.open(entry).readAll(limit: 1 << 20) else { continue }
        guard content.count == entry.byteCount else { abort() }
        total += content.count
    }
    // Entries must not overlap, nor expand to more than 200 times their size unless they are small.
    guard total <= (archive.entries.count << 20) + 200 * content.count else { abort() }
}

/// Reads all posts of a source.
private func readPosts(_ archive: MemorySource, _ format: ArchiveFormat) {
    // An error is a valid result.
    guard let source = try? format.source(of: archive) else { return }
    let reader = source.makeReader()
    var count = 0
    while let item = reader.next() {
        count += 1
        guard count <= archive.json.count + 10 else { abort() }
        guard case .post(let post) = item else { continue }
        guard post.milliseconds < 1 << 48 else { abort() }
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

    func open(_ entry: ArchiveEntry) throws(EntryFault) -> any ByteStream {
        MemoryStream(entry.position == 0 ? json : Data())
    }
}

/// A stream of bytes in memory, in small pieces.
private final class MemoryStream: ByteStream {
    private var rest: Data

    init(_ bytes: Data) { rest = bytes }

    func next() throws(EntryFault) -> Data {
        defer { rest = rest.dropFirst(7) }
        return Data(rest.prefix(7))
    }
}
