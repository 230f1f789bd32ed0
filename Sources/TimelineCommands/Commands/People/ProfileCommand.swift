import ArgumentParser
import TimelineCore

struct ProfileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile",
        abstract: "Show a profile, or edit yours.",
        subcommands: [ShowProfileCommand.self, EditProfileCommand.self],
        defaultSubcommand: ShowProfileCommand.self
    )
}

struct ShowProfileCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a profile (the default)."
    )

    @Argument(help: "Whose profile; yours when none is given.")
    var user: String?

    @OptionGroup var images: ImageOptions

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try context.openStore(global)
        let reader = try await store.reader()
        let user = try await store.user(withUsername: user)
        let profile = try await reader.profile(of: user.id)
        let grid = try await grid(of: user, for: reader, in: store)
        try store.output.show(profile) { layout in
            let hint = layout.style.dim("Posts: ") + layout.command("feed --of \(user.username)")
            return layout.whole(profile) + (grid.isEmpty ? [] : [""] + grid)
                + (profile.postCount > 0 ? ["", hint] : [])
        }
    }

    /// The user's newest posts as squares, where the terminal can show them.
    private func grid(
        of user: User,
        for reader: any Principal,
        in store: OpenStore
    ) async throws -> [String] {
        guard let drawer = try store.drawer(images) else { return [] }
        let page = try await reader.page(
            of: .user(user.id),
            limit: drawer.gridCapacity
        )
        return await drawer.grid(of: page.posts)
    }
}

struct EditProfileCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Edit your profile.",
        discussion:
            "What is not given stays as it is; an empty text, as in --bio \"\", clears a field."
    )

    @Option(
        help: ArgumentHelp("Your new name for others; all you did stays yours.", valueName: "name")
    )
    var username: String?

    @OptionGroup var profile: ProfileOptions

    @Option(help: ArgumentHelp("The file of your picture.", valueName: "file"))
    var avatar: String?

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard username != nil || profile.isGiven || avatar != nil else {
            throw ValidationError(
                "Say what to change: --username, --name, --bio, --url or --avatar."
            )
        }
    }

    func run(in context: CommandContext) async throws {
        let store = try context.openStore(global)
        let viewer = try await store.viewer()
        let update = ProfileUpdate(
            username: try username.map { try Username($0) },
            displayName: profile.name.map(Self.field),
            bio: profile.bio.map(Self.field),
            url: profile.url.map(Self.field),
            avatar: avatar?.isEmpty == true ? .cleared : nil
        )
        let path = avatar.flatMap { $0.isEmpty ? nil : $0 }
        let profile = try await viewer.updateProfile(
            update,
            avatar: try path.map { try PhotoFile(path: $0) }
        )
        try store.output.show(profile) { $0.whole(profile) }
    }

    private static func field(_ text: String) -> ProfileUpdate.Field<String> {
        text.isEmpty ? .cleared : .set(text)
    }
}
