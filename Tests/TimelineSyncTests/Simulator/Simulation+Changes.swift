import TimelineTestSupport
import TimelineCore
@testable import TimelineSync
@testable import SyncTestSupport

extension Simulation {
    /// Makes a random change of the given kind on a device, if its store permits one.
    mutating func change(_ kind: Event.Kind, on index: Int, _ random: inout SplitMix64) throws {
        let device = devices[index]
        if kind == .endKey { return try revoke(on: device, &random) }
        guard let (content, stamp, home) = try statement(kind, device, &random) else { return }
        try add(content, at: stamp, home: home, to: device)
    }

    /// Revokes a random device of the same user, in one or two parts.
    ///
    /// Sometimes, the last stamp is low, records are left out of the list as if they were a thief's,
    /// or a part is missing or reaches another device of the user first.
    private mutating func revoke(
        on device: SimulatedDevice,
        _ random: inout SplitMix64
    ) throws {
        let own = devices.filter { $0.author.id == device.author.id }
        guard let key = own.element(using: &random)?.store.device else { return }
        let live = device.store.live.values.sorted()
        let signed = live.filter { $0.key == key && !$0.content.isSignedByRoot }
        let last = signed.element(using: &random)?.stamp ?? stamp(1)
        let isWhole = random.oneIn(2)
        let listed = signed.filter { _ in isWhole || !random.oneIn(3) }
            .map { RecordIDPrefix($0.id) }.sorted()
        let lists =
            random.oneIn(2) ? [listed] : [Array(listed.prefix(1)), Array(listed.dropFirst())]
        let id = RevocationID(using: &random)
        var source = BoundIDSource(
            author: device.author.id,
            after: live.last { $0.author == device.author.id }?.stamp ?? .min
        )
        for (index, list) in lists.enumerated() {
            if index > 0, random.oneIn(4) { return }
            let part = KeyRevocation(
                of: key,
                last: last,
                id: id,
                part: UInt64(index + 1),
                of: UInt64(lists.count),
                list: list
            )
            let holder =
                index > 0 && random.oneIn(3)
                ? own.element(using: &random) ?? device : device
            let clock = device.time(now).milliseconds
            guard let stamp = source.nextStamp(at: clock, using: &random) else { return }
            try add(.keyRevoked(part), at: stamp, to: holder)
        }
    }

    /// Signs a record and adds it to a store.
    mutating func add(
        _ content: RecordContent,
        at stamp: PushID,
        home: User.ID? = nil,
        to device: SimulatedDevice
    ) throws {
        let author = device.author
        let key = content.isSignedByRoot ? author.root : author.devices[device.number]
        let bytes = VerifiedRecord.body(
            author: author.id,
            key: key.id,
            stamp: stamp,
            postAuthor: home,
            content: content
        )
        let signature = SimulatedKeys.signature(of: bytes, by: key.verifyingKey)
        let record = VerifiedRecord(
            unchecked: try SignedRecord(bodyBytes: bytes, signature: signature)
        )
        try device.store.add([record])
        made.append(record)
    }

    /// The content, stamp and home of a new record.
    private typealias Statement = (RecordContent, PushID, User.ID?)

    private func statement(
        _ kind: Event.Kind,
        _ device: SimulatedDevice,
        _ random: inout SplitMix64
    ) throws -> Statement? {
        let live = device.store.live.values.sorted()
        let me = device.author.id
        let newest = live.last { $0.author == me }?.stamp
        var source = BoundIDSource(author: me, after: newest ?? .min)
        let clock = device.time(now).milliseconds
        let posts = live.filter { $0.content.kind == .postSet }
        let post = posts.filter { !isOwn(kind) || $0.author == me }
            .element(using: &random)
        switch kind {
        case .post:
            guard let id: BoundID<Post> = source.nextID(at: clock, using: &random) else {
                return nil
            }
            return (.postSet(id, try content(device, &random)), id.stamp, nil)
        case .comment:
            guard case .postSet(let bound, _) = post?.content,
                let id: BoundID<TimelineCore.Comment> = source.nextID(
                    at: clock,
                    on: bound.id,
                    using: &random
                )
            else { return nil }
            let text = "Comment \(random.number(below: 1000))"
            return (
                .commentAdded(nonce: id.nonce, post: bound, text: text), id.stamp, post?.author
            )
        default: break
        }
        guard let stamp = source.nextStamp(at: clock, using: &random) else { return nil }
        if let content = try userStatement(kind, device, live, &random) {
            return (content, stamp, nil)
        }
        if kind == .deleteComment { return deletion(of: live, by: me, at: stamp, &random) }
        guard case .postSet(let bound, _) = post?.content, let author = post?.author
        else {
            return nil
        }
        switch kind {
        case .edit: return (.postSet(bound, try content(device, &random)), stamp, nil)
        case .deletePost: return (.postDeleted(bound), stamp, nil)
        case .like: return (.liked(bound), stamp, author)
        case .unlike: return (.unliked(bound), stamp, author)
        case .hide:
            let comments = live.filter {
                $0.content.kind == .commentAdded && $0.concernedPost == bound.id
            }
            guard let comment = comments.element(using: &random) else { return nil }
            return (
                .commentHidden(TimelineCore.Comment.ID(comment.stamp), post: bound), stamp, nil
            )
        default: return nil
        }
    }

    private func isOwn(_ kind: Event.Kind) -> Bool {
        kind == .edit || kind == .deletePost || kind == .hide
    }

    /// Returns the content of a post, with a picture that all devices have or only this one.
    private func content(
        _ device: SimulatedDevice,
        _ random: inout SplitMix64
    ) throws -> Post.Content {
        let caption = "Caption \(random.number(below: 1000))"
        guard random.oneIn(3) else { return Post.Content(caption: caption, photos: [photo]) }
        let bytes = (0..<12).map { _ in UInt8(random.number(below: 256)) }
        let picture = try TimelineSyncTests.photo(bytes)
        try device.store.add(blob: bytes, hash: picture.blob)
        return Post.Content(caption: caption, photos: [picture])
    }

    /// Returns a statement that concerns no post.
    private func userStatement(
        _ kind: Event.Kind,
        _ device: SimulatedDevice,
        _ live: [VerifiedRecord],
        _ random: inout SplitMix64
    ) throws -> RecordContent? {
        switch kind {
        case .profile:
            return random.oneIn(2)
                ? .profileSet(.bio("Bio \(random.number(below: 100))"))
                : .profileSet(.username(try Username("user\(random.number(below: 100))")))
        case .follow:
            let others = users.filter { $0.id != device.author.id }
            return others.element(using: &random).map { .followed($0.id) }
        case .unfollow:
            let followed = device.store.scopes().subtracting([device.author.id])
            return followed.sorted().element(using: &random).map { .unfollowed($0) }
        case .unknown: return .unknown(kind: 99, content: [0x80])
        case .leave: return .accountDeleted
        default: return nil
        }
    }

    private func deletion(
        of live: [VerifiedRecord],
        by author: User.ID,
        at stamp: PushID,
        _ random: inout SplitMix64
    ) -> Statement? {
        let comments = live.filter {
            $0.author == author && $0.content.kind == .commentAdded
        }
        guard let comment = comments.element(using: &random),
            case .commentAdded(let nonce, let post, _) = comment.content
        else { return nil }
        let bound = BoundID(id: Comment.ID(comment.stamp), nonce: nonce)
        return (.commentDeleted(bound, post: post), stamp, comment.scope)
    }
}
