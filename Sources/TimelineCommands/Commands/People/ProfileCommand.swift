import ArgumentParser
import TimelineCore

struct ProfileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile",
        abstract: PeopleHelp.Profile.abstract,
        subcommands: [ShowProfileCommand.self, EditProfileCommand.self],
        defaultSubcommand: ShowProfileCommand.self
    )
}

struct ShowProfileCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: PeopleHelp.Profile.showAbstract
    )

    @OptionGroup var subject: UserArgument
    @OptionGroup var images: ImageOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let reader = try await store.reader()
        let user = try await store.user(withUsername: subject.user)
        let drawer = try store.drawer(images)
        let limit = drawer?.gridLayout.capacity ?? 0
        let page = try await reader.profilePage(of: user.id, limit: limit)
        let profile = page.profile
        var avatar: PictureStrip?
        var grid: [String] = []
        if let drawer {
            grid = store.output.layout.grid(await drawer.grid(of: page.posts.posts))
            if let photo = profile.user.avatar { avatar = await drawer.avatar(photo) }
        }
        try store.output.show(profile) { layout in
            guard profile.postCount > 0, PeopleText.blockNote(profile) == nil else { return [] }
            let posts = layout.command("feed", "--of", user.username)
            return [layout.style.dim(PeopleText.posts) + posts]
        } text: { layout in
            layout.whole(profile, avatar: avatar) + (profile.postCount > 0 ? [""] : []) + grid
        }
    }
}

struct EditProfileCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: PeopleHelp.Profile.editAbstract,
        discussion: PeopleHelp.Profile.editDiscussion
    )

    @Option(help: PeopleHelp.Profile.username)
    var username: String?

    @OptionGroup var profile: ProfileOptions

    @Option(help: PeopleHelp.Profile.avatar, completion: .file())
    var avatar: String?

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard username != nil || profile.isUsed || avatar != nil else {
            throw ValidationError(PeopleText.nothingToChange)
        }
    }

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
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
