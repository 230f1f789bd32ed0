import Synchronization
import Testing
import TimelineCore
@testable import TimelineSync
@testable import SyncTestSupport

@Suite("Bounds of the work of a session")
struct WorkBoundTests {
    private let anna: Author
    private let ben: Author
    /// The attacked device, which belongs to Anna, a follower of Ben.
    private let phone: Phone
    /// The device of a hostile friend.
    private let other: Phone

    init() throws {
        anna = try Author(1)
        ben = try Author(2)
        (phone, other) = (try Phone(anna), try Phone(ben))
        phone.trust(other)
        other.trust(phone)
        try phone.follow(ben)
    }

    /// Returns a session of Anna's device that has received a hello.
    private func server(
        _ change: (inout SessionConfiguration) -> Void = { _ in }
    ) throws -> SyncSession<InMemorySyncStore> {
        var configuration = phone.session(.responder, salt: 2).configuration
        change(&configuration)
        var server = SyncSession(store: phone.store, configuration: configuration)
        _ = server.start(at: phone.time)
        let client = other.session(.initiator, salt: 1)
        let hello = Message.hello(try client.hello(at: phone.time, withScopes: true))
        _ = server.receive(hello.frame.encoded + (try end()), at: phone.time)
        return server
    }

    private func end() throws -> [UInt8] {
        Message.end(TurnEnd(status: .open, token: other.store.token())).frame.encoded
    }

    /// Sends a turn, and returns its outcome.
    private func outcome(
        of messages: [Message],
        in server: inout SyncSession<InMemorySyncStore>
    ) throws -> SessionOutcome? {
        let bytes = Array(messages.map(\.frame.encoded).joined())
        _ = server.receive(bytes + (try end()), at: phone.time)
        return server.outcome
    }

    // MARK: Numbers

