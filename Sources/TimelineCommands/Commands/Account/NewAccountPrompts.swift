import TimelineCore

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
    ///
    /// - Throws: ``TimelineError/invalidEmail(_:)`` or ``TimelineError/emailTaken``.
    func email(_ email: String?) async throws -> String {
        try await prompter.value(email, label: PromptText.email, option: "--email") { text in
            guard try await store.owner.isAvailable(try EmailAddress(text)) else {
                throw TimelineError.emailTaken
            }
        }
    }

    /// Prompts for a password, or reads it from standard input.
    ///
    /// - Throws: ``TimelineError/passwordRefused(_:)`` or ``TimelineError/invalidEmail(_:)``.
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
    /// - Throws: ``TimelineError/userNotFound(_:)``, ``TimelineError/userHasAccount(_:)``, or an
    ///   error for the email or the password.
    func claim(
        _ username: String,
        email: String?,
        password option: PasswordOption
    ) async throws -> Login {
        let user = try await store.user(withUsername: username)
        guard try await !store.owner.hasAccount(user.id) else {
            throw TimelineError.userHasAccount(user.username)
        }
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
