import ArgumentParser
import TimelineCore

struct SignUpCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "signup",
        abstract: "Make an account and log in.",
        discussion: "What is not given is asked for, if there is a terminal to ask at."
    )

    @Option(
        help: ArgumentHelp(
            "The address to log in with. Nothing is ever sent to it.",
            valueName: "address"
        )
    )
    var email: String?

    @Option(
        help: ArgumentHelp(
            "Your name for others: 1 to 30 of a-z, 0-9, \"_\" and \".\".",
            valueName: "name"
        )
    )
    var username: String?

    @OptionGroup var profile: ProfileOptions

    @Option(
        help: ArgumentHelp(
            "Give an account to this user, who came with an import, instead of making a new one.",
            valueName: "user"
        )
    )
    var claim: String?

    @OptionGroup var password: PasswordOption
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if claim != nil, username != nil || profile.isGiven {
            throw ValidationError(
                "A user who is claimed has a profile already; edit it afterwards."
            )
        }
    }

    func run(in context: CommandContext) async throws {
        let store = try context.makeStore(context.storeFolder(global), global)
        let logIn =
            if let claim { try await self.claim(claim, in: store, context) } else {
                try await signUp(in: store, context)
            }
        try await store.begin(logIn)
        try store.output.show(Identity(email: nil, user: logIn.user)) { layout in
            layout.paragraph("Welcome, @\(logIn.user.username). You are logged in.") + [
                "",
                layout.command("users") + layout.style.dim("   shows whom you could follow"),
                layout.command("post --image FILE") + layout.style.dim("   shares a picture"),
            ]
        }
    }

    private func signUp(in store: OpenStore, _ context: CommandContext) async throws -> Login {
        let prompter = Prompter(console: context.console)
        let email = try await email(prompter, store)
        let username = try await prompter.answer(
            username,
            asking: "Username",
            option: "--username"
        ) { typed in
            let name = try Username(typed)
            guard try await store.guest.isAvailable(name) else {
                throw TimelineError.usernameTaken(name.text)
            }
        }
        let form = SignUp(
            email: email,
            password: try await password(for: username, email, prompter),
            username: username,
            displayName: profile.name,
            bio: profile.bio,
            url: profile.url
        )
        return try await store.guest.signUp(form, label: context.sessionLabel)
    }

    private func claim(
        _ username: String,
        in store: OpenStore,
        _ context: CommandContext
    ) async throws -> Login {
        let prompter = Prompter(console: context.console)
        let user = try await store.guest.user(withUsername: username)
        guard try await !store.owner.hasAccount(user.id) else {
            throw TimelineError.userHasAccount(user.username)
        }
        let email = try await email(prompter, store)
        let password = try await password(for: user.username, email, prompter)
        try await store.owner.claim(user.username, email: email, password: password)
        return try await store.guest.logIn(
            email: email,
            password: password,
            label: context.sessionLabel
        )
    }

    private func email(_ prompter: Prompter, _ store: OpenStore) async throws -> String {
        try await prompter.answer(email, asking: "E-mail", option: "--email") { typed in
            guard try await store.owner.isAvailable(try EmailAddress(typed)) else {
                throw TimelineError.emailTaken
            }
        }
    }

    private func password(
        for username: String,
        _ email: String,
        _ prompter: Prompter
    ) async throws -> Password {
        let address = try EmailAddress(email)
        return try await prompter.newPassword(
            "Password",
            fromInput: password.isFromInput
        ) { password in
            try PasswordPolicy.check(password, username: username, email: address)
        }
    }
}