    @Test(
        "An offset beyond every picture is malformed",
        arguments: [(64 << 20) + 1, .max] as [UInt64]
    )
    func offsets(offset: UInt64) throws {
        let blob = try hash([1])
        let messages: [Message] = [
            .blob(BlobPart(blob: blob, offset: offset, bytes: [1])),
            .wantBlob(BlobRequest(blob: blob, offset: offset, count: .max)),
        ]
        for message in messages {
            var server = try server()
            #expect(
                try outcome(of: [message], in: &server)
                    == .failed(.malformedFrame(type: message.type.rawValue, .malformed))
            )
        }
    }

    @Test("A time beyond every stamp is malformed")
    func times() throws {
        let id = try #require(RecordID(bytes: [UInt8](repeating: 1, count: 32)))
        let bound = RecordPosition(milliseconds: 1 << 48, id: id)
        var server = try server()
        let want = Message.want(ids: [], ranges: [WantedRange(scope: ben.id, bound: bound)])
        #expect(
            try outcome(of: [want], in: &server)
                == .failed(.malformedFrame(type: FrameType.want.rawValue, .malformed))
        )
        var client = other.session(.initiator)
        var fresh = phone.session(.responder)
        let late = SyncTime(milliseconds: 1 << 48, uptime: 0)
        _ = fresh.receive(client.start(at: late), at: phone.time)
        #expect(
            fresh.outcome == .failed(.malformedFrame(type: FrameType.hello.rawValue, .malformed))
        )
    }

    // MARK: Turns

    @Test("A turn contains a limited number of requests and parts")
    func requests() throws {
        let blob = try hash([1])
        let ids = try (0..<SessionLimits.turnRequests + 1).map { try saltedID($0) }
        let excess: [[Message]] = [
            [.want(ids: ids, ranges: [])],
            (0..<SessionLimits.turnRequests + 1)
                .map {
                    .wantBlob(BlobRequest(blob: blob, offset: UInt64($0), count: 1))
                },
            Array(
                repeating: .blob(BlobPart(blob: blob, offset: 0, bytes: [1])),
                count: SessionLimits.turnRequests + 1
            ),
            [
                .records(
                    encodings: Array(repeating: [], count: SessionLimits.turnItems + 1),
                    completed: []
                )
            ],
        ]
        for messages in excess {
            var server = try server()
            #expect(try outcome(of: messages, in: &server) == .failed(.turnTooLong))
        }
        var server = try server()
        let most = [Message.want(ids: Array(ids.dropLast()), ranges: [])]
        #expect(try outcome(of: most, in: &server) == nil)
    }

    private func saltedID(_ number: Int) throws -> SaltedID {
        let bytes = (0..<32).map { UInt8(truncatingIfNeeded: number >> (8 * min($0, 4))) }
        return try #require(SaltedID(bytes: bytes))
    }

    @Test("Repeated requests count once")
    func repetitions() throws {
        var turn = IncomingTurn()
        let range = WantedRange(scope: ben.id, bound: nil)
        let request = BlobRequest(blob: try hash([1]), offset: 0, count: 1)
        for _ in 0..<SessionLimits.turnRequests + 1 {
            try turn.add(.want(ids: [], ranges: Array(repeating: range, count: 20)))
            try turn.add(.wantBlob(request))
        }
        #expect(turn.wantedRanges == [range])
        #expect(turn.blobRequests == [request])
        try turn.noteHello()
        #expect(throws: SyncError.unexpectedFrame(type: FrameType.hello.rawValue)) {
            try turn.noteHello()
        }
    }

    @Test("A turn answers a limited number of requests for the smallest parts")
    func smallParts() throws {
        try other.add(ben.post(1000))
        #expect(Conversation(phone, other).isFinished)
        var exchange = BlobExchange(
            phone.store,
            budget: .max,
            limit: SessionLimits.turnBlobs,
            startsSmall: false
        )
        var turn = OutgoingTurn()
        let blob = try hash([9])
        let requests = Array(
            repeating: BlobRequest(blob: blob, offset: 0, count: 1),
            count: SessionLimits.turnRequests
        )
        try exchange.answer(
            requests,
            of: RecordSelection(scopes: [ben.id], users: [anna.id, ben.id]),
            in: &turn
        )
        #expect(exchange.sentByteCount == 1024)
    }

    // MARK: Work without anything new

    @Test("Processor time without anything new ends a session")
    func processorTime() throws {
        let clock = ProcessorClock(step: SessionLimits.idleProcessorTime / 4)
        var server = try server { $0.processorTime = { clock.next() } }
        var turns = 0
        while server.outcome == nil, turns < 100 {
            _ = server.receive(try end(), at: phone.time)
            turns += 1
        }
        #expect(server.outcome == .failed(.workExceeded))
        #expect(turns == 4)
    }

    @Test("A session that brings something new may take any processor time")
    func usefulProcessorTime() throws {
        try other.follow(anna)
        for index in 0..<300 { try other.add(ben.post(UInt64(1000 + index))) }
        let clock = ProcessorClock(step: SessionLimits.idleProcessorTime / 4)
        var configuration = phone.session(.initiator).configuration
        configuration.turnLimits = TurnLimits(records: 2000, wants: 16, blobs: 100)
        configuration.processorTime = { clock.next() }
        var server = other.session(.responder, salt: 2).configuration
        server.turnLimits = TurnLimits(records: 2000, wants: 16, blobs: 100)
        let conversation = Conversation(
            SyncSession(store: phone.store, configuration: configuration),
            SyncSession(store: other.store, configuration: server),
            phone.time,
            other.time
        )
        #expect(conversation.client.summary.turns > 10)
        #expect(conversation.isFinished)
    }

    @Test("Invalid and unwanted records end a session once they are too long together")
    func wastedRecords() throws {
        var server = try server()
        let garbage = Message.records(
            encodings: [[UInt8](repeating: 0, count: SignedRecord.maximumByteCount)],
            completed: []
        )
        let turn = Array(repeating: garbage, count: 40)
        var turns = 0
        while server.outcome == nil, turns < 10 {
            _ = try outcome(of: turn, in: &server)
            turns += 1
        }
        #expect(server.outcome == .failed(.workExceeded))
        #expect(turns == SessionLimits.wastedBytes / (40 * SignedRecord.maximumByteCount) + 1)
        var intake = RecordIntake(phone.store)
        let eve = try Author(3)
        let records = try eve.keyRecords() + [eve.post(1000)]
        let result = try intake.commit(
            records.map(\.encoded),
            answering: [],
            completed: [],
            at: 1_000_000,
            introduced: []
        )
        #expect(result.wastedByteCount > 300 && !result.isNew)
    }

    @Test("The same parts are not sent again and again")
    func repeatedParts() throws {
        let picture = [UInt8](repeating: 1, count: 4 << 20)
        let photo = Photo(
            blob: try hash(picture),
            byteCount: picture.count,
            mediaType: .jpeg,
            width: 1,
            height: 1
        )
        let bound = ben.bound(1000)
        let post = try ben.record(
            .postSet(bound, Post.Content(caption: "", photos: [photo])),
            at: bound.stamp
        )
        try phone.store.add(ben.keyRecords() + [post])
        try phone.store.add(blob: picture, hash: photo.blob)
        try other.store.add([post])
        var server = try server()
        let size = SessionLimits.blobPart
        let requests = (0..<(4 << 20) / size)
            .map {
                Message.wantBlob(BlobRequest(blob: photo.blob, offset: $0 * size, count: size))
            }
        var turns = 0
        while server.outcome == nil, turns < 100 {
            _ = try outcome(of: requests, in: &server)
            turns += 1
        }
        #expect(server.outcome == .failed(.workExceeded))
        #expect(20...30 ~= turns)
    }

    // MARK: Time

    @Test("A byte per second is like silence, and a slow link is not", arguments: [1, 2000])
    func drip(byteCount: Int) throws {
        var client = phone.session(.initiator)
        _ = client.start(at: phone.time)
        let part = Message.private([UInt8](repeating: 0, count: 500_000)).frame.encoded
        let turn = Array(repeating: part, count: 2).flatMap(\.self)
        var (sent, seconds) = (0, UInt64(0))
        // The frames are not allowed before a hello, so they must not become complete.
        while client.outcome == nil, sent + byteCount < part.count {
            seconds += 1
            let time = SyncTime(milliseconds: 0, uptime: phone.clock + seconds * 1000)
            _ = client.receive(Array(turn[sent..<sent + byteCount]), at: time)
            sent += byteCount
        }
        #expect(client.outcome == (byteCount == 1 ? .failed(.silence) : nil))
        #expect(byteCount == 1 ? 60...65 ~= seconds : seconds > 200)
    }

    @Test("An hour without anything new ends a session")
    func idleTime() throws {
        var server = try server()
        var uptime = phone.clock
        var turns = 0
        while server.outcome == nil, turns < 1000 {
            uptime += 59_000
            _ = server.receive(try end(), at: SyncTime(milliseconds: 0, uptime: uptime))
            turns += 1
        }
        #expect(server.outcome == .failed(.workExceeded))
        #expect(uptime - phone.clock <= SessionLimits.idleTime + 59_000)
    }

    @Test("A server must send at a minimum rate", arguments: [100, 10_000])
    func slowResponse(bytesPerSecond: Int) {
        let exchange = HTTPExchange(sending: [], patience: 50)
        let start = ContinuousClock.now
        var isAlive = true
        var elapsed = Duration.zero
        while isAlive, elapsed < .milliseconds(200) {
            elapsed = ContinuousClock.now - start
            let count = Int64(elapsed / .seconds(1) * Double(bytesPerSecond))
            isAlive = exchange.isAlive(received: count, sent: 0)
        }
        #expect(isAlive == (bytesPerSecond > SessionLimits.minimumRate))
        #expect(exchange.failure == (isAlive ? nil : .silence))
    }

    // MARK: Invitations

    @Test("An invitation is bound to the first device that presents it")
    func invitation() throws {
        let token = try #require(SyncToken(bytes: [UInt8](repeating: 1, count: 16)))
        phone.store.invitations = [token]
        let carol = try Author(4)
        let guests = [try Phone(carol), try Phone(Author(5))]
        for guest in guests { guest.trust(phone) }
        func outcome(of guest: Phone) -> SessionOutcome? {
            var server = phone.session(.responder, salt: 2)
            var client = guest.session(.initiator, invitation: token)
            // The session breaks after the first request.
            _ = server.receive(client.start(at: guest.time), at: phone.time)
            return server.outcome
        }
        #expect(outcome(of: guests[0]) == nil)
        #expect(outcome(of: guests[1]) == .failed(.notInvited))
        #expect(outcome(of: guests[0]) == nil)
        #expect(phone.store.standings[guests[0].store.device] == .peer)
    }
}

/// A processor clock that advances with each reading.
private final class ProcessorClock: Sendable {
    private let step: UInt64
    private let time = Atomic<UInt64>(0)

    init(step: UInt64) {
        self.step = step
    }

    func next() -> UInt64 { time.wrappingAdd(step, ordering: .relaxed).newValue }
}
