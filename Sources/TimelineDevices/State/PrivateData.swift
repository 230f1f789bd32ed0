import TimelineCore
import TimelineRecords
import TimelineSync

/// The private data that the devices of one user exchange: blocks, mutes, peers, read posts and the
/// activity they have seen.
struct PrivateData: StateValue {
    static let elementCount = 5

    var blocks: [Block] = []
    /// The users of the peer list.
    ///
    /// Folders and addresses are not included, because they apply to one device.
    var peers: [(id: String, peer: StoredPeer)] = []
    /// The intervals of read posts, without the arrival numbers, which differ between devices.
    var readPosts: [ClosedRange<RecordPushID>] = []

    var mutes: [(user: RecordUserID, change: MuteChange)] = []
    /// The stamp of the newest like, comment, mention or follow that the user has seen, if any.
    var seenActivity: RecordPushID?

    init() {}

    init(reading reader: inout CBORReader) throws(RecordError) {
        for _ in 0..<(try reader.array()) {
            blocks.append(try Block(reading: &reader))
        }
        for _ in 0..<(try reader.array()) {
            try reader.array(of: 2)
            let id = try reader.text()
            guard let peer = StoredPeer(stored: Array(try reader.byteString())) else {
                throw .malformed
            }
            peers.append((id, peer))
        }
        for _ in 0..<(try reader.array()) {
            try reader.array(of: 2)
            let (first, last): (RecordPushID, RecordPushID) = (
                try reader.value(), try reader.value()
            )
            guard first <= last else { throw .malformed }
            readPosts.append(first...last)
        }
        for _ in 0..<(try reader.array()) {
            try reader.array(of: 3)
            let user: RecordUserID = try reader.value()
            let isMuted = try reader.bit()
            let change = MuteChange(isMuted: isMuted, milliseconds: try reader.unsigned())
            mutes.append((user, change))
        }
        seenActivity = try reader.optional { reader throws(RecordError) in try reader.value() }
    }

    func write(to writer: inout CBORWriter) {
        writer.array(blocks.count)
        for block in blocks { block.write(to: &writer) }
        writer.array(peers.count)
        for (id, peer) in peers {
            writer.array(2)
            writer.write(id)
            writer.write(peer.stored)
        }
        writer.array(readPosts.count)
        for posts in readPosts {
            writer.array(2)
            writer.write(posts.lowerBound)
            writer.write(posts.upperBound)
        }
        writer.array(mutes.count)
        for (user, change) in mutes {
            writer.array(3)
            writer.write(user)
            writer.write(bit: change.isMuted)
            writer.write(change.milliseconds)
        }
        writer.optional(seenActivity) { $0.write($1) }
    }
}

extension AccountReader {
    /// Returns a user's private data.
    func privateData(of user: RecordUserID, _ social: any SocialReader) throws -> PrivateData {
        var data = PrivateData()
        data.blocks = try blocks(by: User.ID(user))
        data.peers = try states(StoredPeer.self, withPrefix: StateKey.peers(of: user))
            .filter { $0.value.user != nil && $0.value.place == nil }
            .map { name, peer in
                var shared = peer
                shared.invitation = nil
                return (name, shared)
            }
        data.readPosts = try readPosition(of: User.ID(user)).intervals
            .map { $0.posts.lowerBound.recordID...$0.posts.upperBound.recordID }
        data.mutes = try muteChanges(of: user)
        data.seenActivity = try seenActivity(of: User.ID(user), social)
        return data
    }

