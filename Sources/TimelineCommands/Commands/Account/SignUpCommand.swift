import ArgumentParser
import TimelineCore

struct SignUpCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "signup",
        abstract: AccountHelp.SignUp.abstract,
        discussion: AccountHelp.SignUp.discussion
    )

    @Option(help: AccountHelp.SignUp.email)
    var email: String?

    @Option(help: AccountHelp.SignUp.username)
    var username: String?

    @OptionGroup var profile: ProfileOptions

    @Option(help: AccountHelp.SignUp.claim, completion: .username)
    var claim: String?

    @OptionGroup var password: PasswordOption
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if claim != nil, username != nil || profile.isUsed {
            throw ValidationError(AccountText.claimedProfile)
        }
    }

    func run(in context: CommandContext) async throws {
        let store = try await store(in: context)
        let login =
            if let claim {
                try await NewAccountPrompts(store).claim(claim, email: email, password: password)
            } else {
                try await signUp(in: store, context: context)
            }
        try await store.begin(login)
        try store.output.show(Identity(email: nil, user: login.user)) { layout in
            [
                "",
                layout.suggestion(["users"], hint: AccountText.usersHint),
                layout.suggestion(["post", "FILE"], hint: AccountText.postHint),
                layout.suggestion(["identity", "export", "FILE"], hint: DeviceText.exportHint),
            ]
        } text: { layout in
            layout.paragraph(AccountText.welcome(login.user.username))
        }
    }

    /// Opens the store, and creates it unless an imported user is claimed.
    private func store(in context: CommandContext) async throws -> OpenStore {
        guard claim == nil else { return try await context.openStore(global) }
        return try await context.createStore(in: context.storeFolder(global), options: global)
    }

    private func signUp(in store: OpenStore, context: CommandContext) async throws -> Login {
        let prompter = Prompter(console: context.console)
        let prompts = NewAccountPrompts(store)
        let email = try await prompts.email(email)
        let username = try await prompter.value(
            username,
            label: PromptText.username,
            option: "--username"
        ) { text in
            let username = try Username(text)
            guard try await store.guest.isAvailable(username) else {
                throw TimelineError.usernameTaken(username.text)
            }
        }
        let form = SignUp(
            email: email,
            password: try await prompts.password(for: username, email: email, password),
            username: username,
            displayName: profile.name,
            bio: profile.bio,
            url: profile.url
        )
        return try await store.guest.signUp(form, label: context.sessionLabel)
    }
}
