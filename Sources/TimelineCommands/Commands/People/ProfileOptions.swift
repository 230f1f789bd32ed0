import ArgumentParser

/// The words of a profile, in sign-up and in its edits.
struct ProfileOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: ArgumentHelp("Your name in full.", valueName: "text"))
    var name: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("A few words about you.", valueName: "text")
    )
    var bio: String?

    @Option(help: ArgumentHelp("Your page on the web.", valueName: "address"))
    var url: String?

    /// Whether anything is given.
    var isGiven: Bool { [name, bio, url].contains { $0 != nil } }
}
