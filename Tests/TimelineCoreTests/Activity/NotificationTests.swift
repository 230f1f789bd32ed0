import Foundation
import Testing
import TimelineTestSupport
import TimelineTesting

@testable import TimelineCore

@Suite("Notifications")
struct NotificationTests {
    @Test("Pages lead upward without a gap, within their bounds", arguments: Storage.allCases)
    func upward(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, luke) = try await world.threeUsers()
        let post = try await world.post(by: leia)
        for number in 0..<12 {
            world.clock.advance(by: 1)
            let session = world.session(number.isMultiple(of: 3) ? luke : han)
            _ = try await session.comment(on: post.id, "\(number)")
        }
        let session = world.session(leia)
        let all = try await session.notifications(limit: 20).items
        #expect(all.count == 12)
        var (found, floor) = ([ActivityNotification](), try #require(all.last).id)
        while true {
            let page = try await session.notifications(above: floor, isUpward: true, limit: 4)
            guard let first = page.items.first else { break }
            #expect(page.next == page.items.last?.id)
            (found, floor) = (page.items + found, first.id)
        }
        #expect(found == all.dropLast())
        let middle = try await session.notifications(
            after: all[2].id,
            above: all[9].id,
            isUpward: true,
            limit: 3
        )
        #expect(middle.items == Array(all[6...8]))
        let newest = try await session.notifications(after: all[2].id, above: all[9].id, limit: 3)
        #expect(newest.items == Array(all[3...5]))
        let his = try await session.notifications(above: all[11].id, isUpward: true, limit: 2) {
            event,
            _ in event.user == luke
        }
        #expect(his.items == [all[5], all[8]])
    }

    @Test("Those directly above an item are found below very many")
    func many() async throws {
        let world = try TestWorld(.sqliteInMemory)
        let (leia, han, _) = try await world.threeUsers()
        let post = try await world.post(by: leia)
        let session = world.session(han)
        for number in 0..<1050 { _ = try await session.comment(on: post.id, "\(number)") }
        let reader = world.session(leia)
        let all = try await reader.notifications(limit: 1100).items
        let floor = try #require(all.last)
        let page = try await reader.notifications(above: floor.id, isUpward: true, limit: 2)
        #expect(page.items.map { $0.item.comment?.text } == ["2", "1"])
    }

    @Test("Their IDs are in their order", arguments: Storage.allCases)
    func order(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, luke) = try await world.threeUsers()
        let post = try await world.post(by: leia)
        for number in 0..<20 {
            let session = world.session(number.isMultiple(of: 2) ? han : luke)
            switch number % 3 {
            case 0: try await session.like(post.id)
            case 1: _ = try await session.comment(on: post.id, "Hi")
            default: try await session.follow(leia)
            }
        }
        let ids = try await world.session(leia).notifications(limit: 40).items
            .map(\.id.description)
        #expect(ids.count > 8 && ids == ids.sorted(by: >))
        #expect(Set(ids.map(\.count)).count == 1)
    }

    @Test("What has been cleared away is not found", arguments: Storage.allCases)
    func cleared(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, luke) = try await world.threeUsers()
        for user in [han, luke] { try await world.session(user).follow(leia) }
        let session = world.session(leia)
        let items = try await session.notifications(limit: 2).items
        #expect(try await session.notification(items[0].id) == items[0])
        try await session.clearActivity(items[0].id)
        #expect(try await session.notification(items[0].id) == nil)
        #expect(try await session.notification(items[1].id)?.id == items[1].id)
        try await session.clearActivity()
        #expect(try await session.notification(items[1].id) == nil)
    }
}
