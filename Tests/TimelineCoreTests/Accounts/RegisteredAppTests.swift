import Foundation
import Testing
import TimelineTestSupport
import TimelineTesting

@testable import TimelineCore

@Suite("Registered apps")
struct RegisteredAppTests {
    @Test("The oldest unused app makes room for a new one", arguments: Storage.allCases)
    func limit(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let registration = AppRegistration(name: "App", redirectURIs: ["app:/back"])
        func apps(_ ids: [String]) throws -> [Bool] {
            try world.repository.read { _, accounts in try ids.map { try accounts.app($0) != nil } }
        }
        var ids: [String] = []
        for index in 0..<4 {
            world.clock.advance(by: 1)
            let app = RegisteredApp(registration, secret: "s", in: world.clock.environment)
            ids.append(app.id)
            try world.repository.writeAccounts { accounts in
                try accounts.insert(app, unusedLimit: 2)
                // Used apps do not count.
                if index == 0 { try accounts.markUsed(app) }
            }
        }
        #expect(try apps(ids) == [true, false, true, true])
    }
}
