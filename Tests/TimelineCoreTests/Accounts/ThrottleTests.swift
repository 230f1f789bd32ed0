import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("Delays after ten wrong passwords")
struct ThrottleTests {
    private static let wrong = Password("not the password")

    /// The delays in seconds.
    ///
    /// They start at 30 and double after each failure, up to one hour.
    private static let waits = [30.0, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]

    private static func fail(_ count: Int, in world: TestWorld) async throws {
        for _ in 1...count {
            await #expect(throws: TimelineError.wrongPassword) {
                try await world.logIn("leia", wrong)
            }
        }
    }

    @Test(arguments: Storage.allCases, ["leia", "nobody"])
    func theDelaysDoubleForUnknownEmailsToo(storage: Storage, name: String) async throws {
        let world = try TestWorld(storage)
        try await world.signUp("leia")
        for _ in 1...10 {
            await #expect(throws: TimelineError.wrongPassword) {
                try await world.logIn(name, Self.wrong)
            }
        }
        for wait in Self.waits {
            let until = world.clock.now + wait
            for password in [Self.wrong, TestWorld.password] {
                await #expect(throws: TimelineError.tooManyAttempts(until: until)) {
                    try await world.logIn(name, password)
                }
            }
            world.clock.advance(by: wait - 1)
            await #expect(throws: TimelineError.tooManyAttempts(until: until)) {
                try await world.logIn(name, TestWorld.password)
            }
            world.clock.advance(by: 1)
            await #expect(throws: TimelineError.wrongPassword) {
                try await world.logIn(name, Self.wrong)
            }
        }
    }

    @Test(arguments: Storage.allCases)
    func aRejectedAttemptComputesNoHash(storage: Storage) async throws {
        let world = try TestWorld(storage)
        try await world.signUp("leia")
        try await Self.fail(10, in: world)
        let calls = world.hasher.calls
        _ = try? await world.logIn("leia")
        #expect(world.hasher.calls == calls)
    }

    @Test(arguments: Storage.allCases)
    func concurrentAttemptsAreCounted(storage: Storage) async throws {
        let world = try TestWorld(storage)
        try await world.signUp("leia")
        await withTaskGroup { group in
            for _ in 1...40 {
                group.addTask {
                    await #expect(throws: TimelineError.self) {
                        try await world.logIn("leia", Self.wrong)
                    }
                }
            }
        }
        // Two hashes can run at the same time, so an 11th may start before the 10th failure is
        // stored.
        #expect((10...11).contains(world.hasher.calls.checks))
    }

    @Test(arguments: Storage.allCases)
    func theRightPasswordResetsTheCount(storage: Storage) async throws {
        let world = try TestWorld(storage)
        try await world.signUp("leia")
        for _ in 1...3 {
            try await Self.fail(9, in: world)
            try await world.logIn("leia")
        }
    }

    @Test(arguments: Storage.allCases)
    func otherEmailsAreNotDelayed(storage: Storage) async throws {
        let world = try TestWorld(storage)
        for name in ["leia", "han"] { try await world.signUp(name) }
        try await Self.fail(10, in: world)
        try await world.logIn("han")
    }

    @Test(arguments: Storage.allCases)
    func changingThePasswordIsDelayedToo(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        for _ in 1...10 {
            await #expect(throws: TimelineError.wrongOwnPassword) {
                try await world.session(leia)
                    .changePassword(
                        from: Self.wrong,
                        to: TestWorld.password
                    )
            }
        }
        let until = world.clock.now + 30
        await #expect(throws: TimelineError.tooManyAttempts(until: until)) {
            try await world.session(leia).deleteAccount(password: TestWorld.password)
        }
    }

    @Test(arguments: Storage.allCases)
    func afterADayFailuresExpireForAnyEmail(storage: Storage) async throws {
        let world = try TestWorld(storage)
        try await world.signUp("leia")
        for name in ["leia", "nobody"] {
            for _ in 1...10 { _ = try? await world.logIn(name, Self.wrong) }
        }
        world.clock.advance(by: LoginFailures.memory)
        for name in ["leia", "nobody"] {
            // Ten attempts are allowed again. The eleventh is delayed.
            for _ in 1...10 {
                await #expect(throws: TimelineError.wrongPassword) {
                    try await world.logIn(name, Self.wrong)
                }
            }
            await #expect(throws: TimelineError.tooManyAttempts(until: world.clock.now + 30)) {
                try await world.logIn(name, Self.wrong)
            }
        }
    }

    @Test(arguments: Storage.allCases)
    func dayOldFailuresAreDeletedAtTheNextFailure(storage: Storage) async throws {
        let world = try TestWorld(storage)
        try await world.signUp("leia")
        for name in ["leia", "nobody"] { _ = try? await world.logIn(name, Self.wrong) }
        world.clock.advance(by: LoginFailures.memory)
        _ = try? await world.logIn("another", Self.wrong)
        for name in ["leia", "nobody"] {
            let email = try EmailAddress("\(name)@example.org")
            #expect(try world.repository.failures(for: email) == .none)
        }
    }

    @Test(arguments: Storage.allCases)
    func failuresAreDeletedWithTheAccount(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.signUp("leia").user.id
        _ = try? await world.logIn("leia", Self.wrong)
        let email = try EmailAddress("leia@example.org")
        #expect(try world.repository.failures(for: email).count == 1)
        try await world.session(leia).deleteAccount(password: TestWorld.password)
        #expect(try world.repository.failures(for: email) == .none)
    }

    @Test(arguments: Storage.allCases)
    func staleFailuresForManyEmailsAreDeletedByLaterOnes(storage: Storage) throws {
        let world = try TestWorld(storage)
        let count = try world.repository.writeAccounts { accounts in
            for number in 0..<400 {
                // The emails ascend, so only their hashes lead back to earlier ones.
                let email = try EmailAddress("user\(1000 + number)@example.org")
                let date = world.clock.now + Double(number) * LoginFailures.memory / 10
                try accounts.deleteStaleFailures(after: email, at: date)
                try accounts.setFailures(LoginFailures(count: 1, last: date), for: email)
            }
            return try accounts.privateValues(withPrefix: "login-failure/", after: nil, limit: 400)
                .count
        }
        #expect(count < 20)
    }

    @Test(arguments: Storage.allCases, ["leia", "nobody"])
    func failuresFromTheFutureLockNobodyOut(storage: Storage, name: String) async throws {
        let world = try TestWorld(storage)
        try await world.signUp("leia")
        let year = 365.0 * 24 * 60 * 60
        world.clock.advance(by: year)
        for _ in 1...11 { _ = try? await world.logIn(name, Self.wrong) }
        world.clock.advance(by: -year)
        await #expect(throws: TimelineError.wrongPassword) {
            try await world.logIn(name, Self.wrong)
        }
        if name == "leia" { try await world.logIn(name) }
        // Only the failure recorded with the correct clock is counted.
        let email = try EmailAddress("\(name)@example.org")
        #expect(try world.repository.failures(for: email).count == (name == "leia" ? 0 : 1))
    }
}
