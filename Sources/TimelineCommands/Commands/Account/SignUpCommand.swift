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

    @Option(help: AccountHelp.SignUp.claim)
    var claim: String?

    @OptionGroup var password: PasswordOption
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if claim != nil, username != nil || profile.isUsed {
            throw ValidationError(AccountText.claimedProfile)
        }
    }

    func run(in context: CommandContext) async throws {
        let store = try await context.createStore(in: context.storeFolder(global), options: global)
        let login =
            if let claim { try await self.claim(claim, in: store, context: context) } else {
                try await signUp(in: store, context: context)
            }
        try await store.begin(login)
        try store.output.show(Identity(email: nil, user: login.user)) { layout in
            layout.paragraph(AccountText.welcome(login.user.username)) + [
                "",
                layout.suggestion(["users"], hint: AccountText.usersHint),
                layout.suggestion(["post", "--image", "FILE"], hint: AccountText.postHint),
                layout.suggestion(["identity", "export", "FILE"], hint: DeviceText.exportHint),
            ]
        }
    }

    private func signUp(in store: OpenStore, context: CommandContext) async throws -> Login {
        let prompter = Prompter(console: context.console)
        let email = try await email(prompter: prompter, store: store)
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
            password: try await password(for: username, email: email, prompter: prompter),
            username: username,
            displayName: profile.name,
            bio: profile.bio,
            url: profile.url
        )
        return try await store.guest.signUp(form, label: context.sessionLabel)
    }

    /// Creates an account for an imported user and logs that user in.
    private func claim(
        _ username: String,
        in store: OpenStore,
        context: CommandContext
    ) async throws -> Login {
        let prompter = Prompter(console: context.console)
        let user = try await store.guest.user(withUsername: username)
        guard try await !store.owner.hasAccount(user.id) else {
            throw TimelineError.userHasAccount(user.username)
        }
        let email = try await email(prompter: prompter, store: store)
        let password = try await password(for: user.username, email: email, prompter: prompter)
        try await store.owner.claim(user.username, email: email, password: password)
        return try await store.guest.logIn(
            email: email,
            password: password,
            label: context.sessionLabel
        )
    }

    private func email(prompter: Prompter, store: OpenStore) async throws -> String {
        try await prompter.value(email, label: PromptText.email, option: "--email") { text in
            guard try await store.owner.isAvailable(try EmailAddress(text)) else {
                throw TimelineError.emailTaken
            }
        }
    }

    private func password(
        for username: String,
        email: String,
        prompter: Prompter
    ) async throws -> Password {
        let address = try EmailAddress(email)
        return try await prompter.newPassword(
            PromptText.password,
            repeated: PromptText.repeatPassword,
            fromInput: password.isFromInput
        ) { password in
            try PasswordPolicy.check(password, username: username, email: address)
        }
    }
}
