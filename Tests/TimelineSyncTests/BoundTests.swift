import Testing
import TimelineCore
@testable import TimelineSync
@testable import SyncTestSupport

@Suite("Bounds")
struct BoundTests {
    private let anna: Author
    private let ben: Author
    private let eve: Author
    /// The receiving device, which belongs to Anna, a follower of Ben.
    private let phone: Phone
    /// The sending device, which belongs to Ben.
    private let other: Phone

    init() throws {
        anna = try Author(1)
        ben = try Author(2)
        eve = try Author(3)
        (phone, other) = (try Phone(anna), try Phone(ben))
        phone.trust(other)
        other.trust(phone)
        try phone.follow(ben)
        try other.store.add(eve.keyRecords())
    }

    /// Runs a session in which Anna's device accepts at most `limit` pending replies.
    @discardableResult
    private func sync(
        pending limit: Int,
        rejections: Int = SessionLimits.rejections,
        oldRejections: Int = SessionLimits.oldRejections
    ) throws -> Conversation {
        var configuration = phone.session(.initiator, salt: 1).configuration
        configuration.admissionLimits.pending = limit
        configuration.admissionLimits.rejections = rejections
        configuration.admissionLimits.oldRejections = oldRejections
        let conversation = Conversation(
            SyncSession(store: phone.store, configuration: configuration),
            other.session(.responder, salt: 2),
            phone.time,
            other.time
        )
        #expect(conversation.isFinished)
        return conversation
    }

    /// Adds likes by Eve on Ben's posts, which Ben's device does not hold.
    private func addLikes(of posts: Range<Int>) throws {
        for index in posts {
            let post = ben.bound(UInt64(10_000 + index))
            try other.add(eve.record(.liked(post), at: stamp(UInt64(20_000 + index)), on: ben.id))
        }
    }

    private var likes: [VerifiedRecord] {
        phone.store.live.values.filter { $0.content.kind == .liked }
    }

    @Test("The bounds are those of the protocol")
    func standard() {
        #expect(AdmissionLimits.standard.pending == 50_000)
        #expect(AdmissionLimits.standard.rejections == 50_000)
        #expect(AdmissionLimits.standard.oldRejections == 1_000_000)
        #expect(AdmissionLimits.standard.strangerReplies == 200)
        #expect(AdmissionLimits.standard.strangerIntroductionBytes == 512 << 10)
        #expect(SessionLimits.scopePictures == 1_000_000_000)
    }

    @Test("Pending replies stay within their bound, and rejected ones are not offered again")
    func pending() throws {
        try other.add(ben.post(1000))
        try addLikes(of: 0..<12)
        let conversation = try sync(pending: 5)
        #expect(phone.store.pendingCount() == 5)
        // The oldest replies are accepted.
        #expect(likes.map(\.stamp.milliseconds).max() == 20_004)
        #expect(phone.store.rejections.count == 7)
        #expect(conversation.client.summary.recordsRejected == 7)
        #expect(conversation.client.summary.isEqual)
        let again = try sync(pending: 5)
        #expect(again.byteCount <= 360)
        #expect(again.client.summary.recordsAccepted == 0)
    }

    @Test("The bound on pending replies counts those of earlier sessions")
    func pendingAcrossSessions() throws {
        try addLikes(of: 0..<3)
        try sync(pending: 5)
        try addLikes(of: 3..<9)
        try sync(pending: 5)
        #expect(phone.store.pendingCount() == 5)
        #expect(phone.store.rejections.count == 4)
    }

    @Test("Rejections stay within their bound, and a session counts all rejected records once")
    func rejections() throws {
        try other.add(ben.post(1000))
        try addLikes(of: 0..<12)
        let conversation = try sync(pending: 2, rejections: 6)
        #expect(phone.store.pendingCount() == 2)
        #expect(phone.store.rejections.count == 6)
        #expect(conversation.client.summary.recordsRejected == 10)
        #expect(!conversation.client.summary.isEqual)
        let again = try sync(pending: 2, rejections: 6)
        #expect(phone.store.rejections.count == 6)
        #expect(again.client.summary.recordsRejected == 4)
    }

