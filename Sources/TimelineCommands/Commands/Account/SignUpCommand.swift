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
        let former = try await store.viewerIfAny()?.user().username
        if let former, context.console.isInteractive {
            let note = store.output.layout.paragraph(AccountText.willLogOut(former))
            for line in note { context.console.writeError(line + "\n") }
        }
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
            layout.paragraph(AccountText.welcome(login.user.username, insteadOf: former))
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

struct ClaimCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "claim",
        abstract: AccountHelp.Claim.abstract,
        discussion: AccountHelp.Claim.discussion
    )

    @Argument(help: AccountHelp.Claim.username, completion: .username)
    var username: String

    @Option(help: AccountHelp.Claim.email)
    var email: String?

    @OptionGroup var password: PasswordOption
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let login = try await NewAccountPrompts(store)
            .claim(username, email: email, password: password)
        // The current session stays open.
        try await store.guest.session(for: login.token).logOut()
        try store.output.confirm(AccountText.claimed(login.user.username))
    }
}

/// The prompts for the email and the password of a new account.
struct NewAccountPrompts {
    private let store: OpenStore
    private let prompter: Prompter

    /// Creates the prompts of a command.
    init(_ store: OpenStore) {
        self.store = store
        prompter = Prompter(console: store.context.console)
    }

    /// Returns the given email, or prompts for one.
    func email(_ email: String?) async throws -> String {
        try await prompter.value(email, label: PromptText.email, option: "--email") { text in
            guard try await store.owner.isAvailable(try EmailAddress(text)) else {
                throw TimelineError.emailTaken
            }
        }
    }

    /// Prompts for a password, or reads it from standard input.
    func password(
        for username: String,
        email: String,
        _ option: PasswordOption
    ) async throws -> Password {
        let address = try EmailAddress(email)
        return try await prompter.newPassword(
            PromptText.password,
            repeated: PromptText.repeatPassword,
            fromInput: option.isFromInput
        ) { password in
            try PasswordPolicy.check(password, username: username, email: address)
        }
    }

    /// Creates an account for an imported user and logs the user in.
    ///
    /// - Throws: ``TimelineError/userNotFound(_:)``, ``TimelineError/userHasAccount(_:)``,
    ///   ``TimelineError/userNotImported(_:)``, or an error for the email or the password.
    func claim(
        _ username: String,
        email: String?,
        password option: PasswordOption
    ) async throws -> Login {
        let user = try await store.user(withUsername: username)
        _ = try await store.owner.claimableKeys(of: user)
        let email = try await self.email(email)
        let password = try await password(for: user.username, email: email, option)
        try await store.owner.claim(user.username, email: email, password: password)
        return try await store.guest.logIn(
            email: email,
            password: password,
            label: store.context.sessionLabel
        )
    }
}
