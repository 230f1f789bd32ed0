import Foundation
import Testing
import TimelineArchive
import TimelineCore
import TimelineTestSupport
import TimelineTesting

extension TestWorld {
    /// Creates an empty store on 13 September 2020, after the last entry of the sample archive.
    static func in2020(_ storage: Storage) throws -> TestWorld {
        try TestWorld(storage, now: Date(timeIntervalSince1970: 1_600_000_000))
    }

    /// Adds a user who signed up in 2017.
    func makeUser(_ name: String) throws -> User.ID {
        let id = User.ID(UUID())
        let claim = ProfileUpdate(username: try Username(name))
        let stamp = PushID(milliseconds: 1_500_000_000_000, random: (1, 1))
        try repository.apply([Change(stamp: stamp, author: id, action: .profileUpdated(claim))])
        return id
    }

    /// Returns all profiles, follows, posts and blobs, and expects correct counts.
    func answers() async throws -> Answers {
        let users = try await owner.guest.users(UserQuery(limit: 10_000))
        let posts = try await owner.guest.page(of: .everyone, limit: 10_000).posts
        var answers = Answers(blobs: Set(try blobs.all()))
        for user in users {
            answers.profiles.append(try await owner.guest.profile(of: user.id))
            answers.followed.append(
                try await owner.guest.users(UserQuery(.followed(by: user.id), limit: 10_000))
                    .map(\.id)
            )
        }
        for post in posts {
            answers.pages.append(try await owner.guest.postPage(post.id))
            answers.likers.append(try await owner.guest.likers(of: post.id).map(\.id))
        }
        #expect(try repository.audit(repairing: false).isEmpty)
        return answers
    }
}

struct Answers: Equatable {
    var profiles: [ProfileView] = []
    var followed: [[User.ID]] = []
    var pages: [PostPage] = []
    var likers: [[User.ID]] = []
    var blobs: Set<BlobID>
}

extension ImportReport {
    /// Expects every entry to be imported or rejected, and every rejection to be listed.
    func expectComplete(_ location: SourceLocation = #_sourceLocation) {
        var refused = 0
        for tally in [users, fields, follows, posts, comments, likes] {
            #expect(tally.taken + tally.refused == tally.inArchive, sourceLocation: location)
            refused += tally.refused
        }
        #expect(refusals.count == refused, sourceLocation: location)
    }
}
