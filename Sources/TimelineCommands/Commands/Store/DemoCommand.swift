import ArgumentParser

struct DemoCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Look around in a throw-away store with demo data."
    )
    func run(in context: CommandContext) async throws {}
}
