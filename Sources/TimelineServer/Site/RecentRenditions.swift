import Foundation
import NIOCore
import TimelineCore
import TimelineMedia

/// An in-memory cache of the most recently sent renditions, so that the server does not read and
/// hash them for each request.
///
/// The cache has two generations. When the younger one is full, the older one is evicted, the
/// younger one becomes the older one, and a new generation starts. When a file in the older
/// generation is used, it moves to the younger one.
final class RecentRenditions: Sendable {
    /// The key of a cached rendition.
    struct Key: Hashable {
        let rendition: Rendition
        let blob: BlobID
    }

    private struct State {
        var young: [Key: ByteBuffer] = [:]
        var old: [Key: ByteBuffer] = [:]
        var youngBytes = 0
    }

    /// The default limit for the total size of the files: 32 MiB, about 100 photos at full width.
    static let usualByteLimit = 32 << 20

    private let byteLimit: Int
    private let state = Lock(State())

    /// Creates an empty cache.
    ///
    /// - Parameter byteLimit: The limit for the total size of the files, in bytes.
    init(byteLimit: Int = RecentRenditions.usualByteLimit) {
        self.byteLimit = byteLimit
    }

    /// The total size of the files in bytes.
    var byteCount: Int {
        state.withLock { state in
            (Array(state.young.values) + state.old.values).reduce(0) { $0 + $1.readableBytes }
        }
    }

    /// Returns a cached file, or `nil` if the cache does not contain it.
    func file(for key: Key) -> ByteBuffer? {
        state.withLock { state in
            if let file = state.young[key] { return file }
            guard let file = state.old.removeValue(forKey: key) else { return nil }
            insert(file, for: key, into: &state)
            return file
        }
    }

    /// Stores a file, unless it is larger than a quarter of the limit.
    func store(_ file: ByteBuffer, for key: Key) {
        guard file.readableBytes <= byteLimit / 4 else { return }
        state.withLock { insert(file, for: key, into: &$0) }
    }

    private func insert(_ file: ByteBuffer, for key: Key, into state: inout State) {
        guard state.young[key] == nil else { return }
        if state.youngBytes + file.readableBytes > byteLimit / 2 {
            state.old = state.young
            state.young = [:]
            state.youngBytes = 0
        }
        state.young[key] = file
        state.youngBytes += file.readableBytes
    }
}
