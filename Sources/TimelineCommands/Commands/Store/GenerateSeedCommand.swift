import ArgumentParser
import TimelineArchive
import TimelineCore

struct GenerateSeedCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Fill the store with a made-up world of any size, to measure in.",
        discussion: """
            The same numbers give the same world on every machine. Its users have no accounts; signup --claim \
            gives one to a user.
            """
    )

    @Option(help: ArgumentHelp("How many users, 1 to 1,000,000.", valueName: "count"))
    var users = 1000

    @Option(help: ArgumentHelp("How many posts, spread over five years.", valueName: "count"))
    var posts = 10_000

    @Option(help: ArgumentHelp("How many users each follows, on average.", valueName: "count"))
    var follows = 10

    @Option(help: ArgumentHelp("How many likes a post has, on average.", valueName: "count"))
    var likes = 2

    @Option(help: ArgumentHelp("What the random numbers begin with.", valueName: "number"))
    var seed: UInt64 = 1

    @Option(
        help: ArgumentHelp(
            "How many of the demo's pictures the posts show, 1 to 60.",
            valueName: "count"
        )
    )
    var withImages = 12

    @OptionGroup var global: GlobalOptions

    /// How many changes are applied in one transaction.
    private static let batch = 60_000

    func validate() throws {
        guard (1...1_000_000).contains(users) else {
            throw ValidationError("--users takes 1 to 1,000,000.")
        }
        guard (0...100_000_000).contains(posts), (0...10_000).contains(follows),
            (0...1000).contains(likes)
        else { throw ValidationError("--posts, --follows and --likes take no such number.") }
        guard (1...60).contains(withImages) else {
            throw ValidationError("--with-images takes 1 to 60.")
        }
    }

    func run(in context: CommandContext) async throws {
        let store = try context.makeStore(context.storeFolder(global), global)
        let pictures = try SeedFolder(near: context.executable).pictures(withImages)
        let world = GeneratedDataset(
            GeneratedDataset.Shape(
                users: users,
                posts: posts,
                follows: follows,
                likes: likes,
                seed: seed,
                photos: try pictures.map { try $0.photo(inspectedBy: store.owner.photoProcessor) }
            )
        )
        let count = try await Progress.shown("Generating", in: context) { progress in
            try await load(world, pictures, into: store) { count in
                progress.update(count, max(count, world.changeCount))
            }
        }
        let users = countText(users, "user")
        let posts = countText(posts, "post")
        try store.output.confirm("Made \(users) and \(posts): \(countText(count, "change")).")
    }

    /// Applies one batch, with the pictures that it shows, while the next is drawn.
    ///
    /// - Returns: how many changes there were.
    private func load(
        _ world: GeneratedDataset,
        _ pictures: [PhotoFile],
        into store: OpenStore,
        _ progress: (Int) -> Void
    ) async throws -> Int {
        var count = 0
        let pictures = pictures.map { (id: $0.blob.id, file: $0) }
        var batches = world.batches(of: Self.batch).makeIterator()
        var batch = batches.next()
        while let changes = batch {
            let shown = Set(changes.flatMap(\.referencedBlobs))
            let files = pictures.filter { shown.contains($0.id) }.map(\.file)
            async let applied: Void = store.owner.apply(changes, photos: files)
            batch = batches.next()
            try await applied
            count += changes.count
            progress(count)
        }
        return count
    }
}
