import Foundation

@testable import Negentropy

/// Passes one message to both roles.
///
/// Both roles must accept the same messages. An accepted message has exactly one encoding, and
/// replies are well-formed and within the frame limit. The first byte selects the number of items.
func fuzzReconciliation(_ bytes: [UInt8]) throws(Violation) {
    guard let first = bytes.first else { return }
    let message = Array(bytes.dropFirst())
    let items = sets[Int(first) % sets.count]
    let reply = try? Responder(items, limits: limits).reply(to: message)  // An error is valid here.
    var initiator = Initiator(items, limits: limits)
    let step = try? initiator.receive(message)  // An error is valid here, too.
    if message.first == ProtocolVersion.current {
        try require((reply == nil) == (step == nil))
        try require(reply == nil || reencoded(message) == message)
    } else {
        try require(step == nil)
    }
    if let reply { try check(reply) }
    guard let step else { return }
    if let next = step.message { try check(next) }
    try require(Set(step.have).count == step.have.count && Set(step.need).count == step.need.count)
    try require(Set(step.have).isSubset(of: items.items.map(\.id)))
}

/// The lowest frame limit, so that messages of a few bytes can fill a frame.
private let limits: ReconciliationLimits = {
    guard let limits = try? ReconciliationLimits(frame: ReconciliationLimits.minimumFrame)
    else { abort() }  // The limit is valid.
    return limits
}()

/// Sets of different sizes, in which several items have the same timestamp.
private let sets: [SealedItems] = [0, 1, 40, 700]
    .map { count in
        let salt = ItemSalt(bytes: [])
        let items = (0..<UInt64(count))
            .map { index in
                Item(
                    timestamp: index / 3,
                    id: salt.applied(to: ItemID(number: UInt256(limb0: index)))
                )
            }
        guard let sealed = try? SealedItems(items) else { abort() }  // The items are distinct.
        return sealed
    }

/// Checks that a message is well-formed and within the frame limit.
private func check(_ message: [UInt8]) throws(Violation) {
    try require(message.count <= ReconciliationLimits.minimumFrame)
    try require(reencoded(message) == message)
}

/// Decodes a message and encodes its ranges again, or returns `nil` if the message is malformed.
private func reencoded(_ message: [UInt8]) -> [UInt8]? {
    var reader = MessageReader(rangesOf: message)
    var writer = MessageWriter()
    do throws(NegentropyError) {
        while let range = try reader.next() {
            switch range.content {
            case .skip: writer.skip(to: range.bound)
            case .fingerprint(let fingerprint): writer.write(fingerprint, to: range.bound)
            case .ids(let ids):
                writer.write(idsOf: ids.map { Item(timestamp: 0, id: $0) }[...], to: range.bound)
            }
        }
    } catch {
        return nil
    }
    return writer.message
}
