import Foundation
import TimelineCore

/// The posts to create for one entry of a source.
struct PostPlan: Sendable {
    private let read: ReadPost
    fileprivate let identity: SourceIdentity

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
        /// The time in milliseconds since 1970.
        fileprivate let milliseconds: UInt64
        fileprivate let hash: BlobID
        fileprivate let held: PhotoFile?
        fileprivate let media: SourceMedia

        /// The size of the file in bytes.
        fileprivate var byteCount: Int {
            if case .success(let entry) = media.file { entry.byteCount } else { 0 }
        }
    }

    /// The pictures of one of the posts: up to ten.
    struct Part: Sendable {
        /// The posts of the entry.
        let plan: PostPlan
        /// The number of preceding parts.
        fileprivate let index: Int
        /// The pictures, in their order.
        let pictures: [Picture]
        /// Whether the entry ends with this part.
        let isLast: Bool

        /// The entry.
        var post: SourcePost { plan.post }
        /// The size of the pictures' files in bytes.
        var byteCount: Int { pictures.reduce(0) { $0 + $1.byteCount } }
    }

    /// The pictures of the entry, in their order.
    var pictures: [Picture] {
        read.media.enumerated()
            .compactMap { index, media in
                guard case .picture(let hash, let held) = media else { return nil }
                let source = post.media[index]
                return Picture(
                    index: index,
                    milliseconds: source.milliseconds ?? post.milliseconds,
                    hash: hash,
                    held: held,
                    media: source
                )
            }
    }

    /// The parts of the entry, in their order.
    var parts: [Part] {
        let pictures = pictures
        return stride(from: 0, to: pictures.count, by: Self.photoLimit).enumerated()
            .map { index, start in
                let end = min(start + Self.photoLimit, pictures.count)
                return Part(
                    plan: self,
                    index: index,
                    pictures: Array(pictures[start..<end]),
                    isLast: end == pictures.count
                )
            }
    }

    /// Returns the IDs of the posts: one for every ten pictures, one millisecond apart.
    ///
    /// For an album, returns the IDs of all posts that start with one of its pictures.
    func ids(by author: User.ID) -> [Post.ID] {
        guard post.isAlbum else { return parts.map { $0.id(by: author) } }
        return pictures.flatMap { $0.albumIDs(by: author) }
    }

    /// Returns the identity of a post in a folder that starts with the given picture.
    static func folderIdentity(of picture: BlobID) -> [String] {
        ["folder", picture.description]
    }

    /// Returns the pictures of an album that belong to deleted posts, by their indexes: the first
    /// picture of the post and the following ones.
    func deletedPictures(
        by author: User.ID,
        _ presence: [Post.ID: ImportedPresence]
    ) -> Set<Int> {
        let pictures = pictures
        var deleted: Set<Int> = []
        for (position, picture) in pictures.enumerated()
        where picture.albumIDs(by: author).contains(where: { presence[$0] == .deleted }) {
            deleted.formUnion(pictures[position...].prefix(Self.photoLimit).map(\.index))
        }
        return deleted
    }

    /// Returns whether an earlier import has added all pictures of the entry.
    ///
    /// Always returns `false` for an album, whose pictures are compared one by one. Pictures that an
    /// earlier import rejected are examined again.
    func isPresent(_ ids: [Post.ID], presence: [Post.ID: ImportedPresence]) -> Bool {
        guard !post.isAlbum else { return false }
        var photoCount = 0
        for id in ids {
            switch presence[id] {
            case .present(let photos): photoCount += photos.count
            case .deleted: return ids.allSatisfy { presence[$0] != nil }
            case nil: return false
            }
        }
        return photoCount == pictures.count
    }

    private static let photoLimit = Change.photoCount.upperBound
}

extension PostPlan.Picture {
    /// The maximum number of milliseconds between the time of a picture and that of an album's post
    /// that starts with it.
    fileprivate static let offsetLimit = 9

    fileprivate var albumIdentity: SourceIdentity {
        SourceIdentity(PostPlan.folderIdentity(of: hash))
    }

    /// Returns the possible IDs of an album's post that starts with this picture.
    fileprivate func albumIDs(by author: User.ID) -> [Post.ID] {
        let identity = albumIdentity
        return (0...Self.offsetLimit)
            .map { identity.postID(at: milliseconds + UInt64($0), by: author) }
    }
}

extension PostPlan.Part {
    private var milliseconds: UInt64 { post.milliseconds + UInt64(index) }

    /// Returns the time and the identity of the post if it starts with the given picture.
    private func source(from first: PostPlan.Picture) -> (UInt64, SourceIdentity) {
        guard post.isAlbum else { return (milliseconds, plan.identity) }
        // Posts whose first pictures have the same time stay in order.
        let offset = min(index, PostPlan.Picture.offsetLimit)
        return (first.milliseconds + UInt64(offset), first.albumIdentity)
    }

    /// Returns the ID of the post.
    func id(by author: User.ID) -> Post.ID {
        plan.identity.postID(at: milliseconds, by: author)
    }

    /// Returns the ID of the album's post that starts with the given picture.
    func id(from first: PostPlan.Picture, by author: User.ID) -> Post.ID {
        let (milliseconds, identity) = source(from: first)
        return identity.postID(at: milliseconds, by: author)
    }

    /// Returns the post with the given photos.
    ///
    /// The first post of an entry has its caption. Each post of an album has the captions of its
    /// own pictures.
    ///
    /// - Parameters:
    ///   - photos: The photos.
    ///   - pictures: The pictures in the source, at least one.
    ///   - isFirst: Whether the entry has no other post yet.
    /// - Returns: The post.
    func post(
        showing photos: [PreparedPhoto],
        of pictures: [PostPlan.Picture],
        isFirst: Bool
    ) -> ImportedPost {
        let caption =
            post.isAlbum ? pictures.map(\.media).caption : isFirst ? post.caption : ""
        let texts = caption.parts(ofLength: TextField.caption.limit)
        let (milliseconds, identity) = source(from: pictures[0])
        return ImportedPost(
            milliseconds: milliseconds,
            source: identity,
            caption: texts.first ?? "",
            photos: photos,
            place: post.place,
            continuation: Array(texts.dropFirst())
        )
    }
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
