import ArgumentParser

/// The options for the text fields of a profile.
struct ProfileOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: PeopleHelp.Profile.name)
    var name: String?

    @Option(parsing: .unconditional, help: PeopleHelp.Profile.bio)
    var bio: String?

    @Option(help: PeopleHelp.Profile.url)
    var url: String?

    /// Whether any of the options is present.
    var isUsed: Bool { [name, bio, url].contains { $0 != nil } }
}
