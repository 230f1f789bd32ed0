import Foundation
import TimelineCore

/// The posts to create for one entry of a source.
struct PostPlan: Sendable {
    private let read: ReadPost
    private let identity: SourceIdentity

    /// Plans the posts of an entry with at least one picture.
    init(read: ReadPost, identity: SourceIdentity) {
        self.read = read
        self.identity = identity
    }

    /// The entry.
    var post: SourcePost { read.post }

    /// A picture of the entry.
    struct Picture: Sendable {
        /// The index among the media of the entry.
        let index: Int
        fileprivate let hash: BlobID
        fileprivate let held: PhotoFile?
        fileprivate let media: SourceMedia
    }

    /// The pictures of the entry, in their order.
    var pictures: [Picture] {
        read.media.enumerated()
            .compactMap { index, media in
                guard case .picture(let hash, let held) = media else { return nil }
                return Picture(index: index, hash: hash, held: held, media: post.media[index])
            }
    }

    /// Returns the IDs of the posts: one for every ten pictures, one millisecond apart.
    func ids(by author: User.ID) -> [Post.ID] {
        let parts = (pictures.count + Self.photoLimit - 1) / Self.photoLimit
        return (0..<parts)
            .map { identity.postID(at: post.milliseconds + UInt64($0), by: author) }
    }

    /// Returns whether an earlier import has added all pictures of the entry.
    ///
    /// Pictures that an earlier import rejected are examined again.
    func isPresent(_ ids: [Post.ID], _ presence: [Post.ID: ImportedPresence]) -> Bool {
        var photoCount = 0
        for id in ids {
            switch presence[id] {
            case .present(let count): photoCount += count
            case .deleted: return ids.allSatisfy { presence[$0] != nil }
            case nil: return false
            }
        }
        return photoCount == pictures.count
    }

    /// Returns the posts that share the given photos.
    func posts(sharing photos: [PreparedPhoto]) -> [ImportedPost] {
        let texts = post.caption.parts(ofLength: TextField.caption.limit)
        let starts = stride(from: 0, to: photos.count, by: Self.photoLimit)
        return starts.enumerated()
            .map { part, start in
                let isFirst = part == 0
                return ImportedPost(
                    milliseconds: post.milliseconds + UInt64(part),
                    source: identity,
                    caption: isFirst ? texts.first ?? "" : "",
                    photos: Array(photos[start..<min(start + Self.photoLimit, photos.count)]),
                    place: post.place,
                    continuation: isFirst ? Array(texts.dropFirst()) : []
                )
            }
    }

    private static let photoLimit = Change.photoCount.upperBound
}

extension PostPlan.Picture {
    /// Prepares the picture.
    ///
    /// Reads it again if it is not in memory.
    ///
    /// - Throws: A storage error or `CancellationError`.
    func prepared(
        in session: UserSession,
        _ archive: any ArchiveSource
    ) async throws -> Result<PreparedPhoto, EntryFault> {
        do {
            return .success(try await session.prepare(file(in: session, archive)))
        } catch let fault as EntryFault {
            return .failure(fault)
        } catch TimelineError.photoRefused(let fault, let name) {
            return .failure(EntryFault(.photoRefused(fault, name: name)))
        }
    }

    private func file(
        in session: UserSession,
        _ archive: any ArchiveSource
    ) async throws -> PhotoFile {
        if let held { return held }
        let (media, hash) = (media, hash)
        return try await session.readingArchive {
            let entry = try media.file.get()
            let content = try archive.open(entry).readAll(limit: PictureLimits.bytes)
            let file = PhotoFile(content: content, alt: media.alt)
            guard file.blob.id == hash else { throw EntryFault.changedFile }
            return file
        }
    }
}

extension String {
    /// Splits the text into parts of at most `limit` characters, at white space if possible.
    fileprivate func parts(ofLength limit: Int) -> [String] {
        var parts: [String] = []
        var rest = self[...]
        while rest.count > limit {
            let end = rest.index(rest.startIndex, offsetBy: limit)
            let space = rest[..<end].lastIndex(where: \.isWhitespace) ?? end
            // Split words that are longer than half of a part.
            let isFar = rest.distance(from: rest.startIndex, to: space) < limit / 2
            parts.append(String(rest[..<(isFar ? end : space)]))
            rest = rest[(isFar ? end : space)...].drop(while: \.isWhitespace)
        }
        if !rest.isEmpty { parts.append(String(rest)) }
        return parts
    }
}
