import ArgumentParser

/// The username argument of a command.
struct UserArgument: ParsableArguments {
    @Argument(help: PeopleHelp.optionalUser, completion: .username)
    var user: String?
}

/// The post argument of a command.
struct PostArgument: ParsableArguments {
    @Argument(help: PostHelp.post, completion: .post)
    var post: String

    /// The full or short ID of the post.
    var id: String { post }
}
