import Testing

@testable import Negentropy

@Suite("Vectors of the reference implementation")
struct VectorTests {
    @Test("The file contains all cases")
    func count() {
        #expect(VectorFile.shared?.cases.count == 82)
        #expect(VectorFile.shared?.fingerprints.count == 9)
    }

    @Test("Messages and differences are equal", arguments: VectorFile.shared?.cases ?? [])
    func session(_ vector: VectorFile.Case) throws {
        let items = try SealedItems(vector.client.flatMap(\.elements))
        let others = try SealedItems(vector.server.flatMap(\.elements))
        #expect(items.count == vector.clientItems && others.count == vector.serverItems)
        var session = Session(
            Initiator(items, limits: try limits(vector.clientFrameLimit)),
            Responder(others, limits: try limits(vector.serverFrameLimit))
        )
        try session.run()
        #expect(session.turns.count == vector.rounds)
        let messages = session.turns.flatMap { [$0.request, $0.reply] }
        try #require(messages.count == vector.messages.count)
        for (message, line) in zip(messages, vector.messages) {
            #expect((line.client ?? line.server)?.matches(message) == true)
        }
        #expect(vector.have.matches(session.have))
        #expect(vector.need.matches(session.need))
        checkSteps(session, vector)
    }

    /// Checks the differences found in each reply, unless the reference reported an ID twice.
    private func checkSteps(_ session: Session, _ vector: VectorFile.Case) {
        guard vector.clientFrameLimit ?? 0 == 0, vector.serverFrameLimit ?? 0 == 0 else { return }
        for (turn, line) in zip(session.turns, vector.messages.filter { $0.server != nil }) {
            #expect((line.have ?? .list([])).matches(turn.step.have))
            #expect((line.need ?? .list([])).matches(turn.step.need))
        }
    }

    @Test("Fingerprints are equal", arguments: VectorFile.shared?.fingerprints.indices ?? 0..<0)
    func fingerprints(_ index: Int) throws {
        let vector = try #require(VectorFile.shared?.fingerprints[index])
        let items = vector.items.flatMap(\.elements)
        #expect(items.count == vector.count)
        let sum = items.reduce(UInt256()) { $0 &+ $1.id.number }
        #expect(ItemID(number: sum).description == vector.sum)
        let fingerprint = try SealedItems(items).fingerprint(of: 0..<items.count)
        #expect(fingerprint == Fingerprint(bytes: bytes(vector.fingerprint)[...]))
    }

    private func limits(_ frame: Int?) throws -> ReconciliationLimits {
        try ReconciliationLimits(frame: frame == 0 ? nil : frame)
    }
}
