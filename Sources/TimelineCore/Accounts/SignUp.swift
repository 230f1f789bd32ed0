/// What a new user gives: how to log in, and the first profile.
public struct SignUp: Sendable {
    /// The address to log in with, as typed.
    public var email: String
    /// The password, as typed.
    public var password: Password
    /// The name to be shown, as typed.
    public var username: String
    /// The name in full.
    public var displayName: String?
    /// A few words about the user.
    public var bio: String?
    /// The address of the user's page.
    public var url: String?

    /// Makes a form of its parts.
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

    /// The user whom the form creates.
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
