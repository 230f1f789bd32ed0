import ArgumentParser

/// The `timeline` command; its work is done by the subcommands.
struct TimelineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "timeline",
        abstract: "Your photos and your friends' photos, in one folder you own.",
        discussion: """
            Everything is kept in a store on this machine; nothing needs a network. Posts and comments \
            are named by the short names that the lists print. Try `timeline demo` for a look around.
            """,
        version: "0.1.0",
        groupedSubcommands: [
            CommandGroup(
                name: "Account",
                subcommands: [
                    SignUpCommand.self, LoginCommand.self, LogoutCommand.self, WhoAmICommand.self,
                    SessionsCommand.self, PasswordCommand.self, AccountCommand.self,
                ]
            ),
            CommandGroup(
                name: "People",
                subcommands: [
                    ProfileCommand.self, UsersCommand.self, FollowCommand.self,
                    UnfollowCommand.self,
                    FollowersCommand.self, FollowingCommand.self,
                ]
            ),
            CommandGroup(
                name: "Posts",
                subcommands: [
                    PostCommand.self, FeedCommand.self, ShowCommand.self, EditCommand.self,
                    LikeCommand.self, UnlikeCommand.self, CommentCommand.self, DeleteCommand.self,
                    SaveCommand.self,
                ]
            ),
            CommandGroup(
                name: "Found Again",
                subcommands: [
                    SearchCommand.self, TagCommand.self, TagsCommand.self, MentionsCommand.self,
                    NearCommand.self, PopularCommand.self,
                ]
            ),
            CommandGroup(
                name: "Store",
                subcommands: [
                    SeedCommand.self, DemoCommand.self, DoctorCommand.self, BackupCommand.self,
                ]
            ),
        ]
    )
}
