import Testing
import TimelineCore
import TimelineTestSupport

@Suite("A username belongs to its oldest claim")
struct UsernameClaimTests {
    private static func name(_ id: User.ID, in repository: any Repository) throws -> String? {
        try repository.read { try $0.user(id)?.username }
    }

    @Test(arguments: Storage.allCases, [false, true])
    func theOlderStampKeepsItInEitherOrder(storage: Storage, isReversed: Bool) throws {
        let repository = try storage.makeRepository()
        var make = ChangeMaker()
        let claims = [try make.user(.han, "falcon"), try make.user(.leia, "falcon")]
        for claim in isReversed ? claims.reversed() : claims { try repository.apply([claim]) }
        #expect(try Self.name(.han, in: repository) == "falcon")
        #expect(try Self.name(.leia, in: repository) == "falcon~11e594f481")
        let found = try repository.read { try $0.user(withUsername: "@Falcon~11e594f481") }
        #expect(found?.id == .leia)
    }

    @Test(arguments: Storage.allCases)
    func atEqualStampsTheLowerIdentifierKeepsIt(storage: Storage) throws {
        var make = ChangeMaker()
        let leia = try make.user(.leia, "falcon")
        let claims = [leia, leia.with(author: .han)]
        for claims in [claims, claims.reversed()] {
            let repository = try storage.makeRepository()
            try repository.apply(claims)
            #expect(try Self.name(.leia, in: repository) == "falcon")
            #expect(try Self.name(.han, in: repository) == "falcon~e79acd97ac")
        }
    }

    @Test(arguments: Storage.allCases)
    func aRenameFreesTheNameForTheNext(storage: Storage) throws {
        let repository = try storage.makeRepository()
        var make = ChangeMaker()
        let claims = try [User.ID.leia, .han, .luke].map { try make.user($0, "falcon") }
        try repository.apply(claims)
        try repository.apply([try make.user(.leia, "leia")])
        #expect(try Self.name(.leia, in: repository) == "leia")
        #expect(try Self.name(.han, in: repository) == "falcon")
        #expect(try Self.name(.luke, in: repository) == "falcon~993224b4fe")
        let found = try repository.read { try $0.users(UserQuery(matching: "falcon")) }
        #expect(found.map(\.id) == [.han, .luke])
    }

    @Test(arguments: Storage.allCases)
    func aRemovalFreesTheNameForTheNext(storage: Storage) throws {
        let repository = try storage.makeRepository()
        var make = ChangeMaker()
        try repository.apply([try make.user(.leia, "falcon"), try make.user(.han, "falcon")])
        try repository.apply([make.change(.leia, .profileRemoved)])
        #expect(try Self.name(.han, in: repository) == "falcon")
        #expect(try repository.read { try $0.user(withUsername: "falcon")?.id } == .han)
    }

    @Test(arguments: Storage.allCases)
    func anOlderRenameThatComesLateIsIgnored(storage: Storage) throws {
        let repository = try storage.makeRepository()
        var make = ChangeMaker()
        let older = try make.user(.leia, "older")
        try repository.apply([try make.user(.leia, "newer")])
        try repository.apply([older])
        #expect(try Self.name(.leia, in: repository) == "newer")
        #expect(try repository.read { try $0.user(withUsername: "older") } == nil)
    }
}
