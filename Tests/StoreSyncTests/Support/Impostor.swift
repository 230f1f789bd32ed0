import SyncTestSupport
import Foundation
import TimelineCore
@testable import TimelineSync
import TimelineTestSupport
import TimelineTesting

/// A modified program at the other end of a pipe, which claims to be a device.
struct Impostor: Sendable {
    /// The device that it claims to be.
    let device: Site
    /// The key of its handshake.
    let key: NoiseKey

    /// The result of a sync with an impostor.
    struct Result {
        /// The report of the site, if it succeeded.
        let report: SyncReport?
        /// The error that the site has thrown, if any.
        let error: (any Error)?
        /// The number of times that the impostor has received private data.
        let privateCount: Int
        /// Whether the impostor has received the invitation that it looks for.
        let hasInvitation: Bool
    }

    /// Syncs a site, in the given role, with the impostor.
    ///
    /// The impostor admits the site's device or, if it looks for an invitation, only its bearer.
    func meet(
        _ site: Site,
        as role: SessionConfiguration.Role,
        lookingFor invitation: SyncToken? = nil,
        sending privateData: [UInt8]? = nil
    ) async throws -> Result {
        let (toSite, toImpostor) = (Pipe(), Pipe())
        let ends = (
            toImpostor.fileHandleForReading.fileDescriptor,
            toSite.fileHandleForWriting.fileDescriptor
        )
        let own = try site.store().device
        let claimed = try device.store().device
        let records = try device.allRecords(of: [device.user])
        let isInitiator = role == .responder
        async let met = device.sync.runBlocking {
            let store = InMemorySyncStore(user: device.user, device: claimed)
            try store.add(records)
            store.privateData = privateData
            if let invitation {
                store.invitations = [invitation]
            } else {
                store.standings[own] = .ownDevice
            }
            var carrier = try PipeCarrier.connect(
                input: ends.0,
                output: ends.1,
                as: isInitiator ? .initiator : .responder,
                with: key
            )
            var generator = SystemRandomNumberGenerator()
            let configuration = SessionConfiguration(
                role: isInitiator ? .initiator : .responder,
                salt: Nonce(using: &generator),
                // It believes every claim.
                peer: nil
            )
            var session = SyncSession(store: store, configuration: configuration)
            let environment = device.world.clock.environment
            let outcome = carrier.run(&session) { .present(environment) }
            let failures: [SessionOutcome] = [.failed(.notInvited), .failed(.disconnected)]
            return (store.receivedPrivateData.count, !failures.contains(outcome))
        }
        var (report, failure): (SyncReport?, (any Error)?)
        do {
            report = try await site.sync.sync(
                input: toSite.fileHandleForReading.fileDescriptor,
                output: toImpostor.fileHandleForWriting.fileDescriptor,
                role: role
            )
        } catch {
            failure = error
        }
        try toImpostor.fileHandleForWriting.close()
        let (privateCount, isAdmitted) = try await met
        withExtendedLifetime((toSite, toImpostor)) {}
        return Result(
            report: report,
            error: failure,
            privateCount: privateCount,
            hasInvitation: invitation != nil && isAdmitted
        )
    }
}
