import Foundation
import TimelineCore

extension RepositoryLaws {
    static func session(_ byte: UInt8, of user: User.ID, used: TimeInterval) -> Session {
        Session(
            id: Session.ID(bytes: Data(repeating: byte, count: 32)),
            user: user,
            createdAt: start,
            lastUsedAt: start + used,
            label: "session \(byte)"
        )
    }

    static func savedAgain(_ newRepository: Maker) throws {
        let first = Self.session(1, of: .leia, used: 0)
        let again = Session(
            id: first.id,
            user: .han,
            createdAt: Self.start + 1,
            lastUsedAt: Self.start + 5,
            label: "other"
        )
        try repository(newRepository)
            .writeAccounts { accounts in
                try accounts.save(first)
                try accounts.save(again)
                let expected = Self.session(1, of: .leia, used: 5)
                try expect(accounts.session(first.id), equals: expected)
                try expect(accounts.sessions(of: .han).isEmpty)
            }
    }

    static func sessions(_ newRepository: Maker) throws {
        let first = Self.session(1, of: .leia, used: 0)
        let second = Self.session(2, of: .leia, used: 10)
        let other = Self.session(3, of: .han, used: 5)
        try repository(newRepository)
            .writeAccounts { accounts in
                for session in [first, second, other] { try accounts.save(session) }
                try expect(accounts.sessions(of: .leia), equals: [second, first])

                let touched = Session(
                    id: first.id,
                    user: .leia,
                    createdAt: Self.start,
                    lastUsedAt: Self.start + 20,
                    label: first.label
                )
                try accounts.save(touched)
                try expect(accounts.sessions(of: .leia), equals: [touched, second])

                try expect(accounts.sessions(of: nil), equals: [touched, second, other])
                try accounts.deleteSession(second.id)
                try accounts.deleteSession(second.id)
                try expect(accounts.sessions(of: .leia), equals: [touched])
                try expect(accounts.sessions(of: .han), equals: [other])
            }
    }
}
