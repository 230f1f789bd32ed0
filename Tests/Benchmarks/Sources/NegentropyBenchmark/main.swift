import Negentropy

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

// Measures the reconciliation of many items: NegentropyBenchmark [ITEMS]
// Each time is the best of five runs. The processor time of all threads is printed as well, because
// other programs affect it less. Build with `-c release`.

/// Returns the shortest times of five runs, and the result of the last run.
func best<Result>(_ body: () throws -> Result) rethrows -> (time: String, result: Result) {
    var (shortest, leastWork, result) = (Duration.seconds(1_000_000), clock_t.max, try body())
    for _ in 0..<5 {
        let start = clock()
        shortest = min(shortest, try ContinuousClock().measure { result = try body() })
        leastWork = min(leastWork, clock() - start)
    }
    let milliseconds = (shortest / .milliseconds(1) * 100).rounded() / 100
    return ("\(milliseconds) ms (processors: \(Double(leastWork) / 1000) ms)", result)
}

/// Runs a session, and returns its turns, its bytes, and the number of differences that it finds.
func session(
    _ initiatorItems: SealedItems,
    _ responderItems: SealedItems
) throws -> (turns: Int, sent: Int, received: Int, differences: Int) {
    var initiator = Initiator(initiatorItems)
    let responder = Responder(responderItems)
    var (turns, sent, received, differences) = (0, 0, 0, 0)
    var message: [UInt8]? = initiator.firstMessage
    while let request = message {
        let reply = try responder.reply(to: request)
        let step = try initiator.receive(reply)
        turns += 1
        sent += request.count
        received += reply.count
        differences += step.have.count + step.need.count
        message = step.message
    }
    return (turns, sent, received, differences)
}

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
let salt = ItemSalt(bytes: Array(0..<16))

func randomID() -> ItemID {
    ItemID(bytes: (0..<ItemID.byteCount).map { _ in UInt8.random(in: 0...255) }) ?? randomID()
}

let start: UInt64 = 1_700_000_000_000
let sorted = (0..<count).map { Item(timestamp: start + UInt64($0) * 1000, id: randomID()) }
let shuffled = sorted.shuffled()

func report(_ label: String, _ body: () throws -> SealedItems) rethrows -> SealedItems {
    let (time, sealed) = try best(body)
    print("\(label): \(time) for \(sealed.count) items")
    return sealed
}

let all = try report("seal, sorted by time") { try SealedItems(sorted) }
_ = try report("seal, in random order") { try SealedItems(shuffled) }
_ = try report("salt and seal, sorted by time") { try SealedItems(sorted, salt: salt) }
_ = try report("salt and seal, in random order") { try SealedItems(shuffled, salt: salt) }
let wanted = Set(sorted.prefix(10).map { salt.applied(to: $0.id) })
let (lookUp, _) = best { salt.originals(of: wanted, in: sorted) }
print("find 10 originals: \(lookUp)")

let fewer = try SealedItems(
    sorted.enumerated().filter { $0.offset % (count / 5) != 7 }.map(\.element)
)
let others = try SealedItems(
    sorted.enumerated().filter { $0.offset % (count / 5) != 99 }.map(\.element)
)
for (label, left, right) in [
    ("equal", all, all), ("5 differences each way", fewer, others), ("5 missing here", fewer, all),
] {
    let (time, result) = try best { try session(left, right) }
    print(
        "\(label): \(result.turns) round trips, \(result.sent) + \(result.received) bytes, "
            + "\(result.differences) differences, \(time)"
    )
}
