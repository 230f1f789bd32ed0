import TimelineTestSupport
import TimelineCore
@testable import TimelineSync
@testable import SyncTestSupport

extension Simulation {
    /// Checks laws 1 to 3: the live sets equal those of the oracle, and no record lies above the
    /// last stamp of its key.
    ///
    /// What a device has blocked may be missing there.
    ///
    /// A store may already have dropped a record because of another one that later becomes void
    /// (see `Docs/Protocol.md`, “The live set”). If keys are revoked, the oracle is therefore
    /// applied only to the records that still exist on a device that wants their scope. Revoking a
    /// key can also undo a follow, after which a device retains the records of that scope but sends
    /// only deletions. The same holds after unfollowing: new replies do not leave the device.
    func checkLiveSets() throws {
        let keepsReplies = made.contains {
            $0.content.kind == .keyRevoked || $0.content.kind == .unfollowed
        }
        let remaining = devices.flatMap { device in
            Self.relevant(Set(device.store.live.values), device.store.scopes())
        }
        let expected = Oracle.live(of: keepsReplies ? remaining : made)
        for (index, device) in devices.enumerated() {
            let scopes = device.store.scopes()
            let live = Self.relevant(Set(device.store.live.values), scopes, except: device.blocked)
            let oracle = Self.relevant(expected, scopes, except: device.blocked)
            guard live != oracle else { continue }
            throw Violation(
                description: """
                    Device \(index) lacks \(Self.list(oracle.subtracting(live))) \
                    and should not have \(Self.list(live.subtracting(oracle)))
                    """
            )
        }
    }

    /// Checks that every device has the pictures of all posts in its scopes that another device with
    /// the same scope has, whatever was cut or killed before.
    func checkPictures() throws {
        let shown = devices.map { device in
            let scopes = device.store.scopes()
            return Set(
                device.store.live.values.filter { scopes.contains($0.author) }
                    .flatMap(\.photos).map(\.blob)
            )
        }
        let held = zip(devices, shown)
            .reduce(into: Set<BlobID>()) { held, pair in
                held.formUnion(pair.1.filter { pair.0.store.blobs[$0] != nil })
            }
        for (index, device) in devices.enumerated() {
            let lacking = shown[index].intersection(held).filter { device.store.blobs[$0] == nil }
            guard lacking.isEmpty else {
                throw Violation(description: "Device \(index) lacks \(lacking.count) pictures.")
            }
        }
    }

    /// Checks law 3 for all devices, even those that do not want the scope, for example after
    /// unfollowing, and those that have blocked the author: nothing stays that another device knows
    /// to be deleted.
    func checkDeletions() throws {
        for (a, b) in devices.indices.flatMap({ a in devices.indices.map { (a, $0) } }) {
            let deletions = devices[b].store.live.values
                .filter { record in
                    let kind = record.content.kind
                    return kind?.isDeletion == true || kind == .accountDeleted
                }
            for record in devices[a].store.live.values {
                guard let deletion = deletions.first(where: { Oracle.deletes($0, record) }) else {
                    continue
                }
                throw Violation(
                    description: """
                        Device \(a) still has \(Self.list([record])), although device \(b) has \
                        \(Self.list([deletion]))
                        """
                )
            }
        }
    }

    /// Checks law 4: a second sync sends at most 360 bytes and no records.
    mutating func checkSecondSync() throws {
        var random = SplitMix64(seed: schedule.seed)
        for device in devices { device.store.privateData = nil }
        for (a, b) in pairs where !hasBlocked(a, b) {
            let (client, server) = try session(a, b, Faults(), &random)
            let byteCount = client.summary.bytesSent + server.summary.bytesSent
            let records = client.summary.recordsSent + server.summary.recordsSent
            guard byteCount > 360 || records > 0 else { continue }
            throw Violation(
                description:
                    "A second sync of \(a), \(b) sent \(byteCount) bytes, \(records) records."
            )
        }
    }

    /// Returns the records of the wanted scopes, and the introductions of the authors of replies.
    private static func relevant(
        _ records: Set<VerifiedRecord>,
        _ scopes: Set<User.ID>,
        except blocked: Set<User.ID> = []
    ) -> Set<VerifiedRecord> {
        let inScopes = records.filter { record in
            scopes.contains(record.scope)
                && blocked.isDisjoint(with: [record.scope, record.author])
        }
        let authors = Set(inScopes.map(\.author))
        return inScopes.union(
            records.filter { $0.introducesAuthor && authors.contains($0.author) }
        )
    }

    private static func list(_ records: Set<VerifiedRecord>) -> String {
        records.sorted().map { "\($0.content) by \($0.author)" }.joined(separator: "; ")
    }
}
