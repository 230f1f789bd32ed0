import Foundation
import Testing
import TimelineCore
import TimelineRecords
import TimelineSQLite
import TimelineTestSupport
import TimelineTesting

@Suite("A store equals a projection of its records from scratch")
struct ProjectionTests {
    @Test("200 random stores equal a whole projection, row by row", arguments: 0..<20)
    func randomStores(group: UInt64) throws {
        for seed in group * 10..<group * 10 + 10 {
            var generator = SplitMix64(seed: seed)
            let repository = try SQLiteRepository()
            try apply(seed: seed, to: repository, &generator)
            let findings = try repository.audit(repairing: false)
            #expect(findings == [], "seed \(seed)")
        }
    }

    @Test("Random damage is found and repaired to equality, 500 times", arguments: 0..<10)
    func randomDamage(group: UInt64) throws {
        let file = try TemporaryFolder.makeFile()
        let repository = try SQLiteRepository(file: file)
        var generator = SplitMix64(seed: group)
        try apply(seed: group, to: repository, &generator)
        let store = try RawStore(file)
        try store.prepareForDamage()
        let before = try DerivedDump(store)
        var damage = RandomDamage(to: store, seed: group)
        var found = 0
        while found < 50 {
            let statement = try damage.strike()
            // Some damage concerns only rows without a meaning, such as those of unknown users.
            if try DerivedDump(store) == before { continue }
            found += 1
            let findings = try repository.audit(repairing: true, verifying: false) {}
            #expect(!findings.isEmpty, "\(statement)")
            let difference = try DerivedDump(store).difference(from: before)
            #expect(difference == nil, "\(statement)")
            if difference != nil { return }
        }
        #expect(try repository.audit(repairing: false) == [])
        #expect(try repository.integrityFaults() == [])
    }

    /// Applies a random history in disorder and in batches, with some accounts.
    private func apply(
        seed: UInt64,
        to repository: SQLiteRepository,
        _ generator: inout SplitMix64
    ) throws {
        let script = try RecordScript(seed: seed, count: 120).disordered()
        let authors = Set(script.map { User.ID($0.body.author) }).sorted()
        let middle = PushID(script.map(\.body.stamp).sorted()[script.count / 3])
        try repository.writeAccounts { accounts in
            try accounts.insert(account(of: authors[0], "a@example.org"))
        }
        var rest = script[...]
        while !rest.isEmpty {
            let batch = Array(rest.prefix(Int.random(in: 1...40, using: &generator)))
            rest = rest.dropFirst(batch.count)
            try repository.apply(CheckedBatch(unchecked: batch, oldestNews: middle))
        }
        try repository.writeAccounts { accounts in
            try accounts.insert(account(of: authors[1], "b@example.org"))
        }
        while try repository.purgeRemovedUsers(limit: 100) != nil {}
    }

    private func account(of user: User.ID, _ email: String) throws -> Account {
        Account(
            user: user,
            email: try EmailAddress(email),
            passwordHash: "hash",
            createdAt: Date(timeIntervalSince1970: 0)
        )
    }
}
