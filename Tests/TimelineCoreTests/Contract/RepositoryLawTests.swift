import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("The laws of a repository")
struct RepositoryLawTests {
    @Test(arguments: Storage.allCases)
    func atomic(storage: Storage) throws {
        try RepositoryLaws.atomic(storage.makeRepository)
    }

    @Test(arguments: Storage.allCases)
    func idempotent(storage: Storage) throws {
        try RepositoryLaws.idempotent(storage.makeRepository)
    }

    @Test(arguments: Storage.allCases)
    func orderIndependent(storage: Storage) throws {
        try RepositoryLaws.orderIndependent(storage.makeRepository)
    }

    @Test(arguments: Storage.allCases)
    func counted(storage: Storage) throws {
        try RepositoryLaws.counted(storage.makeRepository)
    }

    @Test(arguments: Storage.allCases)
    func tombstones(storage: Storage) throws {
        try RepositoryLaws.tombstones(storage.makeRepository)
    }

    @Test(arguments: Storage.allCases)
    func pendingRecords(storage: Storage) throws {
        try RepositoryLaws.pendingRecords(storage.makeRepository)
    }

    @Test(arguments: Storage.allCases)
    func registers(storage: Storage) throws {
        try RepositoryLaws.registers(storage.makeRepository)
    }

    @Test(arguments: Storage.allCases)
    func records(storage: Storage) throws {
        try RepositoryLaws.records(storage.makeRepository)
    }

    @Test(arguments: Storage.allCases)
    func entries(storage: Storage) throws {
        try RepositoryLaws.entries(storage.makeRepository)
    }

    @Test(arguments: Storage.allCases)
    func usernameClaims(storage: Storage) throws {
        try RepositoryLaws.usernameClaims(storage.makeRepository)
    }

    @Test(arguments: Storage.allCases)
    func queries(storage: Storage) throws {
        try RepositoryLaws.queries(storage.makeRepository)
    }

    @Test(arguments: Storage.allCases)
    func limits(storage: Storage) throws {
        try RepositoryLaws.limits(storage.makeRepository)
    }

    @Test(arguments: Storage.allCases)
    func texts(storage: Storage) throws {
        try RepositoryLaws.texts(storage.makeRepository)
    }

    @Test(arguments: Storage.allCases)
    func shortIDs(storage: Storage) throws {
        try RepositoryLaws.shortIDs(storage.makeRepository)
    }

    @Test(arguments: Storage.allCases)
    func tags(storage: Storage) throws {
        try RepositoryLaws.tags(storage.makeRepository)
    }

    @Test(arguments: Storage.allCases)
    func search(storage: Storage) throws {
        try RepositoryLaws.search(storage.makeRepository)
    }

    @Test(arguments: Storage.allCases)
    func userSearch(storage: Storage) throws {
        try RepositoryLaws.userSearch(storage.makeRepository)
    }

    @Test(arguments: Storage.allCases)
    func places(storage: Storage) throws {
        try RepositoryLaws.places(storage.makeRepository)
    }

    @Test(arguments: Storage.allCases)
    func popularPosts(storage: Storage) throws {
        try RepositoryLaws.popularPosts(storage.makeRepository)
    }

    @Test(arguments: Storage.allCases)
    func accounts(storage: Storage) throws {
        try RepositoryLaws.accounts(storage.makeRepository)
    }

    @Test(arguments: Storage.allCases)
    func rejections(storage: Storage) throws {
        try RepositoryLaws.rejections(storage.makeRepository)
    }

    @Test(arguments: Storage.allCases)
    func news(storage: Storage) throws {
        try RepositoryLaws.news(storage.makeRepository)
    }

    @Test(arguments: Storage.allCases)
    func arrival(storage: Storage) throws {
        try RepositoryLaws.arrival(storage.makeRepository)
    }

    @Test(arguments: Storage.allCases)
    func activity(storage: Storage) throws {
        try RepositoryLaws.activity(storage.makeRepository)
    }

    @Test(arguments: Storage.allCases)
    func mutes(storage: Storage) throws {
        try RepositoryLaws.mutes(storage.makeRepository)
    }

    @Test(arguments: Storage.allCases)
    func blocks(storage: Storage) throws {
        try RepositoryLaws.blocks(storage.makeRepository)
    }

    @Test(arguments: Storage.allCases)
    func photos(storage: Storage) throws {
        try RepositoryLaws.photos(storage.makeRepository)
    }

    @Test(arguments: Storage.allCases)
    func paging(storage: Storage) throws {
        try RepositoryLaws.paging(storage.makeRepository)
    }

    @Test func equivalentInMemory() throws {
        try RepositoryLaws.equivalent(Storage.inMemory.makeRepository, batchSize: 100)
    }

    @Test func equivalentAfterEachChange() throws {
        try RepositoryLaws.equivalent(Storage.sqliteInMemory.makeRepository, batchSize: 1)
    }

    @Test func equivalentInAFile() throws {
        try RepositoryLaws.equivalent(Storage.sqliteFile.makeRepository)
    }

    @Test func equivalentOnTwoConnections() throws {
        try RepositoryLaws.equivalentAcrossConnections {
            let file = try TemporaryFolder.makeFile()
            return (writer: try Storage.open(file), reader: try Storage.open(file))
        }
    }
}
