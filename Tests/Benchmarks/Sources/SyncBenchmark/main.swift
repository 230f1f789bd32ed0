import Foundation
import TimelineArgon2
import TimelineCore
import TimelineSync
import TimelineSQLite
import TimelineTesting

// Measures a sync between two stores on this machine: SyncBenchmark [RECORDS]
// Build with `-c release`.

/// The folder of all stores.
let stores = FileManager.default.temporaryDirectory.appending(path: "sync-\(UUID().uuidString)")

/// Creates an empty folder.
func makeFolder(_ name: String) throws -> URL {
    let folder = stores.appending(path: name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
}

/// A store with one user.
struct Device {
    let repository: SQLiteRepository
    let clock: TestEnvironment
    let user: User.ID
    let session: UserSession
    let sync: StoreSync

    init(_ name: String, seed: UInt64) async throws {
        let folder = try makeFolder(name)
        repository = try SQLiteRepository(file: folder.appending(path: "timeline.sqlite"))
        clock = TestEnvironment(seed: seed)
        let owner = StoreOwner(
            repository: repository,
            blobs: try FolderBlobStore(folder: folder.appending(path: "blobs")),
            hasher: Argon2Hasher(),
            environment: clock.environment
        )
        let form = SignUp(
            email: "\(name)@example.org",
            password: Password("correct horse battery"),
            username: name
        )
        let login = try await owner.guest.signUp(form, label: "benchmark")
        user = login.user.id
        session = login.session
        sync = StoreSync(owner: owner, user: user, partialBlobs: try makeFolder(name + "-parts"))
    }
}

/// Runs one session between two devices over pipes and returns the report of the first.
func connect(_ client: Device, _ server: Device) async throws -> SyncReport {
    for device in [client, server] { device.clock.advance(by: 1) }
    let (toServer, toClient) = (Pipe(), Pipe())
    let input = toServer.fileHandleForReading.fileDescriptor
    let output = toClient.fileHandleForWriting.fileDescriptor
    async let served = server.sync.sync(input: input, output: output, role: .responder)
    let report = try await client.sync.sync(
        input: toClient.fileHandleForReading.fileDescriptor,
        output: toServer.fileHandleForWriting.fileDescriptor,
        role: .initiator
    )
    try toServer.fileHandleForWriting.close()
    _ = try await served
    withExtendedLifetime((toServer, toClient)) {}
    return report
}

func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 50_000
let anna = try await Device("anna", seed: 1)
let ben = try await Device("ben", seed: 2)
try await ben.sync.follow(anna.sync.invite())

// Comments are the smallest records, so they put the most load on the store.
anna.clock.advance(by: 1)
let post = try await anna.session.post([TestPhotos.file(seed: 1)], caption: "harvest").id
for index in 0..<count {
    for device in [anna, ben] { device.clock.advance(by: 0.01) }
    _ = try await anna.session.comment(on: post, "row \(index) of the vineyard")
}

let start = ContinuousClock.now
let processors = clock()
let first = try await connect(ben, anna)
let seconds = (ContinuousClock.now - start) / .seconds(1)
let work = Double(clock() - processors) / Double(CLOCKS_PER_SEC)
print(
    "first sync: \(first.recordsReceived) records in \(rounded(seconds)) s, "
        + "\(Int(Double(first.recordsReceived) / seconds)) a second "
        + "(processors of both devices: \(rounded(work)) s)"
)
// Over pipes, both devices share the processors, and take turns. From a folder, one device reads
// everything that the other has written before.
let carl = try await Device("carl", seed: 3)
try await carl.sync.follow(anna.sync.invite())
let folder = try makeFolder("folder").path
_ = try await anna.sync.sync(folder: folder, isOwn: false)
carl.clock.advance(by: 0.01 * Double(count) + 60)
let beforeReading = ContinuousClock.now
let read = try await carl.sync.sync(folder: folder, isOwn: false)
let readingSeconds = (ContinuousClock.now - beforeReading) / .seconds(1)
print(
    "reading a folder: \(read.recordsReceived) records in \(rounded(readingSeconds)) s, "
        + "\(Int(Double(read.recordsReceived) / readingSeconds)) per second"
)
let again = ContinuousClock.now
_ = try await connect(ben, anna)
print("equal stores: \(rounded((ContinuousClock.now - again) / .milliseconds(1))) ms")
try FileManager.default.removeItem(at: stores)
