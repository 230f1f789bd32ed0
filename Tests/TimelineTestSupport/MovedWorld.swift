import Foundation
package import TimelineCore
import TimelineTesting

/// A store with a bit of everything, and the answers that a copy must give as well.
package struct MovedWorld: Sendable {
    package let world: TestWorld
    package let leia: User.ID
    package let han: User.ID
    private let login: Login

    /// Fills an empty store.
    package init(_ world: TestWorld) async throws {
        self.world = world
        login = try await world.signUp("leia")
        (leia, han) = (login.user.id, try await world.user("han"))
        let (session, luke) = (login.session, try await world.person("luke"))
        _ = try await session.follow(han)
        _ = try await session.follow(luke)
        _ = try await world.session(han).mute(luke)
        for number in 1...9 {
            let author = number.isMultiple(of: 2) ? leia : han
            let caption = "a #moon over @han and number\(number) żółć"
            let post = try await world.post(by: author, caption, seed: number)
            _ = try await session.like(post.id)
            _ = try await world.session(han).comment(on: post.id, "the moon of @leia, \(number)")
            if number == 3 { try await session.bookmark(post.id) }
            if number == 4 { try await session.delete(post.id) }
        }
        let place = Coordinate(latitude: 52.2297, longitude: 21.0122)
        world.clock.advance(by: 1)
        _ = try await session.post(
            [TestPhotos.file(seed: 20)],
            caption: "here",
            place: Place(name: "Warszawa", coordinate: place)
        )
        // The followed user is missing.
        let missing = User.ID(number: 900)
        try world.repository.say(.followed(missing), by: han, at: world.clock.now)
        let photo = TestPhotos.file(seed: 30)
        let source = PhotoSource(byteCount: photo.content.count) {
            nil
        } read: { () throws(TimelineError) in
            photo
        }
        _ = try await session.upload(reading: source)
    }

    /// Returns the answers that must be the same in a copy.
    package func answers(of copy: TestWorld) async throws -> [String] {
        let session = try await copy.guest.session(for: login.token)
        let (guest, place) = (copy.guest, Coordinate(latitude: 52.23, longitude: 21))
        return [
            "\(try await session.home(limit: 20).page)",
            "\(try await guest.page(of: .everyone))",
            "\(try await session.profilePage(of: han, limit: 20))",
            "\(try await session.search("moon number*", limit: 20))",
            "\(try await session.search("żółć", limit: 20))",
            "\(try await session.activity(limit: 50))",
            "\(try await session.bookmarks(limit: 20))",
            "\(try await guest.posts(near: SearchArea(of: place, radius: 5000)))",
            "\(try await copy.session(han).mutedUsers())",
            "\(try await copy.owner.referencedBlobs().sorted())",
        ]
    }
}
