import Foundation
import TimelineArchive
import TimelineCore
import TimelineSQLite

let arguments = CommandLine.arguments
let users = Int(arguments[1])!
let posts = Int(arguments[2])!
let folder = URL(filePath: arguments[3])
let photo = Photo(blob: BlobID(of: Data([1])), mediaType: .jpeg, width: 1080, height: 1080)
let world = GeneratedWorld(.init(users: users, posts: posts, photos: [photo]))
let repository = try SQLiteRepository(file: folder.appending(path: "timeline.sqlite"))
let clock = ContinuousClock()
var count = 0
let start = clock.now
for batch in world.batches(of: 10_000) {
    try repository.apply(batch)
    count += batch.count
    let posted = batch.count { if case .postAdded = $0.action { true } else { false } }
    if (count / 10_000) % 20 == 0 {
        print(count, posted, clock.now - start)
    }
}
print("loaded", count, clock.now - start)
