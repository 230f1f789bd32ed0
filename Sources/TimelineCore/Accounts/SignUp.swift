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