    @Test("The rejections of all turns stay within their bound together")
    func rejectionsOfTurns() throws {
        try addLikes(of: 0..<6)
        let keys = try eve.keyRecords()
        let likes = other.store.live.values.filter { $0.content.kind == .liked }.sorted()
        var limits = AdmissionLimits.standard
        limits.pending = 0
        limits.rejections = 3
        var intake = RecordIntake(phone.store, limits: limits)
        var rejected: [Int] = []
        for part in [likes.prefix(2), likes.dropFirst(2)] {
            let result = try intake.commit(
                (keys + part).map(\.encoded),
                answering: [],
                completed: [],
                at: 1_000_000,
                introduced: []
            )
            rejected.append(result.rejected)
        }
        #expect(rejected == [2, 4])
        #expect(phone.store.rejections.count == 3)
    }

    @Test("Old replies and other rejected records do not displace each other")
    func oldReplies() throws {
        phone.store.oldestPost = 10_006
        try other.add(ben.post(20_000))
        try addLikes(of: 0..<12)
        let conversation = try sync(pending: 2, rejections: 3, oldRejections: 4)
        #expect(phone.store.pendingCount() == 2)
        #expect(phone.store.rejectionCounts() == RejectionCounts(unwanted: 3, tooOld: 4))
        #expect(conversation.client.summary.recordsTooOld == 4)
        #expect(conversation.client.summary.recordsRejected == 2 + 4)
    }

    @Test("The introductions of a stranger are bounded by their length, also over several turns")
    func lengthOfIntroductions() throws {
        let like = try eve.record(.liked(ben.bound(10_000)), at: stamp(20_000), on: ben.id)
        let keys = try eve.keyRecords()
        let revocations = try (1...6)
            .map { count in
                let listed = try (0..<count).map { try eve.post(UInt64(30_000 + $0)) }
                return try eve.record(eve.revocation(of: 1, listing: listed), at: stamp(100))
            }
        func length(_ records: [VerifiedRecord]) -> Int {
            records.reduce(0) { $0 + $1.bodyBytes.count }
        }
        var limits = AdmissionLimits.standard
        limits.strangerIntroductionBytes = length(keys + revocations.prefix(3))
        var wasted = 0
        for part in [keys + [like] + revocations.prefix(2), Array(revocations.dropFirst(2))] {
            var intake = RecordIntake(phone.store, limits: limits)
            let result = try intake.commit(
                part.map(\.encoded),
                answering: [],
                completed: [],
                at: 1_000_000,
                introduced: []
            )
            wasted += result.wastedByteCount
        }
        let held = phone.store.introductions(of: [eve.id])
        #expect(held.count > keys.count + 2)
        #expect(length(held) <= limits.strangerIntroductionBytes)
        let rejected = revocations.filter { !held.contains($0) }
        #expect(wasted == length(rejected) + 64 * rejected.count)
        #expect(phone.store.rejections.values.contains { $0.source.reason == .limit })
    }

    @Test("Records without keys are held back up to a total length")
    func lengthWithoutKeys() throws {
        let encodings = try (0..<10).map { try ben.post(UInt64(1000 + $0)).encoded }
        let keys = try ben.keyRecords().map(\.encoded)
        var limits = AdmissionLimits.standard
        limits.pendingKeyBytes = encodings.prefix(4).reduce(0) { $0 + $1.count }
        var intake = RecordIntake(phone.store, limits: limits)
        var accepted = 0
        for part in [encodings, keys] {
            let result = try intake.commit(
                part,
                answering: [],
                completed: [],
                at: 1_000_000,
                introduced: []
            )
            accepted += result.accepted.total
        }
        #expect(accepted == 4 + keys.count)
    }

    @Test("A reply is not pending if its post arrives along with it, or has arrived")
    func notPending() throws {
        for index in 0..<3 { try other.add(ben.post(UInt64(10_000 + index))) }
        try addLikes(of: 0..<3)
        try sync(pending: 0)
        #expect(likes.count == 3)
        #expect(phone.store.rejections.isEmpty)
        try addLikes(of: 0..<1)
        try other.add(
            anna.record(.liked(ben.bound(10_000)), at: stamp(30_000), on: ben.id)
        )
        try other.store.add(anna.keyRecords())
        try sync(pending: 0)
        #expect(likes.count == 4)
    }

