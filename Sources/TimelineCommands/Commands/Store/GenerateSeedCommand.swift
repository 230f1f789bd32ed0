import ArgumentParser
import TimelineArchive
import TimelineCore

struct GenerateSeedCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: StoreHelp.Generate.abstract,
        discussion: StoreHelp.Generate.discussion
    )

    @Option(parsing: .unconditional, help: StoreHelp.Generate.users)
    var users = 1000

    @Option(parsing: .unconditional, help: StoreHelp.Generate.posts)
    var posts = 10_000

    @Option(parsing: .unconditional, help: StoreHelp.Generate.follows)
    var follows = 10

    @Option(parsing: .unconditional, help: StoreHelp.Generate.likes)
    var likes = 2

    @Option(parsing: .unconditional, help: StoreHelp.Generate.seed)
    var seed: UInt64 = 1

    @Option(parsing: .unconditional, help: StoreHelp.Generate.withImages)
    var withImages = 12

    @OptionGroup var global: GlobalOptions

    /// The number of records per transaction.
    ///
    /// Larger batches stall the progress display.
    private static let batchSize = 20_000

    func validate() throws {
        try Self.check(users, option: "--users", in: 1...1_000_000)
        try Self.check(posts, option: "--posts", in: 0...100_000_000)
        try Self.check(follows, option: "--follows", in: 0...10_000)
        try Self.check(likes, option: "--likes", in: 0...1000)
        try Self.check(withImages, option: "--with-images", in: 1...60)
    }

    private static func check(
        _ value: Int,
        option: String,
        in range: ClosedRange<Int>
    ) throws {
        guard range.contains(value) else {
            throw ValidationError(SeedText.outOfRange(option, allowed: range))
        }
    }

    func run(in context: CommandContext) async throws {
        // Without the demo data, no store is created.
        let seeds = try SeedFolder(near: context.executable)
        let store = try await context.createStore(in: context.storeFolder(global), options: global)
        let pictures = try await context.showingProgress(SeedText.preparing) { progress in
            let files = try seeds.pictures(withImages)
            return try files.enumerated()
                .map { index, file in
                    progress.update(index, of: files.count)
                    return try file.prepared(by: store.owner.photoProcessor)
                }
        }
        let world = GeneratedDataset(
            GeneratedDataset.Shape(
                users: users,
                posts: posts,
                follows: follows,
                likes: likes,
                seed: seed,
                photos: pictures.map(\.photo)
            )
        )
        let contents = try await context.showingProgress(SeedText.generating) { progress in
            try await load(world, pictures: pictures, into: store) { count in
                progress.update(count, of: max(count, world.recordCount))
            }
        }
        try store.output.confirm(SeedText.generated(users: users, contents))
    }

    /// Adds each batch, with the pictures that it references, while the next batch is generated.
    ///
    /// - Returns: The numbers of records added.
    private func load(
        _ world: GeneratedDataset,
        pictures: [PreparedPhoto],
        into store: OpenStore,
        progress: (Int) -> Void
    ) async throws -> RecordTally {
        try await store.owner.addPeople(of: world)
        var contents = RecordTally()
        var batches = world.batches(of: Self.batchSize).makeIterator()
        var batch = batches.next()
        while let records = batch {
            let referenced = Set(records.flatMap(\.blobs))
            let photos = pictures.filter { referenced.contains($0.photo.blob) }
            async let added: Void = store.owner.add(records, photos: photos)
            batch = batches.next()
            try await added
            for record in records { contents.add(record) }
            progress(contents.total)
        }
        return contents
    }
}
