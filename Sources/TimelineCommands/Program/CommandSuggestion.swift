import ArgumentParser

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
