import Foundation
import Testing
import TimelineArchive
import TimelineCore
import TimelineSQLite
import TimelineTestSupport
import TimelineTesting

/// The repositories that every test runs on.
enum Storage: CaseIterable {
    case memory, sqlite

    func repository() throws -> any Repository {
        switch self {
        case .memory: InMemoryRepository()
        case .sqlite: try SQLiteRepository()
        }
    }
}

/// An engine on an empty store, in the year 2020 unless told otherwise.
struct Store {
    let owner: StoreOwner

    var guest: Guest { owner.guest }

    func session(_ user: User.ID) -> UserSession { owner.acting(as: user) }

    let repository: any Repository
    let blobs = InMemoryBlobStore()

    init(_ storage: Storage, now: Date = Date(timeIntervalSince1970: 1_600_000_000)) throws {
        repository = try storage.repository()
        owner = StoreOwner(
            repository: repository,
            blobs: blobs,
            hasher: NoHasher(),
            environment: TimelineEnvironment(
                now: { now },
                randomBytes: { [UInt8](repeating: 7, count: $0) },
                pause: { _ in },
                processorCount: 1
            )
        )
    }

    /// Makes a user as of 2017.
    func makeUser(_ name: String) throws -> User.ID {
        let id = User.ID(UUID())
        let claim = ProfileUpdate(username: try Username(name))
        let stamp = PushID(milliseconds: 1_500_000_000_000, random: (1, 1))
        try repository.apply([Change(stamp: stamp, author: id, action: .profileUpdated(claim))])
        return id
    }

    /// Everything that the store answers, and the bytes it keeps.
    func answers() async throws -> Answers {
        let users = try await owner.guest.users(UserQuery(limit: 10_000))
        let posts = try await owner.guest.page(of: .everyone, limit: 10_000).posts
        var answers = Answers(blobs: Set(blobs.all()))
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

private struct NoHasher: PasswordHasher {
    func hash(_ password: Password) -> String { "" }
    func verify(_ password: Password, against hash: String) -> Bool { false }
    func needsRehash(_ hash: String) -> Bool { false }
}

extension ImportReport {
    /// Expects every entry to be taken or refused, and every refusal to be told.
    func expectComplete(_ location: SourceLocation = #_sourceLocation) {
        var refused = 0
        for tally in [users, fields, follows, posts, comments, likes] {
            #expect(tally.taken + tally.refused == tally.inArchive, sourceLocation: location)
            refused += tally.refused
        }
        #expect(refusals.count == refused, sourceLocation: location)
    }
}
