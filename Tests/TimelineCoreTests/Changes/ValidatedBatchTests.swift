import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("A batch contains nothing that validation rejects")
struct ValidatedBatchTests {
    @Test(arguments: Storage.allCases)
    func theLargestStampIsRejectedAndMintingContinues(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        var make = RecordMaker()
        let follow = try make.record(leia, .followed(.han), at: .max)
        #expect(throws: TimelineError.identifierInFuture(PushID.max.description)) {
            try world.owner.check([follow])
        }
        await #expect(throws: TimelineError.identifierInFuture(PushID.max.description)) {
            try await world.owner.add([follow])
        }
        let next = try await world.post(by: leia)
        #expect(next.id.date == world.clock.now)
    }
}
