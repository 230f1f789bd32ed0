import ArgumentParser
import Foundation
import TimelineCore
import TimelineSync

struct DoctorCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: StoreHelp.Doctor.abstract,
        discussion: StoreHelp.Doctor.discussion
    )

    @Flag(name: .customLong("repair"), help: StoreHelp.Doctor.repair)
    var isRepairing = false

    @Flag(name: .customLong("quick"), help: StoreHelp.Doctor.quick)
    var isQuick = false

    @OptionGroup var password: PasswordOption
    @OptionGroup var global: GlobalOptions

    /// The minimum age in seconds of an abandoned temporary file.
    ///
    /// A younger file may still be in use by the process that writes it.
    private static let leftoverAge: TimeInterval = 3600

    func run(in context: CommandContext) async throws {
        let folder = try context.storeFolder(global)
        do {
            try await examine(folder, in: context)
        } catch TimelineError.storageFailed(let failure)
            where folder.server == nil && failure.isOfDatabase
        {
            throw UnreadableDatabase(failure: failure, folder: folder.url.path)
        }
    }

    private func examine(_ folder: StoreFolder, in context: CommandContext) async throws {
        // A database with wrong permissions may only be opened once they are repaired.
        let repaired =
            isRepairing && folder.exists ? try folder.fileFindings(repairing: true) : nil
        let store = try await context.openStore(global)
        let files = try repaired ?? folder.fileFindings(repairing: false)
        // If the clock is behind, what seems to be in the future is right.
        let clock = try await clockBehind(of: store)
        // Without a terminal, nobody can say whether the clock is right now.
        let asks = password.isFromInput || context.console.isInteractive
        let repairs = isRepairing && clock == nil && asks ? try await repairClock(in: store) : []
        let findings = try await context.showingProgress(DoctorText.checking) { progress in
            try await self.findings(in: store, files, repairs, clock, asks: asks, progress)
        }
        let report = HealthReport(isHealthy: findings.allSatisfy(\.isRepaired), findings: findings)
        try store.output.show(report) {
            report.hint(in: $0)
        } text: { _ in
            report.lines
        }
        if !report.isHealthy { throw ReportedError.unhealthyStore }
    }

    /// Returns what others say about this clock if it is behind.
    ///
    /// A store with damaged records cannot tell, and is examined nevertheless.
    private func clockBehind(of store: OpenStore) async throws -> ClockVerdict? {
        do {
            return try await StoreSync.clockVerdict(store.owner)
                .flatMap { $0.isOwnBehind ? $0 : nil }
        } catch TimelineError.storageFailed {
            return nil
        }
    }

    /// Returns the findings about users, or none if the store has to be repaired before.
    private func usersAheadOfClock(of store: OpenStore) async throws -> [HealthFinding] {
        do {
            return try await store.owner.usersAheadOfClock()
        } catch TimelineError.storageFailed {
            return []
        }
    }

    /// Signs the records from the future again, after asking for the passwords of their authors.
    private func repairClock(in store: OpenStore) async throws -> [Finding] {
        var findings: [Finding] = []
        let console = store.context.console
        for finding in try await usersAheadOfClock(of: store) {
            guard case .datedAhead(let user, let username, _) = finding else { continue }
            var entered: Password?
            if password.isFromInput || console.isInteractive {
                entered = try Prompter(console: console)
                    .password(DoctorText.password(of: username), fromInput: password.isFromInput)
            }
            if entered?.bytes.isEmpty == true { entered = nil }
            let repair: ClockRepair
            do {
                repair = try await StoreSync.repairClock(
                    of: user,
                    password: entered,
                    in: store.owner
                )
            } catch TimelineError.rootKeySealed {
                repair = try await StoreSync.repairClock(
                    of: user,
                    password: nil,
                    in: store.owner
                )
            }
            findings.append(Finding(finding.description, repair, of: username))
        }
        return findings
    }

    private func findings(
        in store: OpenStore,
        _ files: [FileFinding],
        _ repairs: [Finding],
        _ clock: ClockVerdict?,
        asks: Bool,
        _ progress: Progress
    ) async throws -> [Finding] {
        let leftovers = try store.folder.leftovers(
            before: store.context.environment.now().addingTimeInterval(-Self.leftoverAge),
            removing: isRepairing
        )
        let repairsContents = isRepairing && clock == nil
        let contents = try await store.owner.examine(
            repairing: repairsContents,
            verifying: !isQuick
        ) {
            progress.update($0, of: $1)
        }
        if repairsContents, contents.contains(where: \.isOfRecord) {
            try await StoreSync.rereadFolders(in: store.owner)
        }
        let orphans = try await orphanedRenditions(of: store, contents)
        return files.map { finding($0.description, isRepairable: $0.isRepairable) }
            + leftovers.map { finding(DoctorText.unfinished($0)) }
            + (orphans > 0 ? [finding(DoctorText.orphanedRenditions(orphans))] : []) + repairs
            + contents.compactMap { content in
                guard case .datedAhead = content else {
                    return Finding(
                        content.description,
                        isRepairable: content.isRepairable,
                        isRepaired: repairsContents && content.isRepairable,
                        count: content.count
                    )
                }
                // The findings about repairs say what remains.
                guard !repairsContents || !asks else { return nil }
                let advice = clock.map { " " + $0.sentence { "\($0)" } } ?? ""
                return Finding(
                    content.description + advice,
                    isRepairable: clock == nil,
                    isRepaired: false
                )
            }
    }

    /// Returns the number of orphaned renditions.
    ///
    /// A damaged database has incomplete references, so no rendition can be considered orphaned.
    private func orphanedRenditions(
        of store: OpenStore,
        _ contents: [HealthFinding]
    ) async throws -> Int {
        guard !contents.contains(where: \.isOfStorage) else { return 0 }
        do {
            return try await store.orphanedRenditions(removing: isRepairing)
        } catch TimelineError.storageFailed where !contents.isEmpty {
            return 0
        }
    }

    private func finding(_ message: String, isRepairable: Bool = true) -> Finding {
        Finding(message, isRepairable: isRepairable, isRepaired: isRepairing && isRepairable)
    }
}

