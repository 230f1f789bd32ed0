import Testing
import TimelineCore
import TimelineTesting

@Suite("Broken laws are reported")
struct LawViolationTests {
    @Test func aBatchCommittedInParts() throws {
        let violation = try #require(throws: LawViolation.self) {
            try RepositoryLaws.atomic { BrokenRepository(.singleCommits) }
        }
        #expect(violation.law == "Law 1, atomic")
        #expect(
            violation.rules.map(\.sentence)
                == ["A batch arrives in one commit."]
        )
        #expect(violation.description.contains("RepositoryLaws+Batches.swift"))
    }

    @Test func droppedRecords() throws {
        let laws: [(RepositoryLaws.Maker) throws -> Void] = [
            RepositoryLaws.counted, RepositoryLaws.orderIndependent,
            { try RepositoryLaws.equivalent($0) },
        ]
        for law in laws {
            #expect(throws: LawViolation.self) { try law { BrokenRepository(.ignoredUnsetting) } }
        }
        // The repository satisfies these other laws.
        try RepositoryLaws.atomic { BrokenRepository(.ignoredUnsetting) }
        try RepositoryLaws.tombstones { BrokenRepository(.ignoredUnsetting) }
    }
}
