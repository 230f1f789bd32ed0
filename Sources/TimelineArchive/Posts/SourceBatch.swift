import Foundation
import TimelineCore

/// A batch of posts that are read, prepared and committed together.
struct SourceBatch: Sendable {
    /// The entries, in the order of the source.
    private(set) var items: [Item] = []
    /// The size in bytes of the texts and pictures in memory.
    private var byteCount = 0

    /// The maximum number of entries.
    static let itemLimit = 100
    /// The size of the texts and pictures in memory, in bytes, at which a batch ends.
    static let byteLimit = 4 << 20

    /// An entry of a source, read along with its pictures.
    enum Item: Sendable {
        case post(ReadPost)
        case other(SourceItem)
    }

    /// Reads the next entries.
    ///
    /// This call blocks.
    init(_ reader: any SourceReader, archive: any ArchiveSource) {
        while items.count < Self.itemLimit, byteCount < Self.byteLimit, let item = reader.next() {
            byteCount += item.textByteCount
            if case .post(let post) = item {
                items.append(.post(read(post, in: archive)))
            } else {
                items.append(.other(item))
            }
        }
    }

    private mutating func read(_ post: SourcePost, in archive: any ArchiveSource) -> ReadPost {
        let post = post.fitted
        return ReadPost(post: post, media: post.media.map { read($0, in: archive) })
    }

    private mutating func read(
        _ media: SourceMedia,
        in archive: any ArchiveSource
    ) -> ReadPost.Media {
        do throws(EntryError) {
            if let picture = media.picture {
                byteCount += picture.content.count
                return .picture(picture.blob.id, picture.described(as: media.alt))
            }
            let entry = try media.file.get()
            let stream = try archive.open(entry)
            var content = Data()
            while content.count < MediaKind.byteCount {
                let bytes = try stream.next()
                guard !bytes.isEmpty else { break }
                content += bytes
            }
            switch MediaKind(start: content, path: entry.path) {
            case .picture: break
            case .unsupported(let fault): return .unsupported(fault)
            case .audio: return .unsupported(.audio)
            case .unknown: throw content.isEmpty ? .emptyFile : .notAPicture
            }
            guard entry.byteCount <= PictureLimits.bytes else { throw .pictureTooLarge }
            content = try stream.readAll(
                after: content,
                limit: PictureLimits.bytes,
                expecting: entry.byteCount
            )
            let picture = PhotoFile(content: content, alt: media.alt)
            let hash = picture.blob.id
            // To save memory, large posts are read twice.
            let isHeld = byteCount < Self.byteLimit
            if isHeld { byteCount += content.count }
            return .picture(hash, isHeld ? picture : nil)
        } catch {
            return .rejected(error)
        }
    }
}

/// A post whose media have been read.
struct ReadPost: Sendable {
    let post: SourcePost
    /// The media, in the same order as in `post`.
    let media: [Media]

    /// A picture or video that has been read.
    enum Media: Sendable {
        /// A picture with its hash and, unless the batch is full, its bytes.
        case picture(BlobID, PhotoFile?)
        case unsupported(EntryError)
        case rejected(EntryError)
    }

    /// The hashes of the pictures, in their order.
    var hashes: [BlobID] {
        media.compactMap { media in
            guard case .picture(let hash, _) = media else { return nil }
            return hash
        }
    }

    /// The identity of the entry, without its ordinal among equal entries.
    var identity: [String] {
        post.identity + (post.isIdentifiedByPictures ? hashes.map(\.description) : [])
    }
}
