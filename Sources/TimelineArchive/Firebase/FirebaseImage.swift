import Foundation
import TimelineCore

/// The pictures of an archive: texts in base64 by name, and perhaps a folder of files.
struct FirebaseImages: Sendable {
    private let encoded: [String: Result<String, EntryFault>]
    private let folder: URL?

    private static let fileExtensions = ["jpg", "jpeg", "png", "webp"]

    init(encoded entries: FirebaseEntries<String>, folder: URL?) {
        encoded = Dictionary(entries.all.map { ($0.key ?? "", $0.value) }) { first, _ in first }
        self.folder = folder
    }

    /// The picture of a post.
    ///
    /// It is looked for among `images` and in the folder under the names that the post gives, and is else the
    /// post's `image` itself. The first that is there decides. This reads a file and blocks.
    ///
    /// - Throws: the fault of a picture that is missing, or that the processor rejects.
    func photo(
        of post: FirebasePost.Fields,
        inspectedBy processor: any PhotoProcessor
    ) throws(EntryFault) -> (file: PhotoFile, photo: Photo) {
        for name in [post.imageEndpoint, post.image].compactMap(ImageName.init) {
            if let text = encoded[name.text] {
                return try Self.photo(Self.decoded(text.get()), processor)
            }
            if let content = try content(ofFileNamed: name) {
                return try Self.photo(content, processor)
            }
        }
        // `try?`: a name that happens to be base64 is no damaged picture, but none at all.
        if let image = post.image, let photo = try? Self.photo(Self.decoded(image), processor) {
            return photo
        }
        throw EntryFault("Its picture is not in the archive.")
    }

    private static func photo(
        _ content: Data,
        _ processor: any PhotoProcessor
    ) throws(EntryFault) -> (PhotoFile, Photo) {
        let file = PhotoFile(content: content)
        do throws(TimelineError) {
            return (file, try file.photo(inspectedBy: processor))
        } catch {
            throw EntryFault(error.description)
        }
    }

    // MARK: Base64

    /// Decodes base64 with any white space in it, bare or as a `data:` URL (RFC 2397).
    private static func decoded(_ text: String) throws(EntryFault) -> Data {
        var base64 = text[...]
        if text.hasPrefix("data:"), let comma = text.firstIndex(of: ",") {
            base64 = text[comma...].dropFirst()
        }
        if let content = Data(base64Encoded: String(base64)) { return try bounded(content) }
        let dense = Data(base64.utf8.filter { $0 != 0x20 && !(0x09...0x0D).contains($0) })
        guard let content = Data(base64Encoded: dense) else {
            throw EntryFault("Its picture is not base64.")
        }
        return try bounded(content)
    }

    private static func bounded(_ content: Data) throws(EntryFault) -> Data {
        guard content.count <= PhotoLimits.bytes else { throw tooLarge(content.count) }
        return content
    }

    private static func tooLarge(_ count: Int) -> EntryFault {
        EntryFault(TimelineError.photoRefused(.tooLarge(bytes: count), name: nil).description)
    }

    // MARK: Files

    private func content(ofFileNamed name: ImageName) throws(EntryFault) -> Data? {
        guard let folder else { return nil }
        for fileExtension in Self.fileExtensions {
            let path = folder.appending(path: "\(name.text).\(fileExtension)")
            // `try?`: what has no attributes is not there. Links are not followed.
            guard let file = try? FileManager.default.attributesOfItem(atPath: path.path),
                file[.type] as? FileAttributeType == .typeRegular
            else { continue }
            let count = file[.size] as? Int ?? .max
            guard count <= PhotoLimits.bytes else { throw Self.tooLarge(count) }
            do {
                return try Data(contentsOf: path)
            } catch {
                throw EntryFault("Its picture \(name.text).\(fileExtension) cannot be read.")
            }
        }
        return nil
    }
}

/// The name of a picture: 1 to 128 of the characters that push IDs have.
///
/// These are the letters and digits of ASCII, `-` and `_`, so nothing that leads out of a folder is a name.
private struct ImageName {
    let text: String

    /// Takes the last component of a path without its extension.
    init?(_ path: String?) {
        guard let component = path?.split(separator: "/").last, component.utf8.count <= 128 else {
            return nil
        }
        let stem = component.lastIndex(of: ".").map { component[..<$0] } ?? component
        guard !stem.isEmpty, stem.utf8.allSatisfy(Self.allows) else { return nil }
        text = String(stem)
    }

    private static func allows(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
