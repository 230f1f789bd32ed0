import Foundation
import TimelineCore

/// The pictures in an archive: base64 strings by name and, optionally, a folder of files.
struct FirebaseImages: Sendable {
    private let encoded: [String: Result<String, EntryError>]
    private let folder: OpenFolder?

    private static let fileExtensions = MediaType.allCases.flatMap(\.fileExtensions)

    init(encoded entries: FirebaseEntries<String>, folder: OpenFolder?) {
        encoded = Dictionary(entries.all.map { ($0.key ?? "", $0.value) }) { first, _ in first }
        self.folder = folder
    }

    /// Reads a post's picture and prepares it for sharing.
    ///
    /// This call blocks.
    ///
    /// The post's `imageEndpoint` is looked up before its `image`, and each is looked up in
    /// `images` before the folder. The first match is used, even if it is damaged. If there is no
    /// match, `image` may contain the picture itself, in base64.
    ///
    /// - Throws: A fault if the picture is missing, unreadable, too large, not valid base64, or
    ///   rejected by the processor.
    func photo(
        of post: FirebasePost.Fields,
        preparedBy processor: any PhotoProcessor
    ) throws(EntryError) -> PreparedPhoto {
        for name in [post.imageEndpoint, post.image].compactMap(ImageName.init(lastComponentOf:)) {
            if let string = encoded[name.text] {
                return try Self.photo(Self.decode(base64: string.get()), preparedBy: processor)
            }
            if let content = try content(ofFileNamed: name) {
                return try Self.photo(content, preparedBy: processor)
            }
        }
        guard let image = post.image else { throw .pictureMissing }
        // `try?` is correct because a name that happens to be valid base64 is a missing picture,
        // not a damaged one.
        let photo = try? Self.photo(Self.decode(base64: image), preparedBy: processor)
        guard let photo else { throw .pictureMissing }
        return photo
    }

    private static func photo(
        _ content: Data,
        preparedBy processor: any PhotoProcessor
    ) throws(EntryError) -> PreparedPhoto {
        do throws(TimelineError) {
            return try PhotoFile(content: content).prepared(by: processor)
        } catch {
            throw EntryError(error)
        }
    }

    // MARK: Base64

    /// Decodes base64, with or without white space, either plain or as a `data:` URL (RFC 2397).
    private static func decode(base64 string: String) throws(EntryError) -> Data {
        var base64 = string[...]
        if string.hasPrefix("data:"), let comma = string.firstIndex(of: ",") {
            base64 = string[comma...].dropFirst()
        }
        if let content = Data(base64Encoded: String(base64)) { return try checkSize(of: content) }
        let dense = Data(base64.utf8.filter { $0 != 0x20 && !(0x09...0x0D).contains($0) })
        guard let content = Data(base64Encoded: dense) else { throw .pictureNotBase64 }
        return try checkSize(of: content)
    }

    private static func checkSize(of content: Data) throws(EntryError) -> Data {
        guard content.count <= PictureLimits.bytes else { throw tooLarge(content.count) }
        return content
    }

    private static func tooLarge(_ byteCount: Int) -> EntryError {
        EntryError(.photoRefused(.tooLarge(bytes: byteCount), name: nil))
    }

    // MARK: Files

    private func content(ofFileNamed name: ImageName) throws(EntryError) -> Data? {
        guard let folder else { return nil }
        for fileExtension in Self.fileExtensions {
            let fileName = "\(name.text).\(fileExtension)"
            // Anything else than a regular file, such as a symbolic link, is not a picture.
            guard let entry = folder.entry(fileName), entry.kind == .file else { continue }
            guard entry.byteCount <= PictureLimits.bytes else {
                throw Self.tooLarge(entry.byteCount)
            }
            do throws(TimelineError) {
                guard let content = try folder.read(fileName, limit: PictureLimits.bytes) else {
                    continue
                }
                return content
            } catch {
                throw .pictureUnreadable(fileName)
            }
        }
        return nil
    }
}

/// The name of a picture: 1 to 128 ASCII letters, digits, `-` and `_`, which are the characters of
/// push IDs.
///
/// A name contains no separators or dots, so it cannot refer to anything outside its folder.
struct ImageName {
    let text: String

    /// Creates a name from the last component of a path, without the extension.
    ///
    /// - Returns: `nil` if the result is not a valid name.
    init?(lastComponentOf path: String?) {
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