    @Test("A post makes room for other pending replies")
    func room() throws {
        try addLikes(of: 0..<2)
        try sync(pending: 2)
        for index in 0..<2 { try other.add(ben.post(UInt64(10_000 + index))) }
        try sync(pending: 2)
        #expect(phone.store.pendingCount() == 0)
        try addLikes(of: 2..<4)
        try sync(pending: 2)
        #expect(likes.count == 4)
        #expect(phone.store.rejections.isEmpty)
    }

    @Test("No original is requested beyond 1 GB of pictures in a scope, but all previews are")
    func pictures() throws {
        let size = 64 << 20
        let count = 20
        for index in 0..<count {
            let original = try hash([1, UInt8(index)])
            let preview = [2, UInt8(index)]
            let photo = Photo(
                blob: original,
                byteCount: size,
                mediaType: .jpeg,
                width: 1,
                height: 1,
                alt: nil,
                preview: Photo.Preview(blob: try hash(preview), byteCount: 2)
            )
            let bound = ben.bound(UInt64(1000 + index))
            let content = Post.Content(caption: "", photos: [photo])
            try other.add(ben.record(.postSet(bound, content), at: bound.stamp))
            try other.store.add(blob: preview, hash: hash(preview))
        }
        let conversation = Conversation(phone, other)
        #expect(conversation.isFinished)
        #expect(conversation.client.summary.blobsReceived == count)
        let fitting = Int(SessionLimits.scopePictures) / size
        let selection = RecordSelection(scopes: [ben.id], users: [anna.id, ben.id])
        let wanted = phone.store.wantedBlobs(of: selection, limit: 100)
        // The newest originals come first.
        let newest = try (0..<count).suffix(fitting).reversed().map { try hash([1, UInt8($0)]) }
        #expect(wanted.map(\.blob) == newest)
        let requests = try conversation.frames()
            .compactMap { frame -> BlobID? in
                guard frame.type == .wantBlob,
                    case .wantBlob(let request) = try Message(decoding: frame), request.count > 2
                else { return nil }
                return request.blob
            }
        #expect(Set(requests).isSubset(of: newest))
        #expect(conversation.client.summary.blobsLacking == fitting)
    }

    @Test("A preview that is larger than a small picture counts toward a budget")
    func largePreviews() throws {
        for (number, byteCount) in [Photo.smallByteCount, Photo.smallByteCount + 1]
            .enumerated()
        {
            let photo = Photo(
                blob: try hash([1, UInt8(number)]),
                byteCount: 1 << 20,
                mediaType: .jpeg,
                width: 1,
                height: 1,
                alt: nil,
                preview: Photo.Preview(
                    blob: try hash([2, UInt8(number)]),
                    byteCount: byteCount
                )
            )
            let bound = ben.bound(UInt64(1000 + number))
            let content = Post.Content(caption: "", photos: [photo])
            try phone.store.add(ben.keyRecords())
            try phone.add(ben.record(.postSet(bound, content), at: bound.stamp))
        }
        let selection = RecordSelection(scopes: [ben.id], users: [anna.id, ben.id])
        let wanted = phone.store.wantedBlobs(of: selection, limit: 100)
        #expect(wanted.filter(\.isPreview).map(\.byteCount) == [UInt64(Photo.smallByteCount)])
        #expect(wanted.count == 4)
    }

    @Test("The bound of pictures is that of each scope")
    func scopes() throws {
        let size = 64 << 20
        try phone.follow(eve, at: 11)
        for (author, index) in [(ben, 0), (eve, 1)] {
            for number in 0..<10 {
                let photo = Photo(
                    blob: try hash([UInt8(index), UInt8(number)]),
                    byteCount: size,
                    mediaType: .jpeg,
                    width: 1,
                    height: 1,
                    alt: nil,
                    preview: nil
                )
                let bound = author.bound(UInt64(1000 + number))
                let content = Post.Content(caption: "", photos: [photo])
                try phone.store.add(author.keyRecords())
                try phone.add(author.record(.postSet(bound, content), at: bound.stamp))
            }
        }
        let selection = RecordSelection(scopes: [ben.id, eve.id], users: [anna.id, ben.id])
        // Each scope has 671 MB of pictures, and both together more than 1 GB.
        #expect(phone.store.wantedBlobs(of: selection, limit: 100).count == 20)
    }
}
