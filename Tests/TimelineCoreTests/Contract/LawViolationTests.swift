import Testing
import TimelineCore
import TimelineTesting

@Suite("Broken laws are reported")
struct LawViolationTests {
    @Test func aBatchCommittedInParts() throws {
        let violation = try #require(throws: LawViolation.self) {
            try law("atomic").check { BrokenRepository(.singleCommits) }
        }
        #expect(violation.law == "Law 1, atomic")
        #expect(
            violation.rules.map(\.sentence)
                == ["A batch arrives in one commit."]
        )
        #expect(violation.description.contains("RepositoryLaws+Batches.swift"))
    }

    @Test func droppedRecords() throws {
        for name in ["counted", "orderIndependent", "equivalent"] {
            #expect(throws: LawViolation.self) {
                try law(name).check { BrokenRepository(.ignoredUnsetting) }
            }
        }
        // The repository satisfies these other laws.
        for name in ["atomic", "tombstones"] {
            try law(name).check { BrokenRepository(.ignoredUnsetting) }
        }
    }

    /// Returns the law with the given name.
    private func law(_ name: String) throws -> RepositoryLaw {
        try #require(RepositoryLaws.all.first { $0.name == name })
    }
}
