import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("The laws of a repository")
struct RepositoryLawTests {
    @Test(arguments: RepositoryLaws.all, Storage.allCases)
    func law(_ law: RepositoryLaw, storage: Storage) throws {
        try law.check(storage.makeRepository)
    }

    @Test func equivalentAfterEachChange() throws {
        try RepositoryLaws.equivalent(Storage.sqliteInMemory.makeRepository, batchSize: 1)
    }

    @Test func equivalentOnTwoConnections() throws {
        try RepositoryLaws.equivalentAcrossConnections {
            let file = try TemporaryFolder.makeFile()
            return (writer: try Storage.open(file), reader: try Storage.open(file))
        }
    }
}
