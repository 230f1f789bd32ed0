public import TimelineCore

/// A store that keeps the live records and derives posts, likes and usernames from them, using only
/// the public rules.
///
/// This target is compiled without package access, so it shows that a repository outside the
/// package can use the package's rules to store records.
public struct MiniatureStore {
    private var records: [VerifiedRecord] = []

    /// Creates an empty store.
    public init() {}

    /// Creates a store from the bytes of its records, in any order.
    ///
    /// - Throws: `RecordError` if a record is damaged.
    public init(_ encodings: [[UInt8]]) throws {
        let signed = try encodings.map { try SignedRecord(decoding: $0) }
        var keys = KeyDirectory()
        for record in signed where record.content.kind == .keyAdded {
            keys.insert(try keys.verify(record))
        }
        records = try signed.map { try keys.verify($0) }
    }

    /// The bytes of the records.
    public var encodings: [[UInt8]] { records.map(\.encoded) }

    /// Adds a batch.
    public mutating func add(_ batch: ValidatedBatch) {
        let replaced = batch.replacement?.records ?? []
        records = liveSet(of: records.filter { !replaced.contains($0.id) } + batch.records)
    }

    /// The blobs referenced by posts and avatars, whether or not their user is visible.
    public var referencedBlobs: Set<BlobID> {
        Set(records.flatMap(\.photos).flatMap { $0.blobs })
    }

    /// The claims of all visible users to their usernames.
    private var claims: [User.ID: (name: Username, claim: UsernameClaim)] {
        var claims: [User.ID: (name: Username, claim: UsernameClaim)] = [:]
        for record in records {
            guard case .profileSet(.username(let name)) = record.content else { continue }
            let user = record.author
            claims[user] = (name, UsernameClaim(by: user, at: record.stamp))
        }
        return claims
    }

    /// Returns the displayed username, or `nil` if the user does not exist.
    public func username(of user: User.ID) -> String? {
        let claims = claims
        guard let name = claims[user]?.name else { return nil }
        let holder = claims.values.filter { $0.name == name }.map(\.claim).min()
        return name.displayed(for: user, holder: holder?.user)
    }

    /// Returns the content of a post and the number of its likes, or `nil` if it does not exist.
    public func post(_ id: Post.ID) -> (content: Post.Content, likeCount: Int)? {
        let visible = Set(claims.keys)
        let records = records.filter { record in
            record.concernedPost == id && visible.contains(record.author)
        }
        let contents = records.compactMap { record in
            if case .postSet(_, let content) = record.content { content } else { nil }
        }
        let likeCount = records.count { $0.content.kind == .liked }
        return contents.first.map { ($0, likeCount) }
    }
}
