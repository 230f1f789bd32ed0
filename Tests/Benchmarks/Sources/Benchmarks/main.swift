import Foundation
import TimelineArchive
import TimelineArgon2
import TimelineCore
import TimelineSQLite

let arguments = CommandLine.arguments
let userCount = Int(arguments[1]) ?? 0
let postCount = Int(arguments[2]) ?? 0
let folder = URL(filePath: arguments[3])
let photo = Photo(blob: BlobID(of: Data([1])), mediaType: .jpeg, width: 1080, height: 1080)
let world = GeneratedWorld(.init(users: userCount, posts: postCount, photos: [photo]))
let file = folder.appending(path: "timeline.sqlite")
let isNew = !FileManager.default.fileExists(atPath: file.path)
let repository = try SQLiteRepository(file: file)
let clock = ContinuousClock()
if isNew {
    var count = 0
    let start = clock.now
    var last = start
    for batch in world.batches(of: 10_000) {
        try repository.apply(batch)
        count += batch.count
        if (count / 10_000) % 50 == 0 {
            print(count, clock.now - last)
            last = clock.now
        }
    }
    print("loaded", count, clock.now - start)
}

var viewers: [(String, User.ID)] = []
@MainActor func viewer(_ name: String, following: [User.ID]) throws {
    let id = User.ID(UUID(uuidString: "00000000-0000-4000-8000-" + String(format: "%012d", viewers.count + 1))!)
    viewers.append((name, id))
    guard isNew else { return }
    var low: UInt64 = UInt64(viewers.count) << 32
    func next() -> PushID { low += 1; return PushID(milliseconds: 1_000_000_000_000, random: (1, low)) }
    var changes = [Change(stamp: next(), author: id, action: .profileUpdated(ProfileUpdate(username: try Username("viewer\(viewers.count)"))))]
    for user in following { changes.append(Change(stamp: next(), author: id, action: .followed(user))) }
    try repository.apply(changes)
}
struct R: RandomNumberGenerator { var s: UInt64 = 7; mutating func next() -> UInt64 { s &+= 0x9e37_79b9_7f4a_7c15; var b = s; b = (b ^ b >> 30) &* 0xbf58_476d_1ce4_e5b9; b = (b ^ b >> 27) &* 0x94d0_49bb_1331_11eb; return b ^ b >> 31 } }
var r = R()
let shuffled = world.users.shuffled(using: &r)
for n in [5, 30, 100, 300, 700, 1000, 3000, 10000, 19000] where n <= userCount {
    try viewer("\(n)", following: Array(shuffled.prefix(n)))
}
try viewer("dormant 3000", following: Array(world.dormantUsers.prefix(3000)))
let engine = TimelineEngine(repository: repository, blobs: InMemoryBlobStore(), hasher: Argon2Hasher())
let middle = try repository.read { try $0.postIDs(in: PostRange(before: Post.ID(.max), limit: postCount / 2)).last }
for (name, id) in viewers {
    for (where_, cursor) in [("first", nil as Post.ID?), ("middle", middle)] {
        var times: [Double] = []
        for _ in 0..<300 {
            let start = clock.now
            let page = try await engine.timeline(of: id, before: cursor, limit: 50)
            times.append((clock.now - start) / .milliseconds(1))
            precondition(page.posts.count <= 50)
        }
        times.sort()
        print(name, where_, "p50", (times[150] * 1000).rounded() / 1000, "p99", (times[297] * 1000).rounded() / 1000)
    }
}
