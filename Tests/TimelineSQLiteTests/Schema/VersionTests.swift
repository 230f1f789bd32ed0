import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("The version of the store's tables")
struct VersionTests {
    private static func file(_ sql: String) throws -> URL {
        let file = try TemporaryFolder.makeFile()
        _ = try Storage.open(file)
        try RawStore(file).execute(sql)
        return file
    }

    @Test(arguments: [-1, -2_147_483_648])
    func aNegativeVersionIsAnError(version: Int) throws {
        let file = try Self.file("PRAGMA user_version = \(version)")
        let error = #expect(throws: TimelineError.self) { try Storage.open(file) }
        #expect(error?.code == "storage-failed")
        #expect(error?.description.contains("its version is \(version)") == true)
    }

    @Test(arguments: [-1, 3, 99])
    func anotherApplicationsVersionIsIgnored(version: Int) throws {
        let file = try Self.file(
            "PRAGMA application_id = 1; PRAGMA user_version = \(version)"
        )
        #expect(throws: TimelineError.notAStore(file.path)) { try Storage.open(file) }
    }

    @Test func anEmptyDatabaseWithAVersionIsNotAStore() throws {
        let file = try TemporaryFolder.makeFile()
        try RawStore(file).execute("PRAGMA user_version = 1; VACUUM")
        #expect(throws: TimelineError.notAStore(file.path)) { try Storage.open(file) }
    }

    @Test func aRunningProcessWritesNothingAfterAnUpgrade() async throws {
        let world = try TestWorld(.sqliteFile)
        let leia = try await world.user("leia")
        let post = try await world.post(by: leia)
        try RawStore(try #require(world.file)).execute("PRAGMA user_version = 99")
        await #expect(throws: TimelineError.storeTooNew) { try await world.post(by: leia) }
        #expect(throws: TimelineError.storeTooNew) {
            try world.repository.setReadPosition(ReadPosition(), of: leia)
        }
        let page = try await world.guest.page(of: .everyone)
        #expect(page.posts == [post])
    }

    @Test func aRunningProcessWritesNothingToAnEarlierVersion() async throws {
        let world = try TestWorld(.sqliteFile)
        let leia = try await world.user("leia")
        try RawStore(try #require(world.file)).execute("PRAGMA user_version = 1")
        await #expect(throws: TimelineError.storeTooOld(version: 1)) {
            try await world.post(by: leia)
        }
    }
}
