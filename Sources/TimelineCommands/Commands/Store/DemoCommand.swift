import ArgumentParser
import Foundation
import TimelineCore

struct DemoCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Look around in a throw-away store with demo data.",
        discussion: """
            It makes a new folder for temporary files, loads the demo data, logs you in as \
            @\(DemoAccounts.guest) and prints the feed. With --store it uses that folder.
            """
    )

    @OptionGroup var images: ImageOptions

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let folder =
            try global.store.map { StoreFolder(URL(filePath: $0)) } ?? Self.temporaryFolder()
        guard try folder.isVacant else {
            throw UsageError(
                "The demo makes a store of its own, but “\(folder.url.path)” is not empty."
            )
        }
        let store = try context.makeStore(folder, global)
        _ = try await store.loadDemo(in: context)
        let logIn = try await store.guest.logIn(
            email: DemoAccounts.email(of: DemoAccounts.guest),
            password: Password(DemoAccounts.password),
            label: context.sessionLabel
        )
        try await store.begin(logIn)
        let page = try await logIn.session.timeline(limit: 5)
        let output = try await store.output(showing: page.posts, images)
        try output.show(page) { layout in
            layout.page(page, empty: "", arguments: ["feed"])
                + next(layout, folder, page.posts.first?.id.shortID ?? "POST", context)
        }
        try await store.markShown(page, to: logIn.session)
    }

    /// What to type next.
    private func next(
        _ layout: TextLayout,
        _ folder: StoreFolder,
        _ post: String,
        _ context: CommandContext
    ) -> [String] {
        let words =
            "You are @\(DemoAccounts.guest) in a store of your own. To go on in it, type these first:"
        let commands = [
            "timeline show \(post)", "timeline like \(post)",
            "timeline comment \(post) 'Lovely light.'",
            "timeline profile leia", "timeline users", "timeline follow juniper.k",
            "timeline feed --everyone", "timeline search moon", "timeline popular",
            "timeline near 69.65,18.95 --radius 20km",
            "timeline post --image FILE --caption 'My first'", "timeline doctor",
        ]
        return ["", layout.style.bold("What next?")] + layout.paragraph(words) + [
            "  export TIMELINE_HOME=\(layout.quoted(folder.url.path))",
            "  alias timeline=\(layout.quoted(context.executable.path))", "",
        ] + ["Then, for example:"] + commands.map { "  \($0)" } + [
            "", "The other users are @leia, @ob1kenob, @3po and more. To become",
            "one of them, with the password “\(DemoAccounts.password)”:",
            "  timeline login --email leia@timeline.example", "",
            "To throw the store away: rm -r \(layout.quoted(folder.url.path))",
        ]
    }

    private static func temporaryFolder() throws -> StoreFolder {
        let name = "timeline-demo-\(UUID().uuidString.prefix(8))"
        return StoreFolder(FileManager.default.temporaryDirectory.appending(path: name))
    }
}
