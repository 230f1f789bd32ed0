import Negentropy

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

// Speaks the line protocol of the reference implementation's cross-language tests:
//
//     item,TIMESTAMP,ID    adds an item
//     seal                 seals the items
//     initiate             makes this side the initiator, and prints its first message
//     msg,MESSAGE          prints the differences as have,ID and need,ID, then msg,MESSAGE or done
//
// IDs and messages are hexadecimal. The environment variable FRAMESIZELIMIT is the frame limit in
// bytes; 0 means none.
//
// To compare both implementations, add the path of this program to `harnessTypeToCmd` in
// `test/Utils.pm` of github.com/hoytech/negentropy, as the type `swift`, and run in its folder
// `RECS=50000 P1=2 P2=2 P3=7 NODUPS=1 perl fuzz.pl swift cpp` and `perl test.pl cpp,swift`.

/// An error that ends the harness.
enum HarnessError: Error {
    case malformedLine(String)
    case notSealed
    case frameTooLong(bytes: Int)
}

/// One side of a session, controlled by the commands of the line protocol.
struct Harness {
    let limits: ReconciliationLimits
    var items: [Item] = []
    var sealed: SealedItems?
    var initiator: Initiator?

    /// Carries out a command and returns the lines to print.
    mutating func run(_ line: String) throws -> [String] {
        let fields = line.split(separator: ",", omittingEmptySubsequences: false)
        switch fields.first {
        case "item":
            guard fields.count == 3, let timestamp = UInt64(fields[1]),
                let id = bytes(fields[2]).flatMap({ ItemID(bytes: $0) })
            else { throw HarnessError.malformedLine(line) }
            items.append(Item(timestamp: timestamp, id: id))
            return []
        case "seal":
            sealed = try SealedItems(items)
            return []
        case "initiate":
            guard let sealed else { throw HarnessError.notSealed }
            let initiator = Initiator(sealed, limits: limits)
            self.initiator = initiator
            return [try output(initiator.firstMessage)]
        case "msg":
            guard let message = bytes(fields.count > 1 ? fields[1] : "") else {
                throw HarnessError.malformedLine(line)
            }
            return try answer(message)
        default: throw HarnessError.malformedLine(line)
        }
    }

    private mutating func answer(_ message: [UInt8]) throws -> [String] {
        guard let step = try initiator?.receive(message) else {
            guard let sealed else { throw HarnessError.notSealed }
            return [try output(Responder(sealed, limits: limits).reply(to: message))]
        }
        return try step.have.map { "have,\($0)" } + step.need.map { "need,\($0)" }
            + [step.message.map(output) ?? "done"]
    }

    private func output(_ message: [UInt8]) throws -> String {
        if let frame = limits.frame, message.count > frame {
            throw HarnessError.frameTooLong(bytes: message.count)
        }
        let digits = Array("0123456789abcdef".utf8)
        let text = message.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return "msg," + String(decoding: text, as: UTF8.self)
    }

    private func bytes(_ text: Substring) -> [UInt8]? {
        let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2)
            .map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}

let frame = getenv("FRAMESIZELIMIT").flatMap { Int(String(cString: $0)) } ?? 0
// As in the reference implementation, received messages and turns are unlimited.
var harness = Harness(
    limits: try ReconciliationLimits(
        frame: frame == 0 ? nil : frame,
        message: .max,
        idleTurns: .max
    )
)
while let line = readLine() {
    guard !line.isEmpty else { continue }
    for output in try harness.run(line) { print(output) }
    fflush(nil)
}
