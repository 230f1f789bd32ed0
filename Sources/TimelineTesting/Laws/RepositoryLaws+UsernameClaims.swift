public import TimelineCore

extension RepositoryLaws {
    /// Checks that the oldest claim to a username wins.
    ///
    /// - Parameter newRepository: A closure that creates an empty repository.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    public static func usernameClaims(_ newRepository: Maker) throws {
        try check(
            "Username claims",
            newRepository,
            [
                "The older stamp wins, in either order.": olderStamp,
                "The lower user ID wins at equal stamps.": equalStamps,
                "A rename gives the username to the next claim.": renamed,
                "A removal gives the username to the next claim.": removed,
                "An older rename that arrives late is ignored.": lateRename,
            ]
        )
    }

    private static func username(of id: User.ID, in repository: any Repository) throws -> String? {
        try repository.read { try $0.user(id)?.username }
    }

    private static func olderStamp(_ newRepository: Maker) throws {
        var make = ChangeMaker()
        let claims = [try make.user(.han, "falcon"), try make.user(.leia, "falcon")]
        for claims in [claims, claims.reversed()] {
            let repository = try newRepository()
            for claim in claims { try repository.apply([claim]) }
            try expect(username(of: .han, in: repository), equals: "falcon")
            try expect(username(of: .leia, in: repository), equals: "falcon~11e594f481")
            let suffixed = try repository.read { try $0.user(withUsername: "@Falcon~11e594f481") }
            try expect(suffixed?.id, equals: .leia)
        }
    }

    private static func equalStamps(_ newRepository: Maker) throws {
        var make = ChangeMaker()
        let leia = try make.user(.leia, "falcon")
        let claims = [leia, leia.with(author: .han)]
        for claims in [claims, claims.reversed()] {
            let repository = try newRepository()
            try repository.apply(claims)
            try expect(username(of: .leia, in: repository), equals: "falcon")
            try expect(username(of: .han, in: repository), equals: "falcon~e79acd97ac")
        }
    }

    private static func renamed(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = ChangeMaker()
        let claims = try [User.ID.leia, .han, .luke].map { try make.user($0, "falcon") }
        try repository.apply(claims)
        try repository.apply([try make.user(.leia, "leia")])
        try expect(username(of: .leia, in: repository), equals: "leia")
        try expect(username(of: .han, in: repository), equals: "falcon")
        try expect(username(of: .luke, in: repository), equals: "falcon~993224b4fe")
        let matches = try repository.read { try $0.users(UserQuery(matching: "falcon")) }
        try expect(matches.map(\.id), equals: [.han, .luke])
    }

    private static func removed(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = ChangeMaker()
        try repository.apply([try make.user(.leia, "falcon"), try make.user(.han, "falcon")])
        try repository.apply([make.change(.leia, .profileRemoved)])
        try expect(username(of: .han, in: repository), equals: "falcon")
        try expect(repository.read { try $0.user(withUsername: "falcon")?.id }, equals: .han)
    }

    private static func lateRename(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = ChangeMaker()
        let older = try make.user(.leia, "older")
        try repository.apply([try make.user(.leia, "newer")])
        try repository.apply([older])
        try expect(username(of: .leia, in: repository), equals: "newer")
        try expect(repository.read { try $0.user(withUsername: "older") }, equals: nil)
    }
}
