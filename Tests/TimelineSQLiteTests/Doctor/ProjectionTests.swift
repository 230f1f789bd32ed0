import Foundation
import Testing
import TimelineCore
import TimelineSQL
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
            try addHistory(seed: seed, to: repository, &generator)
            let findings = try repository.audit(repairing: false)
            #expect(findings == [], "seed \(seed)")
        }
    }

    @Test("Random damage is found and repaired to equality, 500 times", arguments: 0..<10)
    func randomDamage(group: UInt64) throws {
        let file = try TemporaryFolder.makeFile()
        let repository = try SQLiteRepository(file: file)
        var generator = SplitMix64(seed: group)
        try addHistory(seed: group, to: repository, &generator)
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

    @Test("Records with one wrong bit heal to equality, 200 times", arguments: 0..<10)
    func damagedRecords(group: UInt64) throws {
        let file = try TemporaryFolder.makeFile()
        let repository = try SQLiteRepository(file: file)
        var generator = SplitMix64(seed: group)
        try addHistory(seed: group, to: repository, &generator)
        let script = try RecordScript(seed: group, count: 120).records
        // A revocation may have come too late for records that others had replaced.
        try repository.apply(ValidatedBatch(unchecked: script))
        let store = try RawStore(file)
        try store.prepareForDamage()
        let before = try DerivedDump(store, withRows: false)
        let records = try ids(in: repository)
        let live = script.filter { records.contains($0.id) }
        for step in 0..<20 {
            let index = Int.random(in: 0..<records.count, using: &generator)
            let column = Bool.random(using: &generator) ? "body" : "signature"
            let row = "(SELECT row FROM record ORDER BY id LIMIT 1 OFFSET \(index))"
            let stored = try store.text("SELECT hex(\(column)) FROM record WHERE row = \(row)")
            var bytes = Array(try #require(stored).utf8)
            let digit = Int.random(in: 0..<bytes.count, using: &generator)
            bytes[digit] = bytes[digit] == UInt8(ascii: "0") ? UInt8(ascii: "1") : UInt8(ascii: "0")
            let damaged = String(decoding: bytes, as: UTF8.self)
            try store.execute("UPDATE record SET \(column) = x'\(damaged)' WHERE row = \(row)")
            // An intact copy may arrive before the doctor sees the damage.
            if Bool.random(using: &generator) {
                let findings = try repository.audit(repairing: true)
                #expect(findings.contains { $0.isOfRecord }, "\(step)")
                #expect(try ids(in: repository).count < records.count)
            }
            try repository.apply(ValidatedBatch(unchecked: live))
            while try repository.purgeDeletedAccounts(limit: 100) != nil {}
            #expect(try repository.audit(repairing: false) == [], "\(step): \(column) \(index)")
            #expect(try ids(in: repository) == records)
            let difference = try DerivedDump(store, withRows: false).difference(from: before)
            #expect(difference == nil, "\(step): \(column) \(index)")
            if difference != nil { return }
        }
    }

    private func ids(in repository: SQLiteRepository) throws -> Set<RecordID> {
        try repository.read { reader in
            var ids: Set<RecordID> = []
            try reader.forEachRecord { ids.insert($0.id) }
            return ids
        }
    }

    /// Adds a random history in disorder and in batches, with some accounts.
    private func addHistory(
        seed: UInt64,
        to repository: SQLiteRepository,
        _ generator: inout SplitMix64
    ) throws {
        let script = try RecordScript(seed: seed, count: 120).disordered()
        let authors = Set(script.map(\.author)).sorted()
        let middle = script.map(\.stamp).sorted()[script.count / 3]
        try repository.writeAccounts { accounts in
            try accounts.insert(account(of: authors[0], "a@example.org"))
        }
        var rest = script[...]
        while !rest.isEmpty {
            let batch = Array(rest.prefix(Int.random(in: 1...40, using: &generator)))
            rest = rest.dropFirst(batch.count)
            try repository.apply(ValidatedBatch(unchecked: batch, oldestNews: middle))
        }
        try repository.writeAccounts { accounts in
            try accounts.insert(account(of: authors[1], "b@example.org"))
        }
        while try repository.purgeDeletedAccounts(limit: 100) != nil {}
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
