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
                    SessionsCommand.self, TokenCommand.self, PasswordCommand.self,
                    AccountCommand.self,
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
                    BookmarkCommand.self, UnbookmarkCommand.self, BookmarksCommand.self,
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
                ] + ClusterCommands.all
            ),
        ]
    )
}

/// The commands for stores on servers.
private enum ClusterCommands {
    #if Cluster
    static let all: [any ParsableCommand.Type] = [MoveCommand.self]
    #else
    static let all: [any ParsableCommand.Type] = []
    #endif
}

/// Suggestions of commands with names similar to the first word of a command line.
enum CommandSuggestion {
    /// Checks that a word is the name of a command, unless it is an option.
    ///
    /// - Throws: ``UsageError`` if no command has this name. If possible, it suggests a similar
    ///   command.
    static func check(_ word: String?) throws {
        guard let word, !word.hasPrefix("-"), !names.contains(word) else { return }
        let hint = names.nearest(to: word).map(ErrorText.didYouMean) ?? ErrorText.listsCommands
        throw UsageError(ErrorText.unknownCommand(word, hint: hint))
    }

    private static let names: [String] = TimelineCommand.configuration.groupedSubcommands
        .flatMap { $0.subcommands }.compactMap { $0.configuration.commandName }
}

extension String {
    /// Returns the edit distance to another string: the minimum number of insertions, deletions,
    /// replacements and swaps of adjacent letters (the restricted Damerau–Levenshtein distance).
    func editDistance(to other: String) -> Int {
        let (left, right) = (Array(self), Array(other))
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                let cost = left[row] == right[column] ? 0 : 1
                var least = Swift.min(
                    last[column] + cost,
                    last[column + 1] + 1,
                    current[column] + 1
                )
                if row > 0, column > 0, left[row] == right[column - 1],
                    left[row - 1] == right[column]
                {
                    least = Swift.min(least, beforeLast[column - 1] + 1)
                }
                current.append(least)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}

extension Sequence<String> {
    /// Returns the name with the smallest edit distance to a word that may be mistyped.
    ///
    /// Returns `nil` if all names differ in more than two places or in more than half of their
    /// letters, or if the word is longer than 30 bytes.
    func nearest(to word: String) -> String? {
        guard word.utf8.count <= 30 else { return nil }
        return map { (name: $0, distance: word.lowercased().editDistance(to: $0)) }
            .filter { $0.distance <= Swift.min(2, $0.name.count / 2) }
            .min { $0.distance < $1.distance }?
            .name
    }
}
