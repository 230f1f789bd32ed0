/// A sign-up form with the login data and the first profile of a new user.
///
/// ```swift
/// let form = SignUp(email: "leia@example.org", password: Password(typed), username: "leia")
/// let login = try await guest.signUp(form, label: "phone")
/// ```
public struct SignUp: Sendable {
    /// The email to log in with, as typed by the user.
    public var email: String
    /// The password, as typed by the user.
    public var password: Password
    /// The username, as typed by the user, with or without a leading `@`.
    public var username: String
    /// The display name, if any, with 1 to 64 characters.
    public var displayName: String?
    /// The bio, if any, with up to 500 characters.
    public var bio: String?
    /// The `http` or `https` URL of the user's website, if any, with up to 2,048 characters.
    public var url: String?

    /// Creates a sign-up form.
    public init(
        email: String,
        password: Password,
        username: String,
        displayName: String? = nil,
        bio: String? = nil,
        url: String? = nil
    ) {
        self.email = email
        self.password = password
        self.username = username
        self.displayName = displayName
        self.bio = bio
        self.url = url
    }

    /// Returns the user that the form creates.
    func user(_ id: User.ID, named username: Username) -> User {
        User(id: id, username: username.text, displayName: displayName, bio: bio, url: url)
    }

    func profile(named username: Username) -> ProfileUpdate {
        ProfileUpdate(
            username: username,
            displayName: displayName.map { .set($0) },
            bio: bio.map { .set($0) },
            url: url.map { .set($0) }
        )
    }
}

extension Guest {
    /// Creates a user with an account and starts a session, in one transaction.
    ///
    /// - Parameters:
    ///   - form: The data for the account and the first profile.
    ///   - label: A description of the program and device, for the user's list of sessions.
    /// - Returns: The user, the session and the token of the session.
    /// - Throws: ``TimelineError/invalidUsername(_:)``, ``TimelineError/invalidEmail(_:)``,
    ///   ``TimelineError/passwordRefused(_:)``, ``TimelineError/usernameTaken(_:)``,
    ///   ``TimelineError/emailTaken``, the error for any other invalid value, or a storage error.
    ///   If an error is thrown, nothing is written, unless the storage failed during the commit.
    public func signUp(_ form: SignUp, label: String) async throws -> Login {
        let name = try Username(form.username)
        let profile = form.profile(named: name)
        let root = engine.environment.makeSigningKey()
        let id = User.ID(rootKey: root.verifyingKey)
        try await read { reader, _, _ in try reader.requireAvailable(name, for: id) }
        let account = try await engine.newAccount(
            of: id,
            username: form.username,
            email: form.email,
            password: form.password
        )
        let keys = try await engine.newKeys(under: form.password, root: root)
        try Task.checkCancellation()
        let token = Session.Token(environment: engine.environment)
        return try await engine.writes.run {
            var login: Login?
            try engine.repository.apply { social, accounts in
                try social.requireAvailable(name, for: id)
                try accounts.insert(account)
                try accounts.setKeys(keys, of: id)
                login = try engine.logIn(
                    of: form.user(id, named: name),
                    with: token,
                    in: accounts,
                    label: label
                )
                var minter = try engine.minter(for: id, keys.device, above: social)
                try minter.add(.keyAdded(keys.certificate(root: root)), signedByRoot: root)
                return try minter.batch(of: [.profileUpdated(profile)])
            }
            guard let login else { throw TimelineError.notLoggedIn }
            return login
        }
    }
}

extension Guest {
    /// Returns everything that is wrong with a sign-up form, in the order of its fields.
    ///
    /// ``signUp(_:label:)`` stops at the first of these errors, while a page shows all of them.
    ///
    /// - Throws: A storage error.
    package func faults(of form: SignUp) async throws -> [TimelineError] {
        var faults: [TimelineError] = []
        func check(_ body: () async throws -> Void) async throws {
            do {
                try await body()
            } catch let error as TimelineError where error.isInvalidValue {
                faults.append(error)
            }
        }
        try await check {
            let name = try Username(form.username)
            try await read { reader, _, _ in
                guard try reader.user(withUsername: name.text) != nil else { return }
                throw TimelineError.usernameTaken(name.text)
            }
        }
        try await check { _ = try EmailAddress(form.email) }
        try await check {
            // An invalid email is a fault of its own, and no part of a password.
            let email = try? EmailAddress(form.email)
            try PasswordPolicy.check(
                form.password,
                username: form.username,
                email: email ?? EmailAddress("nobody@timeline.example")
            )
        }
        let profile = ProfileUpdate(
            displayName: form.displayName.map { .set($0) },
            bio: form.bio.map { .set($0) },
            url: form.url.map { .set($0) }
        )
        for setting in profile.settings { try await check { try setting.validate() } }
        // Whether an email has an account is told only to those who could sign up with it.
        if faults.isEmpty, !(try await engine.isAvailable(EmailAddress(form.email))) {
            faults.append(.emailTaken)
        }
        return faults
    }
}

extension TimelineError {
    /// Whether the error says that a value of a sign-up form cannot be used.
    fileprivate var isInvalidValue: Bool {
        switch self {
        case .invalidUsername, .usernameTaken, .invalidEmail, .emailTaken, .passwordRefused,
            .invalidText, .invalidURL:
            true
        default: false
        }
    }
}

extension TimelineEngine {
    /// Checks the email and the password, and returns an account with the hash of the password.
    ///
    /// The account is not stored yet.
    func newAccount(
        of user: User.ID,
        username: String,
        email: String,
        password: Password
    ) async throws -> Account {
        let email = try EmailAddress(email)
        try PasswordPolicy.check(password, username: username, email: email)
        guard try await isAvailable(email) else { throw TimelineError.emailTaken }
        return Account(
            user: user,
            email: email,
            passwordHash: try await hash(password),
            createdAt: environment.now()
        )
    }

    /// Returns whether no account has the given email.
    func isAvailable(_ email: EmailAddress) async throws -> Bool {
        try await reads.run { [repository] in
            try repository.read { try $1.account(email: email) == nil }
        }
    }
}
