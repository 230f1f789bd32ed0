import TimelineTestSupport
import TimelineCore
@testable import TimelineSync

/// Rewrites the frames of a peer that lies.
///
/// It can withhold records, claim equality, forge records and reserve made-up IDs, but it cannot
/// sign for other users.
struct Liar {
    private var random: SplitMix64

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    /// Returns a turn that contains lies.
    mutating func rewrite(_ turn: [UInt8]) -> [UInt8] {
        var decoder = FrameDecoder()
        decoder.append(turn)
        var bytes: [UInt8] = []
        // An honest turn is well-formed.
        while let frame = try? decoder.next() {
            guard let message = try? Message(decoding: frame) else { return turn }
            for message in rewrite(message) { bytes += message.frame.encoded }
        }
        return bytes
    }

    private mutating func rewrite(_ message: Message) -> [Message] {
        switch message {
        case .records(let encodings, let completed):
            var lies = encodings.filter { _ in random.oneIn(2) }
            if let encoding = encodings.last, random.oneIn(2) { lies.append(forged(encoding)) }
            return [.records(encodings: lies, completed: completed)]
        case .negentropy(let round, let message) where random.oneIn(2):
            // A skipped range claims that all items are equal.
            return [.negentropy(round: round, message: Array(message.prefix(1)))]
        case .want(let ids, let ranges) where random.oneIn(3):
            let madeUp = (0..<3).compactMap { _ in SaltedID(bytes: random.bytes(32)) }
            return [.want(ids: ids + madeUp, ranges: ranges)]
        case .want(_, let ranges) where random.oneIn(3):
            return [
                .want(ids: [], ranges: []), .records(encodings: [], completed: ranges.map(\.scope)),
            ]
        case .lack(let ids, let blobs) where random.oneIn(2):
            return [.lack(ids: Array(ids.prefix(1)), blobs: blobs)]
        case .end(let end) where random.oneIn(2):
            return [.end(TurnEnd(status: .equal, token: end.token))]
        default: return [message]
        }
    }

    /// Changes the content of a record, which invalidates its signature.
    private mutating func forged(_ encoding: [UInt8]) -> [UInt8] {
        var encoding = encoding
        let index = random.number(below: encoding.count)
        encoding[index] ^= UInt8(1 << random.number(below: 8))
        return encoding
    }
}
