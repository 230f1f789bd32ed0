import ArgumentParser

struct SeedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seed",
        abstract: "Fill the store with demo data or an import.",
        subcommands: []
    )
}
