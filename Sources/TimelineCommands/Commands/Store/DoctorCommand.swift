import ArgumentParser
import Foundation
import TimelineCore
import TimelineDevices

struct DoctorCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: StoreHelp.Doctor.abstract,
        discussion: StoreHelp.Doctor.discussion
    )

    @Flag(name: .customLong("repair"), help: StoreHelp.Doctor.repair)
    var isRepairing = false

    @OptionGroup var global: GlobalOptions

    /// The minimum age in seconds of an abandoned temporary file.
    ///
    /// A younger file may still be in use by the process that writes it.
    private static let leftoverAge: TimeInterval = 3600

    func run(in context: CommandContext) async throws {
        let folder = context.storeFolder(global)
        // A database with wrong permissions may only be opened once they are repaired.
        let repaired =
            isRepairing && folder.exists ? try folder.fileFindings(repairing: true) : nil
        let store = try await context.openStore(global)
        let files = try repaired ?? folder.fileFindings(repairing: false)
        let findings = try await context.showingProgress(DoctorText.checking) { progress in
            try await self.findings(in: store, files: files, progress: progress)
        }
        let report = HealthReport(isHealthy: findings.allSatisfy(\.isRepaired), findings: findings)
        try store.output.show(report) {
            report.hint(in: $0)
        } text: { _ in
            report.lines
        }
        if !report.isHealthy { throw ReportedFailure.unhealthyStore }
    }

    private func findings(
        in store: OpenStore,
        files: [FileFinding],
        progress: Progress
    ) async throws -> [Finding] {
        let leftovers = try store.folder.leftovers(
            before: store.context.environment.now().addingTimeInterval(-Self.leftoverAge),
            removing: isRepairing
        )
        // If the clock is behind, what seems to be in the future is right.
        let clock = try await StoreSync.clockVerdict(store.owner)
        let isBehind = clock?.isOwnBehind == true
        let repairsContents = isRepairing && !isBehind
        let contents = try await store.owner.examine(repairing: repairsContents) {
            progress.update($0, of: $1)
        }
        // A damaged database has incomplete references, so no rendition can be considered orphaned.
        let orphans =
            contents.contains(where: \.isOfStorage)
            ? 0 : try await store.orphanedRenditions(removing: isRepairing)
        return files.map { finding($0.description, isRepairable: $0.isRepairable) }
            + leftovers.map { finding(DoctorText.unfinished($0)) }
            + (orphans > 0 ? [finding(DoctorText.orphanedRenditions(orphans))] : [])
            + contents.map { content in
                if isBehind, case .datedAhead(let username, let date) = content, let clock {
                    let ahead = DoctorText.datedAhead(username, date)
                    return Finding(
                        message: ahead + " " + ClockView(clock).text { "\($0)" },
                        isRepairable: false,
                        isRepaired: false
                    )
                }
                return Finding(
                    message: content.description,
                    isRepairable: content.isRepairable,
                    isRepaired: repairsContents && content.isRepairable
                )
            }
    }

    private func finding(_ message: String, isRepairable: Bool = true) -> Finding {
        Finding(
            message: message,
            isRepairable: isRepairable,
            isRepaired: isRepairing && isRepairable
        )
    }
}

/// The output of `timeline doctor`.
private struct HealthReport: Encodable {
    let isHealthy: Bool
    let findings: [Finding]

    var lines: [String] {
        if findings.isEmpty { return [DoctorText.healthy] }
        let lines = findings.map { finding in
            let message = finding.message.terminalSafe
            return finding.isRepaired ? DoctorText.repaired(message) : message
        }
        return isHealthy ? lines + ["", DoctorText.healthyNow] : lines
    }

    /// Returns the command that repairs the store, if it can.
    func hint(in layout: TextLayout) -> [String] {
        let isRepairable = findings.contains { $0.isRepairable && !$0.isRepaired }
        guard isRepairable else { return [] }
        return ["", DoctorText.repairHint + layout.command("doctor", "--repair")]
    }
}

/// A finding, as shown in the output.
private struct Finding: Encodable {
    let message: String
    let isRepairable: Bool
    let isRepaired: Bool
}