    /// Returns the newest change of each mute.
    ///
    /// A mute without a known change gets the time 0.
    private func muteChanges(
        of user: RecordUserID
    ) throws -> [(user: RecordUserID, change: MuteChange)] {
        let prefix = MuteChange.prefix(of: User.ID(user))
        var changes: [RecordUserID: MuteChange] = [:]
        try forEachPrivateValue(withPrefix: prefix) { stored in
            if let muted = RecordUserID(hexadecimal: String(stored.key.dropFirst(prefix.count))) {
                changes[muted] = MuteChange(stored: stored.bytes)
            }
            return true
        }
        for muted in try mutedUsers(of: User.ID(user)) where changes[muted.recordID] == nil {
            changes[muted.recordID] = MuteChange(isMuted: true, milliseconds: 0)
        }
        return changes.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Returns the highest stamp among the latest events that the user has seen.
    private func seenActivity(
        of user: User.ID,
        _ social: any SocialReader
    ) throws -> RecordPushID? {
        let epoch = try activityEpoch(of: user)
        guard epoch > 0 else { return nil }
        return try social.activity(of: user, after: nil, limit: SeenActivity.limit)
            .filter { $0.arrival <= epoch }.map(\.stamp.recordID).max()
    }
}

/// Constants for activity that the user has seen on another device.
enum SeenActivity {
    /// The maximum number of events to compare, counted from the newest.
    static let limit = 1000
}

extension AccountWriter {
    /// Merges the private data of another device of the same user.
    ///
    /// For each block, peer and mute, the newer state wins. Posts read on the other device are
    /// marked as read up to the current epoch, and once more by ``markReadPosts(of:_:)``.
    func merge(
        _ data: PrivateData,
        into user: RecordUserID,
        _ social: any SocialReader,
        _ environment: TimelineEnvironment
    ) throws {
        try merge(data.blocks, into: user)
        for (id, peer) in data.peers {
            let key = StateKey.peer(id, of: user)
            let own = try state(StoredPeer.self, forKey: key)
            guard own.map({ $0.milliseconds < peer.milliseconds }) ?? true else { continue }
            try setState(peer, forKey: key)
        }
        for (muted, change) in data.mutes {
            let (muted, owner) = (User.ID(muted), User.ID(user))
            let own = try privateValue(forKey: MuteChange.key(of: muted, by: owner))
                .flatMap { MuteChange(stored: $0) }
            guard own.map({ $0.milliseconds < change.milliseconds }) ?? true else { continue }
            try setMuted(muted, by: owner, change)
        }
        if let stamp = data.seenActivity {
            let key = StateKey.seenActivity(of: user)
            let known = try privateValue(forKey: key).flatMap { RecordPushID(bytes: $0) }
            if known.map({ $0 < stamp }) ?? true { try setPrivateValue(stamp.bytes, forKey: key) }
        }
        let position = try readPosition(of: User.ID(user))
        let news = data.readPosts.filter { !position.contains($0) }
        guard !news.isEmpty else { return }
        try addRead(news, of: User.ID(user), epoch: social.epoch())
        let key = StateKey.readPosts(of: user)
        var arriving = try state(PrivateData.self, forKey: key) ?? PrivateData()
        arriving.readPosts += news
        try setState(arriving, forKey: key)
    }

    /// Marks posts as read that the user has read on another device, once the session that brings
    /// them has ended.
    ///
    /// Only the intervals that were new to this device are marked again. Posts that have arrived
    /// late in all others may be unread on both devices.
    func markReadPosts(of user: RecordUserID, _ social: any SocialReader) throws {
        let key = StateKey.readPosts(of: user)
        guard let arrived = try state(PrivateData.self, forKey: key) else { return }
        try addRead(arrived.readPosts, of: User.ID(user), epoch: social.epoch())
        try setPrivateValue(nil, forKey: key)
    }

    /// Marks activity as seen if the user has seen it on another device, once the session that
    /// brings it has ended.
    ///
    /// An event counts as seen if its stamp is not above the newest one seen there. A visit is
    /// stored as an arrival number, which differs between stores, so only the oldest events can be
    /// marked.
    func markSeenActivity(of user: RecordUserID, _ social: any SocialReader) throws {
        let stored = try privateValue(forKey: StateKey.seenActivity(of: user))
        guard let seen = stored.flatMap({ RecordPushID(bytes: $0) }) else { return }
        let owner = User.ID(user)
        let visit = try activityEpoch(of: owner)
        let events = try social.activity(of: owner, after: nil, limit: SeenActivity.limit)
            .prefix { $0.arrival > visit }
        guard !events.isEmpty, events.count < SeenActivity.limit else { return }
        let unseen = events.filter { $0.stamp.recordID > seen }.map(\.arrival).min()
        let epoch = unseen.map { $0 - 1 } ?? events.map(\.arrival).max() ?? visit
        if epoch > visit { try setActivityEpoch(epoch, of: owner) }
    }

    /// Makes the next syncs offer a user's rejected records again, for example after the user is
    /// unblocked.
    func acceptAgain(_ author: RecordUserID) throws {
        for rejection in try rejections() where rejection.author == author {
            try setPrivateValue(nil, forKey: StateKey.rejection(of: rejection.position.id))
        }
        try rereadFolders()
    }

    private func addRead(
        _ posts: [ClosedRange<RecordPushID>],
        of user: User.ID,
        epoch: Int
    ) throws {
        let position = try readPosition(of: user)
        let added = posts.map { range in
            ReadInterval(Post.ID(range.lowerBound)...Post.ID(range.upperBound), epoch: epoch)
        }
        let merged = ReadPosition(
            intervals: position.intervals + added,
            lastShown: position.lastShown
        )
        try setReadPosition(merged, of: user)
    }
}

extension ReadPosition {
    /// Returns whether one interval contains a whole range.
    fileprivate func contains(_ range: ClosedRange<RecordPushID>) -> Bool {
        let (first, last) = (Post.ID(range.lowerBound), Post.ID(range.upperBound))
        return intervals.contains { $0.posts.contains(first) && $0.posts.contains(last) }
    }
}
