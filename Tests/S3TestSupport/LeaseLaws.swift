import Foundation
package import TimelineCore

/// Two processes of a store, with the same leases on blobs.
package struct LeaseTestProcesses {
    /// The leases of the first process.
    package let first: any BlobLeases
    /// The leases of the second process.
    package let second: any BlobLeases
    /// Lets time pass.
    package let advance: (Duration) throws -> Void
    /// Commits a transaction of the first process, which might reference blobs.
    package let commit: () throws -> Void

    /// Creates two processes without leases.
    package init(
        first: any BlobLeases,
        second: any BlobLeases,
        advance: @escaping (Duration) throws -> Void,
        commit: @escaping () throws -> Void
    ) {
        (self.first, self.second) = (first, second)
        (self.advance, self.commit) = (advance, commit)
    }
}

/// A law that each implementation of `BlobLeases` must satisfy.
package struct LeaseLaw: Sendable, CustomStringConvertible {
    /// The law, as a sentence.
    package let description: String
    /// Checks the law, and throws an error if it is broken.
    package let check: @Sendable (LeaseTestProcesses) throws -> Void

    private init(
        _ description: String,
        _ check: @escaping @Sendable (LeaseTestProcesses) throws -> Void
    ) {
        (self.description, self.check) = (description, check)
    }

    /// All laws.
    package static let all = [
        LeaseLaw("A lease is visible until it is released.", visible),
        LeaseLaw("Only the purpose of storing keeps a blob.", storing),
        LeaseLaw("A renewed lease is not taken over.", renewed),
        LeaseLaw("A process that has lost a lease cannot commit.", lost),
        LeaseLaw("An abandoned lease is taken over once.", abandoned),
        LeaseLaw("A process does not take over what it uses.", ownLeases),
        LeaseLaw("A lease has any number of blobs.", manyBlobs),
        LeaseLaw("Leases are taken over up to a limit.", limits),
        LeaseLaw("Only leases on the given blobs are lost.", otherBlobs),
    ]
}

/// An error that names the broken part of a law.
private struct BrokenLaw: Error, CustomStringConvertible {
    let description: String
}

private func expect(
    _ condition: Bool,
    file: StaticString = #fileID,
    line: UInt = #line
) throws {
    guard condition else { throw BrokenLaw(description: "\(file):\(line): It is false.") }
}

private let blobs = (1...3).map { BlobID(of: Data([$0])) }
private let duration = Duration.seconds(1000)
private let almost = Duration.seconds(900)

extension LeaseTestProcesses {
    fileprivate func insert(
        _ purpose: BlobLease.Purpose,
        _ blobs: [BlobID]
    ) throws -> BlobLease {
        let lease = BlobLease(purpose: purpose, blobs: blobs)
        try first.insert(lease, for: duration)
        return lease
    }

    /// Whether the first process can commit.
    fileprivate func canCommit() throws -> Bool {
        do {
            try commit()
            return true
        } catch is TimelineError {
            return false
        }
    }
}

extension BlobLeases {
    fileprivate func takeOver() throws -> [BlobLease] { try takeOver(limit: 10, for: duration) }
}

extension LeaseLaw {
    private static func visible(_ processes: LeaseTestProcesses) throws {
        let (first, second) = (processes.first, processes.second)
        let lease = try processes.insert(.storing, [blobs[0], blobs[1], blobs[0]])
        try expect(lease.blobs == [blobs[0], blobs[1]].sorted())
        try expect(second.stored(among: [blobs[1], blobs[2]]) == [blobs[1]])
        try expect(first.stored(among: [blobs[0]]) == [blobs[0]])
        try expect(second.stored(among: []).isEmpty)
        try expect(second.reserved() == [blobs[0], blobs[1]])
        try expect(second.takeOver().isEmpty)
        try second.release(lease.id)
        try second.abandon(lease.id)
        try expect(!second.reserved().isEmpty)
        try processes.commit()
        try first.release(lease.id)
        try expect(second.reserved().isEmpty)
        try processes.commit()
    }

    private static func storing(_ processes: LeaseTestProcesses) throws {
        _ = try processes.insert(.removing, [blobs[0]])
        _ = try processes.insert(.settingAside, [blobs[1]])
        try expect(processes.second.stored(among: blobs).isEmpty)
        try expect(processes.second.reserved() == [blobs[0]])
    }

