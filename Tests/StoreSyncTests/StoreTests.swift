import SyncTestSupport
import Foundation
import Testing
import TimelineCore
@testable import TimelineSync
import TimelineTestSupport
import TimelineTesting

@Suite("The store as sessions see it")
struct StoreTests {
    /// Ben's store and an in-memory model of it, with the same records and without pictures.
    private struct Pair {
        let anna: Site
        let ben: Site
        let store: RepositorySyncStore
        let model: InMemorySyncStore

        init(_ storage: Storage) async throws {
            anna = try await Site(storage, "anna", seed: 1)
            ben = try await Site(storage, "ben", seed: 2)
            let cora = try await Site(storage, "cora", seed: 3)
            try await ben.sync.follow(anna.user)
            try await cora.sync.follow(anna.user)
            for index in 1...9 { try await anna.world.post(by: anna.user, seed: index) }
            let posts = try await anna.session.timeline().posts
            anna.tick()
            try await anna.session.edit(posts[2].id, caption: "edited")
            try await anna.session.delete(posts[4].id)
            cora.world.clock.advance(by: 100)
            try await cora.addPeer(anna)
            try await anna.addPeer(cora)
            try await Friends.connect(cora, anna)
            cora.tick()
            try await cora.session.like(posts[0].id)
            _ = try await cora.session.comment(on: posts[1].id, "hi")
            try await Friends.connect(cora, anna)
            store = try ben.store()
            model = InMemorySyncStore(user: store.user, device: store.device)
            try model.add(ben.allRecords(of: [ben.user]))
            let records =
                try anna.allRecords(of: [anna.user])
                + anna.store().introductions(of: [cora.user])
            ben.world.clock.advance(by: 1000)
            // Apply two batches, the second of which contains the keys for the replies.
            for batch in [records.shuffled().prefix(12), records.shuffled().prefix(.max)] {
                let accepted = Array(batch) + records.filter(\.introducesAuthor)
                let live = try store.commit(SyncBatch(accepted: accepted))
                #expect(try model.commit(SyncBatch(accepted: accepted)) == live)
            }
        }
    }

