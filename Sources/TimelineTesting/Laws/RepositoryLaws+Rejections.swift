import TimelineCore

extension RepositoryLaws {
    /// Checks the rejections of sync.
    ///
    /// - Parameter newRepository: A closure that creates an empty repository.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    static func rejections(_ newRepository: Maker) throws {
        try check(
            "Rejections",
            newRepository,
            [
                "Each selection returns its rejections, and those of a source in their order.":
                    rejectionSelections,
                "Only the first rejection of a record is stored.": firstRejection,
                "Deleting a selection deletes all of it, and nothing else.": deletedRejections,
            ]
        )
    }

    /// Rejections of two records for each combination of few users, keys and reasons.
    private static let rejected: [RejectedRecord] = {
        var rejections: [RejectedRecord] = []
        for scope in [User.ID.leia, .han] {
            for author in [User.ID.leia, .luke] {
                for reason in RejectionReason.allCases {
                    let source = RejectedRecord.Source(
                        scope: scope,
                        author: author,
                        reason: reason
                    )
                    for number in 0..<2 as Range<UInt64> {
                        let id = [UInt8(rejections.count)] + [UInt8](repeating: 7, count: 31)
                        let key = [UInt8](repeating: UInt8(number), count: KeyID.byteCount)
                        guard let id = RecordID(bytes: id), let key = KeyID(bytes: key) else {
                            continue
                        }
                        rejections.append(
                            RejectedRecord(
                                position: RecordPosition(milliseconds: 9 - number, id: id),
                                key: key,
                                source: source
                            )
                        )
                    }
                }
            }
        }
        return rejections
    }()

    private static let selections: [RejectedRecord.Selection] =
        [.scope(.leia), .scope(.luke)]
        + rejected.flatMap { rejection in
            [
                .record(rejection.position.id), .source(rejection.source),
                .signed(rejection.source.author, rejection.key),
            ]
        }

    private static func isSelected(
        _ rejection: RejectedRecord,
        _ selection: RejectedRecord.Selection
    ) -> Bool {
        switch selection {
        case .record(let id): rejection.position.id == id
        case .scope(let scope): rejection.source.scope == scope
        case .source(let source): rejection.source == source
        case .signed(let author, let key):
            rejection.source.author == author && rejection.key == key
        }
    }

    /// Checks that exactly these rejections are stored.
    private static func expect(
        _ rejections: [RejectedRecord],
        in accounts: any AccountReader
    ) throws {
        for selection in selections {
            let expected = rejections.filter { isSelected($0, selection) }
            let found = try accounts.rejections(selection, limit: .max)
            try expect(found.count, equals: expected.count, "\(selection)")
            try expect(Set(found), equals: Set(expected), "\(selection)")
            try expect(accounts.rejections(selection, limit: 1).count, equals: min(1, found.count))
            guard case .source = selection else { continue }
            try expect(found, equals: found.sorted { $0.position < $1.position })
        }
        let sources = rejections.map(\.source)
        try expect(accounts.rejectionSources(), equals: Set(sources))
        for author in [User.ID.leia, .luke, .han, nil] {
            let counted = sources.filter { author == nil || $0.author == author }
            try expect(
                accounts.rejectionCounts(by: author),
                equals: Dictionary(counted.map { ($0.reason, 1) }, uniquingKeysWith: +)
            )
        }
    }

    private static func rejectionSelections(_ newRepository: Maker) throws {
        try newRepository()
            .writeAccounts { accounts in
                try expect([], in: accounts)
                for rejection in rejected { try expect(accounts.insert(rejection)) }
                try expect(rejected, in: accounts)
            }
    }

    private static func firstRejection(_ newRepository: Maker) throws {
        try newRepository()
            .writeAccounts { accounts in
                try expect(accounts.insert(rejected[0]))
                let again = RejectedRecord(
                    position: rejected[0].position,
                    key: rejected[1].key,
                    source: rejected[2].source
                )
                try expect(!accounts.insert(again))
                try expect([rejected[0]], in: accounts)
            }
    }

    private static func deletedRejections(_ newRepository: Maker) throws {
        for selection in selections {
            try newRepository()
                .writeAccounts { accounts in
                    for rejection in rejected { _ = try accounts.insert(rejection) }
                    try accounts.deleteRejections(selection)
                    try expect(rejected.filter { !isSelected($0, selection) }, in: accounts)
                }
        }
    }
}
