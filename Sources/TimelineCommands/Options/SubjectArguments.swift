import ArgumentParser

/// The user that a command is about.
struct UserArgument: ParsableArguments {
    @Argument(help: PeopleHelp.optionalUser)
    var user: String?
}

/// The post that a command is about.
struct PostArgument: ParsableArguments {
    @Argument(help: PostHelp.post)
    var post: String

    /// The post's ID or short ID.
    var id: String { post }
}