    @Test("A store answers like the model", arguments: Storage.allCases)
    func model(storage: Storage) async throws {
        let pair = try await Pair(storage)
        let (store, model) = (pair.store, pair.model)
        let (anna, ben) = (pair.anna.user, pair.ben.user)
        #expect(try store.scopes() == model.scopes())
        #expect(try store.users() == model.users())
        #expect(try store.heldUsers() == model.heldUsers())
        #expect(try store.pendingCount() == model.pendingCount())
        for selection in [
            RecordSelection(scopes: [anna, ben], users: [anna, ben]),
            RecordSelection(scopes: [anna], users: [ben]),
            RecordSelection(scopes: [], users: [anna, ben]),
            RecordSelection(scopes: [ben], users: [ben], owner: ben),
            RecordSelection(scopes: [anna, ben], users: [ben], owner: ben),
            RecordSelection(scopes: [], users: [ben], owner: anna),
            RecordSelection(scopes: [ben], deletionScopes: [anna], users: [ben]),
        ] {
            let (actual, expected) = (
                try store.inventory(of: selection), model.inventory(of: selection)
            )
            #expect(Set(actual.positions) == Set(expected.positions))
            #expect(actual.positions.count == expected.positions.count)
            #expect(actual.introduced == expected.introduced)
            for limit in [3, 100] {
                let wanted = try store.wantedBlobs(of: selection, limit: limit)
                #expect(wanted == model.wantedBlobs(of: selection, limit: limit))
            }
            #expect(try store.heldBlobs(of: selection).isEmpty)
        }
        let all = try pair.ben.allRecords(of: [pair.anna.user, pair.ben.user])
        let bound = RecordPosition(of: try #require(all.sorted().dropFirst(5).first))
        for limit in [1, 4, 100] {
            let ranges = [
                WantedRange(scope: anna, bound: bound), WantedRange(scope: ben, bound: nil),
            ]
            let records = try store.records(in: ranges, limit: limit)
            #expect(records == model.records(in: ranges, limit: limit))
        }
        for record in all {
            let author = record.author
            #expect(
                try store.needsIntroductions(of: author) == model.needsIntroductions(of: author)
            )
            #expect(try store.target(of: record) == model.target(of: record))
            let day = record.stamp.milliseconds / 86_400_000
            #expect(
                try store.replyCount(by: author, in: anna, day: day)
                    == model.replyCount(by: author, in: anna, day: day)
            )
            guard let post = record.concernedPost else { continue }
            #expect(try store.containsPost(post, by: anna) == model.containsPost(post, by: anna))
        }
        #expect(try store.known(Set(all.map(\.id))) == Set(all.map(\.id)))
        #expect(try await pair.ben.world.owner.examine().isEmpty)
    }

    @Test("The state token changes with every change of the set", arguments: Storage.allCases)
    func token(storage: Storage) async throws {
        let pair = try await Pair(storage)
        let store = pair.store
        var tokens: Set<SyncToken> = [try store.token()]
        #expect(try tokens.contains(store.token()))
        let record = try #require(try pair.anna.allRecords(of: [pair.anna.user]).first)
        _ = try store.commit(SyncBatch(accepted: [record]))
        #expect(try tokens.contains(store.token()))
        _ = try store.commit(SyncBatch(rejected: [RejectedRecord(record, reason: .blocked)]))
        #expect(try tokens.insert(store.token()).inserted)
        try await pair.ben.session.block(pair.anna.user)
        #expect(try tokens.insert(store.token()).inserted)
        try await pair.ben.session.unblock(pair.anna.user)
        #expect(try tokens.insert(store.token()).inserted)
        try await pair.ben.world.post(by: pair.ben.user, seed: 1)
        #expect(try tokens.insert(store.token()).inserted)
        pair.ben.tick()
        // The block has ended the follow.
        try await pair.ben.session.follow(pair.anna.user)
        #expect(try tokens.insert(store.token()).inserted)
        let anna = pair.anna.user
        #expect(try !store.heldUsers().contains(anna))
        pair.ben.tick()
        _ = try await pair.ben.session.unfollow(pair.anna.user)
        #expect(try tokens.insert(store.token()).inserted)
        #expect(try store.heldUsers().contains(anna))
        try await pair.ben.sync.forget(pair.anna.user)
        #expect(try tokens.insert(store.token()).inserted)
        #expect(try !store.heldUsers().contains(anna))
    }

    @Test("The progress of a first sync is stored with its records", arguments: Storage.allCases)
    func progress(storage: Storage) async throws {
        let pair = try await Pair(storage)
        let anna = pair.anna.user
        let position = RecordPosition(
            milliseconds: 5,
            id: try #require(RecordID(bytes: [UInt8](repeating: 1, count: 32)))
        )
        for progress in [FirstSyncProgress.receivedDown(to: position), .complete] {
            _ = try pair.store.commit(SyncBatch(progress: [anna: progress]))
            #expect(try pair.store.progress(of: [anna]) == [anna: progress])
        }
        // Without records of the scope, the first sync has not started.
        let nobody = User.ID(rootKey: SigningKey().verifyingKey)
        _ = try pair.store.commit(SyncBatch(progress: [nobody: .complete]))
        #expect(try pair.store.progress(of: [nobody]).isEmpty)
    }

    @Test("Stored values survive their encoding")
    func coding() throws {
        let user = User.ID(rootKey: SigningKey().verifyingKey)
        var contact = StoredContact(user: user, last: 7)
        contact.honest = StoredContact.HonestTime(epoch: 3, milliseconds: 6)
        for difference in [Int64(-300_000), 300_000] {
            contact.clockDifference = difference
            #expect(StoredContact(stored: contact.stored) == contact)
        }
        var memory = PeerMemory()
        #expect(StoredMemory(stored: StoredMemory(memory).stored)?.memory == memory)
        let held = User.ID(rootKey: SigningKey().verifyingKey)
        memory.peerScopes = StoreScopes(wanted: [user], held: [held])
        memory.sentScopes = ScopesHash(of: StoreScopes(wanted: [user]))
        var generator = SystemRandomNumberGenerator()
        memory.equality = PeerMemory.Equality(
            own: SyncToken(using: &generator),
            peer: SyncToken(using: &generator)
        )
        let stored = StoredMemory(memory).stored
        #expect(StoredMemory(stored: stored)?.memory == memory)
        #expect(StoredMemory(stored: Array(stored.dropLast())) == nil)
        #expect(StoredMemory(stored: stored + [0]) == nil)
        #expect(StoredContact(stored: stored) == nil)
    }
}

extension Site {
    /// Returns the live records of the given scopes.
    func allRecords(of scopes: [User.ID]) throws -> [VerifiedRecord] {
        let ids = try records(of: scopes)
        return try world.repository.read { try $0.records(withIDs: ids) }
    }
}
