import ArgumentParser

/// Suggestions of commands with names similar to the first word of a command line.
enum CommandSuggestion {
    /// The maximum edit distance between a word and a suggested command.
    private static let maximumDistance = 2
    /// The maximum length in bytes of a word for which a command is suggested.
    private static let maximumLength = 30

    /// Checks that a word is the name of a command, unless it is an option.
    ///
    /// - Throws: ``UsageError`` if no command has this name. If possible, it suggests a similar
    ///   command.
    static func check(_ word: String?) throws {
        guard let word, !word.hasPrefix("-"), !names.contains(word) else { return }
        let nearest = word.utf8.count > maximumLength ? nil : nearest(to: word)
        let hint = nearest.map(ErrorText.didYouMean) ?? ErrorText.listsCommands
        throw UsageError(ErrorText.unknownCommand(word, hint: hint))
    }

    private static func nearest(to word: String) -> String? {
        names.map { (name: $0, distance: word.lowercased().editDistance(to: $0)) }
            .filter { $0.distance <= min(maximumDistance, $0.name.count / 2) }
            .min { $0.distance < $1.distance }?
            .name
    }

    private static let names: [String] = TimelineCommand.configuration.groupedSubcommands
        .flatMap { $0.subcommands }.compactMap { $0.configuration.commandName }
}
