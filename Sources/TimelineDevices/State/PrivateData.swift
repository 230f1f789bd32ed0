import TimelineCore
import TimelineRecords

/// The private data that the devices of one user exchange: blocks, peers and read posts.
struct PrivateData: StateValue {
    static let elementCount = 3

    var blocks: [(user: RecordUserID, block: StoredBlock)] = []
    /// The users of the peer list.
    ///
    /// Folders and addresses belong to one device.
    var peers: [(id: String, peer: StoredPeer)] = []
    /// The intervals of read posts, without the arrival numbers of the device.
    var readPosts: [ClosedRange<RecordPushID>] = []

    init() {}

    init(reading reader: inout CBORReader) throws(RecordError) {
        for _ in 0..<(try reader.array()) {
            try reader.array(of: 2)
            let user: RecordUserID = try reader.value()
            guard let block = StoredBlock(stored: Array(try reader.byteString())) else {
                throw .malformed
            }
            blocks.append((user, block))
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
    }

    func write(to writer: inout CBORWriter) {
        writer.array(blocks.count)
        for (user, block) in blocks {
            writer.array(2)
            writer.write(user)
            writer.write(block.stored)
        }
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
    }
}

extension AccountReader {
    /// Returns a user's private data.
    func privateData(of user: RecordUserID, _ social: any SocialReader) throws -> PrivateData {
        var data = PrivateData()
        data.blocks = try states(StoredBlock.self, withPrefix: StateKey.blocks(of: user))
            .compactMap { name, block in
                RecordUserID(hexadecimal: name).map { ($0, block) }
            }
        data.peers = try states(StoredPeer.self, withPrefix: StateKey.peers(of: user))
            .filter { $0.value.user != nil && $0.value.place == nil }
            .map { name, peer in
                var shared = peer
                shared.invitation = nil
                return (name, shared)
            }
        data.readPosts = try readPosition(of: User.ID(user)).intervals
            .map { $0.posts.lowerBound.recordID...$0.posts.upperBound.recordID }
        return data
    }
}

extension AccountWriter {
    /// Merges the private data of another device of the same user.
    ///
    /// Of each block and peer, the newer state remains. Read posts that have arrived here count as
    /// read up to the present epoch.
    func merge(
        _ data: PrivateData,
        into user: RecordUserID,
        _ social: any SocialReader,
        _ environment: TimelineEnvironment
    ) throws {
        var isChanged = false
        for (blocked, block) in data.blocks {
            let key = StateKey.block(of: blocked, by: user)
            let own = try state(StoredBlock.self, forKey: key)
            guard own.map({ $0.milliseconds < block.milliseconds }) ?? true else { continue }
            try setState(block, forKey: key)
            if own?.isBlocked == true, !block.isBlocked { try removeRejections(of: blocked) }
            isChanged = true
        }
        if isChanged { try renewStateToken(environment) }
        for (id, peer) in data.peers {
            let key = StateKey.peer(id, of: user)
            let own = try state(StoredPeer.self, forKey: key)
            guard own.map({ $0.milliseconds < peer.milliseconds }) ?? true else { continue }
            try setState(peer, forKey: key)
        }
        try addRead(data.readPosts, of: User.ID(user), epoch: social.epoch())
    }

    /// Removes the rejections of a user's records, for example after a block has ended.
    func removeRejections(of author: RecordUserID) throws {
        for rejection in try rejections() where rejection.author == author {
            try setPrivateValue(nil, forKey: StateKey.rejection(of: rejection.position.id))
        }
    }

    private func addRead(
        _ posts: [ClosedRange<RecordPushID>],
        of user: User.ID,
        epoch: Int
    ) throws {
        let position = try readPosition(of: user)
        let news = posts.map { Post.ID($0.lowerBound)...Post.ID($0.upperBound) }
            .filter { range in
                !position.intervals.contains {
                    $0.posts.contains(range.lowerBound) && $0.posts.contains(range.upperBound)
                }
            }
        guard !news.isEmpty else { return }
        let added = news.map { ReadInterval($0, epoch: epoch) }
        let merged = ReadPosition(
            intervals: position.intervals + added,
            lastShown: position.lastShown
        )
        try setReadPosition(merged, of: user)
    }
}
