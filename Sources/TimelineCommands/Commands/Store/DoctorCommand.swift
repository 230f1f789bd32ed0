import ArgumentParser
import Foundation
import TimelineCore

struct DoctorCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract:
            "Check the store: the database, all counts, all pictures, the files' permissions.",
        discussion: "It exits 0 only when all is well."
    )

    @Flag(name: .customLong("repair"), help: "Mend what can be mended without loss.")
    var isRepairing = false

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let folder = context.storeFolder(global)
        guard folder.exists else { throw CommandError.storeNotFound(folder.url.path) }
        let store = try context.makeStore(folder, global)
        let findings = try await Progress.shown("Checking pictures", in: context) { progress in
            let files = try store.folder.fileFindings(repairing: isRepairing)
            let leftovers = try store.folder.leftovers(
                before: context.environment.now().addingTimeInterval(-3600),
                removing: isRepairing
            )
            let kept = try await store.owner.examine(
                repairing: isRepairing,
                progress: progress.update
            )
            // What a damaged database names is not known.
            let orphans =
                kept.contains(where: \.isOfStorage)
                ? 0 : try await store.orphanedRenditions(removing: isRepairing)
            return files.map { Diagnosis($0, isRepaired: isRepairing && $0.isRepairable) }
                + leftovers.map { Diagnosis("\($0) was never finished.", isRepaired: isRepairing) }
                + Self.orphans(orphans, isRepaired: isRepairing)
                + kept.map { Diagnosis($0, isRepaired: isRepairing && $0.isRepairable) }
        }
        let report = HealthReport(isHealthy: findings.allSatisfy(\.isRepaired), findings: findings)
        try store.output.show(report) { report.lines(in: $0) }
        if !report.isHealthy { throw ReportedFailure.unhealthyStore }
    }

    private static func orphans(_ count: Int, isRepaired: Bool) -> [Diagnosis] {
        guard count > 0 else { return [] }
        let copies = count == 1 ? "A light copy is" : "\(count) light copies are"
        return [Diagnosis("\(copies) left of photos that are gone.", isRepaired: isRepaired)]
    }
}

/// What the doctor found, as it is printed.
private struct HealthReport: Encodable {
    let isHealthy: Bool
    let findings: [Diagnosis]

    func lines(in layout: TextLayout) -> [String] {
        if findings.isEmpty { return ["All is well."] }
        let lines = findings.map {
            $0.message.terminalSafe + ($0.isRepaired ? " It was mended." : "")
        }
        if isHealthy { return lines + ["", "All is well now."] }
        let isRepairable = findings.contains { $0.isRepairable && !$0.isRepaired }
        return lines
            + (isRepairable
                ? ["", "Some of it can be mended: " + layout.command("doctor --repair")] : [])
    }
}

/// One finding, as it is printed.
private struct Diagnosis: Encodable {
    let message: String
    let isRepairable: Bool
    let isRepaired: Bool

    init(_ finding: HealthFinding, isRepaired: Bool) {
        message = finding.description
        isRepairable = finding.isRepairable
        self.isRepaired = isRepaired
    }

    init(_ finding: FileFinding, isRepaired: Bool) {
        message = finding.description
        isRepairable = finding.isRepairable
        self.isRepaired = isRepaired
    }

    /// A finding about the folder's files, which can always be mended.
    init(_ message: String, isRepaired: Bool) {
        self.message = message
        isRepairable = true
        self.isRepaired = isRepaired
    }
}