    private static func renewed(_ processes: LeaseTestProcesses) throws {
        _ = try processes.insert(.storing, blobs)
        try processes.advance(almost)
        try expect(processes.first.renew(for: duration))
        try processes.advance(almost)
        try expect(processes.second.stored(among: blobs) == Set(blobs))
        try expect(processes.second.takeOver().isEmpty)
        try processes.commit()
        // Its time may pass as long as nobody takes it.
        try processes.advance(almost)
        try expect(processes.first.renew(for: duration))
        try expect(processes.second.stored(among: blobs) == Set(blobs))
        try processes.commit()
    }

    private static func lost(_ processes: LeaseTestProcesses) throws {
        let (first, second) = (processes.first, processes.second)
        let lease = try processes.insert(.storing, blobs)
        let other = try processes.insert(.storing, [BlobID(of: Data([9]))])
        try processes.advance(duration)
        try expect(processes.canCommit())
        try expect(second.stored(among: [blobs[0]]).isEmpty)
        try expect(!processes.canCommit())
        try expect(!first.renew(for: duration))
        try expect(!processes.canCommit())
        try expect(second.takeOver() == [lease.takenOver])
        try expect(!processes.canCommit())
        try first.release(lease.id)
        try expect(second.reserved() == Set(blobs + other.blobs))
        // It has given up what it has lost.
        try processes.commit()
        try expect(first.renew(for: duration))
        try first.release(other.id)
        try second.release(lease.id)
        try expect(first.reserved().isEmpty)
    }

    private static func abandoned(_ processes: LeaseTestProcesses) throws {
        let (first, second) = (processes.first, processes.second)
        let lease = try processes.insert(.storing, blobs)
        try first.abandon(lease.id)
        try expect(second.stored(among: blobs).isEmpty)
        try expect(second.reserved() == Set(blobs))
        try expect(second.takeOver() == [lease.takenOver])
        try expect(first.takeOver().isEmpty)
        try expect(first.stored(among: blobs).isEmpty)
        // The new holder was killed.
        try processes.advance(duration)
        try expect(first.takeOver() == [lease.takenOver])
        try processes.commit()
        try first.release(lease.id)
        try expect(second.reserved().isEmpty)
        try processes.commit()
    }

    private static func ownLeases(_ processes: LeaseTestProcesses) throws {
        let lease = try processes.insert(.storing, blobs)
        try processes.advance(duration)
        try expect(processes.first.takeOver().isEmpty)
        try processes.commit()
        try expect(processes.second.stored(among: blobs).isEmpty)
        try expect(processes.first.takeOver().isEmpty)
        try expect(!processes.canCommit())
        try processes.first.abandon(lease.id)
        try expect(processes.first.takeOver() == [lease.takenOver])
    }

    private static func manyBlobs(_ processes: LeaseTestProcesses) throws {
        let blobs = (0..<11_000).map { BlobID(of: Data("\($0)".utf8)) }
        let lease = try processes.insert(.storing, blobs)
        let none = try processes.insert(.settingAside, [])
        try expect(processes.second.reserved() == Set(blobs))
        try expect(processes.second.stored(among: Array(blobs.suffix(150))).count == 150)
        try processes.advance(duration)
        let taken = try processes.second.takeOver()
        try expect(Set(taken) == [lease.takenOver, none])
        for lease in taken { try processes.second.release(lease.id) }
        try expect(processes.first.reserved().isEmpty)
    }

    private static func limits(_ processes: LeaseTestProcesses) throws {
        let leases = try (1...5).map { try processes.insert(.removing, [BlobID(of: Data([$0]))]) }
        try processes.advance(duration)
        var taken: [BlobLease] = []
        for count in [2, 2, 1, 0] {
            let next = try processes.second.takeOver(limit: 2, for: duration)
            try expect(next.count == count)
            taken += next
        }
        try expect(Set(taken) == Set(leases))
        try expect(processes.second.takeOver(limit: 0, for: duration).isEmpty)
    }

    private static func otherBlobs(_ processes: LeaseTestProcesses) throws {
        _ = try processes.insert(.storing, [blobs[0], blobs[1]])
        _ = try processes.insert(.removing, [blobs[2]])
        try processes.advance(duration)
        try expect(processes.second.stored(among: [blobs[2]]).isEmpty)
        try processes.commit()
        try expect(processes.first.renew(for: duration))
        try expect(processes.second.stored(among: [blobs[0]]) == [blobs[0]])
    }
}
