import Foundation
import TimelineCore

/// The posts to create for one entry of a source.
struct PostPlan: Sendable {
    private let read: ReadPost
    let identity: SourceIdentity

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
        /// The hash of the file.
        let hash: BlobID
        fileprivate let held: PhotoFile?
        fileprivate let media: SourceMedia

        /// The rest of a description that is too long.
        var restOfAlt: String? { media.restOfAlt }
        /// The path in the source.
        var path: PathKey { PathKey(media.path) }
        /// The size of the file in bytes.
        fileprivate var byteCount: Int {
            if case .success(let entry) = media.file { entry.byteCount } else { 0 }
        }
    }

    /// The pictures of one of the posts: up to ten.
    struct Part: Sendable {
        fileprivate let plan: PostPlan
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
                return Picture(index: index, hash: hash, held: held, media: post.media[index])
            }
    }

    /// The parts of the entry, in their order.
    var parts: [Part] { parts(of: pictures) }

    /// Divides pictures of the entry into parts.
    func parts(of pictures: [Picture]) -> [Part] {
        stride(from: 0, to: pictures.count, by: Self.photoLimit).enumerated()
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
    func ids(by author: User.ID) -> [Post.ID] { parts.map { $0.id(by: author) } }

    /// Returns the plan for an album without the pictures at the given indexes, or `nil` if none
    /// remains.
    ///
    /// The first remaining picture determines the date.
    func removing(_ indexes: Set<Int>) -> PostPlan? {
        let rest = pictures.filter { !indexes.contains($0.index) }
        guard !rest.isEmpty else { return nil }
        let media = rest.map(\.media)
        var post = post
        post.milliseconds = media[0].milliseconds ?? post.milliseconds
        post.identity = SourcePost.folderIdentity(of: rest.map(\.hash))
        post.media = media
        post.caption = post.folderCaption
        // Those of the caption are found again.
        post.changes = post.changes.compactMap { change in
            rest.firstIndex { $0.index == change.index }
                .map { SourcePost.Change(index: $0, fault: change.fault) }
        }
        post = post.fitted
        return PostPlan(
            read: ReadPost(post: post, media: rest.map { .picture($0.hash, $0.held) }),
            identity: SourceIdentity(post.identity)
        )
    }

    /// Returns the plan with another time.
    func dated(_ milliseconds: UInt64) -> PostPlan {
        var post = post
        post.milliseconds = milliseconds
        return PostPlan(read: ReadPost(post: post, media: read.media), identity: identity)
    }

    /// Returns whether an earlier import has added all pictures of the entry.
    ///
    /// Pictures that an earlier import rejected are examined again.
    func isPresent(_ ids: [Post.ID], presence: [Post.ID: ImportedPresence]) -> Bool {
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

    /// Returns whether posts show the only picture of a folder's entry.
    func isShown(by files: Set<BlobID>) -> Bool {
        post.isOfFolder && post.album == nil && pictures.allSatisfy { files.contains($0.hash) }
    }

    private static let photoLimit = Post.photoCount.upperBound
}

extension PostPlan.Part {
    private var milliseconds: UInt64 { post.milliseconds + UInt64(index) }

    /// Returns the ID of the post.
    func id(by author: User.ID) -> Post.ID {
        plan.identity.postID(at: milliseconds, by: author)
    }

    /// Returns the post with the given photos.
    ///
    /// The first post of an entry has the caption.
    ///
    /// - Parameters:
    ///   - photos: The photos.
    ///   - texts: The rests of their descriptions, which comments contain.
    ///   - isFirst: Whether the post is the first of its entry.
    /// - Returns: The post.
    func post(
        showing photos: [PreparedPhoto],
        continuing texts: [String],
        isFirst: Bool
    ) -> ImportedPost {
        let captions = isFirst ? post.captions : []
        return ImportedPost(
            milliseconds: milliseconds,
            source: plan.identity,
            caption: captions.first ?? "",
            photos: photos,
            place: post.place,
            continuation: captions.dropFirst()
                + texts.flatMap { $0.parts(fitting: .comment, naming: post.naming) }
        )
    }
}

extension PostPlan.Picture {
    /// Prepares the picture.
    ///
    /// Reads it again if it is not in memory.
    func prepared(
        in session: UserSession,
        _ archive: any ArchiveSource
    ) async throws -> Result<PreparedPhoto, EntryError> {
        do {
            return .success(try await session.prepare(file(in: session, archive)))
        } catch let fault as EntryError {
            return .failure(fault)
        } catch TimelineError.photoRefused(let fault, let name) {
            return .failure(EntryError(.photoRefused(fault, name: name)))
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
            guard file.blob.id == hash else { throw EntryError.changedFile }
            return file
        }
    }
}

extension String {
    /// Splits the text into parts that fit into a field, with the names that `naming` writes.
    func parts(fitting field: TextField, naming: (String) -> String) -> [String] {
        var parts: [String] = []
        var rest = self[...]
        while !rest.isEmpty {
            let (start, end) = rest.split(fitting: field, naming: naming)
            parts.append(start)
            rest = end
        }
        return parts
    }
}
