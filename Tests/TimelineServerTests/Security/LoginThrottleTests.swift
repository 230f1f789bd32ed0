import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineServer

@Suite("Login throttle")
struct LoginThrottleTests {
    private let world: TestWorld
    private let throttle: LoginThrottle

    init() throws {
        world = try TestWorld(.sqliteInMemory)
        throttle = LoginThrottle(guest: world.guest, now: world.clock.environment.now)
    }

    private var clock: TestEnvironment { world.clock }

    private func fail(from address: String = "10.0.0.1") async throws {
        try await throttle.attempt(from: address) { throw TimelineError.wrongPassword }
    }

    private func failFreely(from address: String = "10.0.0.1") async {
        for _ in 0..<LoginThrottle.freeFailures {
            await #expect(throws: TimelineError.wrongPassword) { try await fail(from: address) }
        }
    }

    @Test("Wrong passwords for many emails delay an address, for longer each time")
    func delay() async throws {
        await failFreely()
        let later = clock.environment.now() + LoginThrottle.firstDelay
        await #expect(throws: TimelineError.tooManyAttempts(until: later)) { try await fail() }
        clock.advance(by: LoginThrottle.firstDelay)
        await #expect(throws: TimelineError.wrongPassword) { try await fail() }
        let muchLater = clock.environment.now() + 2 * LoginThrottle.firstDelay
        await #expect(throws: TimelineError.tooManyAttempts(until: muchLater)) { try await fail() }
    }

    @Test("All servers of a store count the failures of an address together, also after a restart")
    func twoServers() async throws {
        let other = LoginThrottle(guest: world.guest, now: clock.environment.now)
        for number in 0..<LoginThrottle.freeFailures {
            await #expect(throws: TimelineError.wrongPassword) {
                try await (number.isMultiple(of: 2) ? throttle : other)
                    .attempt(from: "10.0.0.1") { throw TimelineError.wrongPassword }
            }
        }
        let later = clock.environment.now() + LoginThrottle.firstDelay
        for server in [throttle, other] {
            await #expect(throws: TimelineError.tooManyAttempts(until: later)) {
                try await server.attempt(from: "10.0.0.1") {}
            }
        }
    }

    @Test("Other addresses are not delayed, and failures expire")
    func others() async throws {
        await failFreely()
        #expect(try await throttle.attempt(from: "10.0.0.2") { 1 } == 1)
        clock.advance(by: LoginThrottle.memory + 1)
        #expect(try await throttle.attempt(from: "10.0.0.1") { 1 } == 1)
    }

    @Test("An IPv6 network counts as one address")
    func network() async throws {
        await failFreely(from: "2001:db8:0:1::1")
        await #expect(throws: TimelineError.self) {
            try await throttle.attempt(from: "2001:db8:0:1::2") {}
        }
        try await throttle.attempt(from: "2001:db8:0:2::1") {}
    }

    @Test("An IPv6 network counts as one address, wherever zeros are omitted")
    func compressedNetwork() async throws {
        // All of these are in 2001:db8:0:0::/64.
        let addresses = ["2001:db8::1", "2001:db8::a:b:c:d", "2001:db8:0:0:5::"]
        for number in 0..<LoginThrottle.freeFailures {
            let address = addresses[number % addresses.count]
            await #expect(throws: TimelineError.wrongPassword) { try await fail(from: address) }
        }
        await #expect(throws: TimelineError.self) {
            try await throttle.attempt(from: "2001:db8::a:b:c:e") {}
        }
    }

    @Test("IPv4 addresses are distinguished if the server listens on IPv6 as well")
    func mappedAddresses() async throws {
        await failFreely(from: "::ffff:10.0.0.1")
        try await throttle.attempt(from: "::ffff:10.0.0.2") {}
        for address in ["::ffff:10.0.0.1", "10.0.0.1"] {
            await #expect(throws: TimelineError.self) {
                try await throttle.attempt(from: address) {}
            }
        }
    }

    @Test("Emails that have an account cannot be tried out in bulk")
    func takenEmails() async throws {
        for _ in 0..<LoginThrottle.freeFailures {
            await #expect(throws: FormFaults.self) {
                try await throttle.attempt(from: "10.0.0.1") {
                    throw FormFaults(errors: [.emailTaken])
                }
            }
        }
        await #expect(throws: TimelineError.self) {
            try await throttle.attempt(from: "10.0.0.1") {}
        }
    }

    @Test("Other errors do not count as failures")
    func otherErrors() async throws {
        for _ in 0...LoginThrottle.freeFailures {
            await #expect(throws: TimelineError.busy) {
                try await throttle.attempt(from: "10.0.0.1") { throw TimelineError.busy }
            }
        }
        try await throttle.attempt(from: "10.0.0.1") {}
    }

    @Test("The number of concurrent attempts from an address is limited")
    func atOnce() async throws {
        try await nested(LoginThrottle.attemptsAtOnce)
        await #expect(throws: RequestError.tooManyAtOnce) {
            try await nested(LoginThrottle.attemptsAtOnce + 1)
        }
    }

    private func nested(_ depth: Int) async throws {
        guard depth > 0 else { return }
        try await throttle.attempt(from: "10.0.0.1") { try await nested(depth - 1) }
    }
}
