import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("Profile updates")
struct ProfileTests {
    @Test(arguments: Storage.allCases)
    func onlyTheGivenFieldsChange(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let all = ProfileUpdate(
            displayName: .set("Leia Organa"),
            bio: .set("princess"),
            url: .set("https://example.org")
        )
        try await world.session(leia)
            .updateProfile(
                all,
                avatar: TestPhotos.file(seed: 1, alt: "me")
            )
        let clearings: [ProfileUpdate] = [
            ProfileUpdate(displayName: .cleared), ProfileUpdate(bio: .cleared),
            ProfileUpdate(url: .cleared), ProfileUpdate(avatar: .cleared),
        ]
        for (cleared, update) in clearings.enumerated() {
            let user = try await world.guest.profile(of: leia).user
            #expect((user.displayName == nil) == (cleared > 0))
            #expect((user.bio == nil) == (cleared > 1))
            #expect((user.url == nil) == (cleared > 2))
            #expect(user.avatar == TestPhotos.photo(seed: 1, alt: "me"))
            try await world.session(leia).updateProfile(update)
        }
        let empty = try await world.guest.profile(of: leia).user
        #expect(empty == User(id: leia, username: "leia"))
    }

    @Test(arguments: Storage.allCases)
    func aNewAvatarReplacesTheOldOne(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        for seed in 1...2 {
            let profile = try await world.session(leia)
                .updateProfile(
                    ProfileUpdate(),
                    avatar: TestPhotos.file(seed: seed)
                )
            #expect(profile.user.avatar == TestPhotos.photo(seed: seed))
            #expect(try world.blobs.all() == [TestPhotos.photo(seed: seed).blob])
        }
    }

    @Test(arguments: Storage.allCases)
    func anInvalidUpdateChangesNothing(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, _, _) = try await world.threeUsers()
        let long = String(repeating: "a", count: 501)
        let cases: [(ProfileUpdate, TimelineError)] = [
            (ProfileUpdate(bio: .set(long)), .invalidText(.tooLong(.bio, limit: 500))),
            (ProfileUpdate(bio: .set(" \n")), .invalidText(.empty(.bio))),
            (ProfileUpdate(url: .set("javascript:alert(1)")), .invalidURL("javascript:alert(1)")),
            (ProfileUpdate(url: .set("https://")), .invalidURL("https://")),
            (ProfileUpdate(username: try Username("han")), .usernameTaken("han")),
        ]
        for (update, error) in cases {
            await #expect(throws: error) {
                try await world.session(leia)
                    .updateProfile(
                        update,
                        avatar: TestPhotos.file(seed: 1)
                    )
            }
        }
        let user = try await world.guest.profile(of: leia).user
        #expect(user == User(id: leia, username: "leia"))
        #expect(try world.blobs.all().isEmpty)
    }

    @Test("The date of sign-up stays when the username changes", arguments: Storage.allCases)
    func joined(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let before = world.clock.now
        let leia = try await world.user("leia")
        let joined = try await world.guest.profile(of: leia).joinedAt
        #expect(abs(joined.timeIntervalSince(before)) < 1)
        world.clock.advance(by: 3600)
        let update = ProfileUpdate(username: try Username("general"), bio: .set("princess"))
        #expect(try await world.session(leia).updateProfile(update).joinedAt == joined)
    }

    @Test(arguments: Storage.allCases)
    func savingTheSameUsernameKeepsTheClaim(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        var make = RecordMaker()
        // A different user claims the name on another device a little later.
        make.now += 9
        try world.repository.apply([make.user(.luke, "leia")])
        try world.addKeys(of: [.luke])
        world.clock.advance(by: 3600)
        let update = ProfileUpdate(username: try Username("leia"), bio: .set("princess"))
        let profile = try await world.session(leia).updateProfile(update)
        #expect(profile.user.username == "leia")
        #expect(profile.user.bio == "princess")
        #expect(try await world.guest.profile(of: .luke).user.username != "leia")
        // The user with the suffixed username cannot take the name either, but can take any free
        // name.
        await #expect(throws: TimelineError.usernameTaken("leia")) {
            try await world.session(.luke)
                .updateProfile(
                    ProfileUpdate(username: try Username("leia"))
                )
        }
        let renamed = ProfileUpdate(username: try Username("luke"))
        let luke = try await world.session(.luke).updateProfile(renamed)
        #expect(luke.user.username == "luke")
    }
}
