import ArgumentParser

/// The first word of a command line, which has to be a command's name.
enum CommandName {
    /// How many letters a name may differ in to have been meant.
    private static let mostMistakes = 2

    /// Refuses a word that is no command, and tells which one may have been meant.
    ///
    /// - Throws: `UsageError`.
    static func check(_ word: String?) throws {
        guard let word, !word.hasPrefix("-"), !names.contains(word) else { return }
        // A very long word is not compared letter by letter.
        let nearest = word.utf8.count > 30 ? nil : nearest(to: word)
        let hint = nearest.map { "Did you mean “\($0)”?" } ?? "timeline --help lists them all."
        throw UsageError("There is no command “\(word)”. \(hint)")
    }

    private static func nearest(to word: String) -> String? {
        names.map { (name: $0, distance: word.lowercased().editDistance(to: $0)) }
            .filter { $0.distance <= min(mostMistakes, $0.name.count / 2) }
            .min { $0.distance < $1.distance }?
            .name
    }

    private static let names: [String] = TimelineCommand.configuration.groupedSubcommands
        .flatMap { $0.subcommands }.compactMap { $0.configuration.commandName }
}
