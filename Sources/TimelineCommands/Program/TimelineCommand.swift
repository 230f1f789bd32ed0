import ArgumentParser

/// The `timeline` command, which groups all subcommands.
struct TimelineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "timeline",
        abstract: ProgramText.abstract,
        discussion: ProgramText.discussion,
        version: ProgramText.version,
        groupedSubcommands: [
            CommandGroup(
                name: ProgramText.accountGroup,
                subcommands: [
                    SignUpCommand.self, LoginCommand.self, LogoutCommand.self, WhoAmICommand.self,
                    SessionsCommand.self, PasswordCommand.self, AccountCommand.self,
                    ClaimCommand.self,
                ]
            ),
            CommandGroup(
                name: ProgramText.peopleGroup,
                subcommands: [
                    ProfileCommand.self, UsersCommand.self, FollowCommand.self,
                    UnfollowCommand.self,
                    FollowersCommand.self, FollowingCommand.self, MuteCommand.self,
                    UnmuteCommand.self,
                ]
            ),
            CommandGroup(
                name: ProgramText.postGroup,
                subcommands: [
                    PostCommand.self, FeedCommand.self, ActivityCommand.self, ShowCommand.self,
                    EditCommand.self, LikeCommand.self, UnlikeCommand.self, LikesCommand.self,
                    CommentCommand.self, DeleteCommand.self, OpenCommand.self, SaveCommand.self,
                ]
            ),
            CommandGroup(
                name: ProgramText.discoverGroup,
                subcommands: [
                    SearchCommand.self, TagCommand.self, TagsCommand.self, MentionsCommand.self,
                    NearCommand.self, PopularCommand.self,
                ]
            ),
            CommandGroup(
                name: ProgramText.syncGroup,
                subcommands: [
                    SyncCommand.self, InviteCommand.self, PairCommand.self, DevicesCommand.self,
                    DraftsCommand.self,
                    IdentityCommand.self, BlockCommand.self, UnblockCommand.self,
                ]
            ),
            CommandGroup(
                name: ProgramText.storeGroup,
                subcommands: ServeCommands.all + [
                    ImportCommand.self, SeedCommand.self, DemoCommand.self, DoctorCommand.self,
                    BackupCommand.self, ExportCommand.self,
                ]
            ),
        ]
    )
}