/// The output of `timeline doctor`.
private struct HealthReport: Encodable {
    let isHealthy: Bool
    let findings: [Finding]

    var lines: [String] {
        if findings.isEmpty { return [DoctorText.healthy] }
        let lines = findings.flatMap(\.lines)
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
    /// A post or comment with a new ID.
    struct MovedItem: Encodable {
        let old: String
        let new: String
    }

    let message: String
    let isRepairable: Bool
    let isRepaired: Bool
    /// The number of defects that the message describes, if there are several.
    var count: Int?
    /// The posts and comments to which the repair of the clock gave new IDs.
    var movedItems: [MovedItem]?
    /// The date from which records that the repair of the clock has signed again may return.
    var mayReturnAt: Date?

    init(_ message: String, isRepairable: Bool, isRepaired: Bool, count: Int = 1) {
        (self.message, self.isRepairable, self.isRepaired) = (message, isRepairable, isRepaired)
        self.count = count > 1 ? count : nil
    }

    /// Creates a finding about a user whose records were dated in the future.
    init(_ message: String, _ repair: ClockRepair, of username: String) {
        var advice: [String] = []
        if repair.needsPassword { advice.append(DoctorText.needsPassword(username)) }
        if !repair.otherDevices.isEmpty {
            advice.append(DoctorText.otherDevices(repair.otherDevices.map(\.description).sorted()))
        }
        if let date = repair.returning.values.min() {
            mayReturnAt = date
            let kinds = repair.returning.sorted { $0.key.rawValue < $1.key.rawValue }
            advice.append(DoctorText.mayReturn(kinds.map { DoctorText.returning($0, $1) }))
        }
        self.message = ([message] + advice).joined(separator: " ")
        isRepairable = true
        isRepaired = !repair.needsPassword && repair.otherDevices.isEmpty
        let items = repair.moved.map { MovedItem(old: $0.old.text, new: $0.new.text) }
        movedItems = items.isEmpty ? nil : items
    }

    /// The lines of text.
    var lines: [String] {
        let shown = message.terminalSafe
        let moved = movedItems ?? []
        return [isRepaired ? DoctorText.repaired(shown) : shown]
            + (moved.isEmpty ? [] : [DoctorText.moved(moved.count)])
            + moved.map { "  \($0.old) → \($0.new)" }
    }
}

extension ItemReference {
    fileprivate var text: String {
        switch self {
        case .post(let id): id.description
        case .comment(let id): id.description
        }
    }
}
