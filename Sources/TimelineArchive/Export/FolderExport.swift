public import Foundation
public import TimelineCore

extension StoreOwner {
    /// Writes a user's photos with sidecar files that contain captions, descriptions, times and
    /// places in XMP.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - write: Writes a file at a relative path. It is called on a thread that may block.
    /// - Returns: The numbers of posts and photos, and of the photos that could not be read.
    /// - Throws: Any error thrown by `write`, or `TimelineError.storageFailed`.
    @concurrent
    public func writePhotos(
        of user: User.ID,
        _ write: @escaping @Sendable (_ path: String, _ content: Data) throws -> Void
    ) async throws -> PostExportReport {
        let (repository, blobs) = (engine.syncedRepository, engine.syncedBlobs)
        return try await BlockingExecutor(width: 1)
            .run {
                try repository.readAtLength { reader, accounts in
                    var report = PostExportReport()
                    let range = PostRange(limit: .max)
                    for id in try reader.postIDs(.by(user), in: range) {
                        guard let post = try reader.post(id, for: nil) else { continue }
                        report.posts += 1
                        for (index, photo) in post.photos.enumerated() {
                            guard let content = try report.read(photo, from: blobs, accounts)
                            else { continue }
                            let name = PhotoName(of: post, index: index)
                            try write(name.photo(photo.mediaType), content)
                            let sidecar = XMPSidecar(of: post, photo: photo)
                            try write(name.sidecar(photo.mediaType), Data(sidecar.xml.utf8))
                        }
                    }
                    return report
                }
            }
    }
}

/// The path of an exported photo: year and month, then the exact time, the end of the post's ID,
/// and the position in the post.
private struct PhotoName {
    private let stem: String

    init(of post: PostView, index: Int) {
        let time = post.createdAt.ISO8601Format()  // 2026-11-22T10:15:30Z
        let date = time.prefix(19).replacing(":", with: "-").replacing("T", with: "_")
        let position = post.photos.count > 1 ? "_\(index + 1)" : ""
        // IDs can differ only in case, which some file systems ignore.
        let random = post.id.pushID.low & 0xFFFF_FFFF
        stem = "\(date.prefix(7))/\(date)_\(String(random, radix: 16))\(position)"
    }

    func photo(_ type: MediaType) -> String { "\(stem).\(type.fileExtension)" }
    func sidecar(_ type: MediaType) -> String { "\(stem).\(type.fileExtension).xmp" }
}

/// The metadata of a photo in XMP (ISO 16684-1).
private struct XMPSidecar {
    private let post: PostView
    private let photo: Photo

    init(of post: PostView, photo: Photo) {
        self.post = post
        self.photo = photo
    }

    /// The document.
    var xml: String {
        var members = [
            "<xmp:CreatorTool>\(PictureNotes.creator)</xmp:CreatorTool>",
            "<xmp:CreateDate>\(post.createdAt.ISO8601Format())</xmp:CreateDate>",
            element(
                "dc:creator",
                list: "Seq",
                texts: [post.author.displayName ?? post.author.username]
            ),
        ]
        if !post.caption.isEmpty { members.append(text("dc:description", post.caption)) }
        if let alt = photo.alt { members.append(text("Iptc4xmpCore:AltTextAccessibility", alt)) }
        if !post.tags.isEmpty {
            members.append(element("dc:subject", list: "Bag", texts: post.tags.map(\.name)))
        }
        if let name = post.place?.name {
            members.append("<Iptc4xmpCore:Location>\(name.escapedForXML)</Iptc4xmpCore:Location>")
        }
        if let coordinate = post.place?.coordinate {
            let latitude = Self.degrees(coordinate.latitude, "N", "S")
            let longitude = Self.degrees(coordinate.longitude, "E", "W")
            members.append("<exif:GPSLatitude>\(latitude)</exif:GPSLatitude>")
            members.append("<exif:GPSLongitude>\(longitude)</exif:GPSLongitude>")
        }
        return XMPText.document(members)
    }

    private func text(_ name: String, _ text: String) -> String {
        "<\(name)><rdf:Alt><rdf:li xml:lang=\"x-default\">\(text.escapedForXML)</rdf:li></rdf:Alt></\(name)>"
    }

    private func element(_ name: String, list: String, texts: [String]) -> String {
        let items = texts.map { "<rdf:li>\($0.escapedForXML)</rdf:li>" }.joined()
        return "<\(name)><rdf:\(list)>\(items)</rdf:\(list)></\(name)>"
    }

    /// Formats a coordinate as XMP requires, in degrees and minutes, such as `36,48.0000000N`.
    private static func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
        let units = Int((abs(value) * 10_000_000).rounded())
        let minutes = units % 10_000_000 * 60
        let fraction = String(minutes % 10_000_000 + 10_000_000).dropFirst()
        return
            "\(units / 10_000_000),\(minutes / 10_000_000).\(fraction)\(value < 0 ? negative : positive)"
    }
}
