import Foundation
import Testing
import TimelineCore
import TimelineTestDoubles
import TimelineTestSupport
import TimelineTesting

@Suite("Repositories that retry, lose answers, or have no newest stamp")
struct RetryTests {
    private static func world(
        _ storage: Storage,
        _ fault: ForwardingRepository.Fault
    ) throws -> (TestWorld, ForwardingRepository) {
        let repository = ForwardingRepository(try storage.makeRepository(), fault: fault)
        return (try TestWorld(repository: repository, blobs: InMemoryBlobStore()), repository)
    }

    @Test("Running a draft twice has the effect of running it once", arguments: Storage.allCases)
    func conflicts(storage: Storage) async throws {
        let (world, repository) = try Self.world(storage, .conflicts)
        for round in 0..<2 {
            let name = round == 0 ? "leia" : "luke"
            let login = try await world.signUp(name)
            let session = login.session
            let file = TestPhotos.file(seed: 40 + round)
            let kept = try await session.post([file], caption: "first of \(name)")
            let gone = try await session.post([TestPhotos.file(seed: 50 + round)], caption: "gone")
            try await session.edit(kept.id, caption: "edited by \(name)")
            _ = try await session.like(kept.id)
            _ = try await session.comment(on: kept.id, "a comment")
            try await session.delete(gone.id)
            try await session.updateProfile(ProfileUpdate(bio: .set(name)))

            let page = try await session.timeline()
            #expect(page.posts.map(\.caption) == ["edited by \(name)"])
            #expect(page.posts.map(\.likeCount) == [1])
            #expect(page.posts.map(\.commentCount) == [1])
            #expect(try await session.profilePage(of: login.user.id).posts == page)
            #expect(try await session.sessions().count == 1)
            #expect(try world.blobs.contains(kept.photos[0].blob))
            #expect(try !world.blobs.contains(gone.photos[0].blob))
        }
        let leia = try await world.guest.user(withUsername: "leia")
        try await world.session(try await world.user("han")).follow(leia.id)
        #expect(try await world.guest.profile(of: leia.id).followerCount == 1)
        #expect(try world.audit().isEmpty)
        #expect(repository.conflictCount > 5)
    }

    @Test(
        "Records applied again after an unknown outcome have the effect of one",
        arguments: Storage.allCases
    )
    func lostAnswers(storage: Storage) throws {
        let script = try RecordScript(seed: 12, count: 300).disordered()
        let base = try storage.makeRepository()
        let losing = ForwardingRepository(base, fault: .lostAnswers)
        let oracle = InMemoryRepository()
        for start in stride(from: 0, to: script.count, by: 20) {
            let batch = Array(script[start..<min(start + 20, script.count)])
            #expect(throws: TimelineError.self) { try losing.apply(batch) }
            try base.apply(batch)
            try oracle.apply(batch)
        }
        let subjects = SocialAnswers.Subjects(of: script)
        let answers = try SocialAnswers(base, about: subjects)
        let difference = answers.difference(from: try SocialAnswers(oracle, about: subjects))
        #expect(difference == nil)
    }

    @Test("A post with an unknown outcome does not lose its photo", arguments: Storage.allCases)
    func lostAnswerToAPost(storage: Storage) async throws {
        let repository = try storage.makeRepository()
        let world = try TestWorld(repository: repository, blobs: InMemoryBlobStore())
        let leia = try await world.user("leia")
        let losing = try TestWorld(
            repository: ForwardingRepository(repository, fault: .lostAnswers),
            blobs: world.blobs,
            clock: world.clock
        )
        await #expect(throws: TimelineError.self) {
            try await losing.session(leia).post([TestPhotos.file(seed: 60)], caption: "once")
        }
        let posts = try await world.guest.page(of: .everyone).posts
        let post = try #require(posts.first)
        #expect(posts.map(\.caption) == ["once"])
        #expect(try world.blobs.contains(post.photos[0].blob))
        let record = try #require(
            try repository.read { try $0.record(setting: .post(post.id)) }
        )
        let engine = world.owner.engine
        _ = try await engine.fileWrites.run { try engine.accept([record]) { _, _ in } }
        #expect(try await world.guest.page(of: .everyone).posts == posts)
        #expect(try world.audit().isEmpty)
    }

    @Test("Timelines do not depend on the newest stamp", arguments: Storage.allCases)
    func newestStampIsAHint(storage: Storage) async throws {
        let repository = try storage.makeRepository()
        let world = try TestWorld(
            repository: ForwardingRepository(repository, newestStamp: .min),
            blobs: InMemoryBlobStore()
        )
        let (leia, han, _) = try await world.threeUsers()
        try await world.session(leia).follow(han)
        for number in 0..<6 {
            try await world.post(by: number.isMultiple(of: 2) ? leia : han, "\(number)")
        }
        let plans: [ForcedPlan?] = [
            nil, .seek(shards: 1), .seek(shards: 3), .scan(budget: 1_000, shards: 2),
        ]
        for plan in plans {
            let planned = try world.with(
                repository: ForwardingRepository(
                    repository.reading(by: plan),
                    newestStamp: .min
                )
            )
            let page = try await planned.session(leia).timeline(limit: 4)
            #expect(page.posts.map(\.caption) == ["5", "4", "3", "2"])
        }
    }
}
