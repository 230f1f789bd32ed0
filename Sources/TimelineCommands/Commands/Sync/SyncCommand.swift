import ArgumentParser
import Foundation
import TimelineCore
import TimelineSync

struct SyncCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: SyncHelp.abstract,
        discussion: SyncHelp.discussion,
        subcommands: [
            RunSyncCommand.self, SyncStatusCommand.self, ForgetPlaceCommand.self,
        ],
        defaultSubcommand: RunSyncCommand.self
    )
}

struct RunSyncCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: SyncHelp.runAbstract,
        discussion: SyncHelp.runDiscussion
    )

    @Argument(help: SyncHelp.target, completion: .directory)
    var target: String?

    @Flag(help: SyncHelp.own)
    var own = false

    @Flag(help: SyncHelp.shared)
    var shared = false

    @Option(
        parsing: .unconditional,
        help: SyncHelp.budget,
        transform: ByteSize.init(parsing:)
    )
    var budget: ByteSize?

    @OptionGroup var storage: StorageOptions

    @Option(help: SyncHelp.listen)
    var listen: String?

    @Option(help: SyncHelp.tlsCa, completion: .file())
    var tlsCa: String?

    @Flag(help: SyncHelp.stdio)
    var stdio = false

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard !own || !shared else { throw ValidationError(SyncText.ownOrShared) }
        guard [target != nil, listen != nil, stdio].count(where: \.self) <= 1 else {
            throw ValidationError(SyncText.oneWay)
        }
    }

    func run(in context: CommandContext) async throws {
        let target = try target.map { try SyncTarget(parsing: $0) }
        if own || shared {
            guard case .folder = target else { throw UsageError(SyncText.folderOptions) }
        }
        let listener = try listen.map { try ListenAddress(parsing: $0) }
        let store = try await context.openStore(global)
        let syncs = try await store.syncs()
        let bytes = budget?.byteCount ?? .max
        let removed = try await setLimits(syncs[0], in: context)
        if let removed, removed.count > 0, !stdio, store.output.format == .text {
            try store.output.show(SyncList()) { $0.paragraph(SyncText.removed(removed)) }
        }
        if stdio { return try await store.answer(syncs[0], budget: bytes) }
        if let listener { return try await store.listen(at: listener, syncs[0], budget: bytes) }
        let runners = syncs.map { sync in
            SyncRunner(
                store: store,
                sync: sync,
                budget: bytes,
                isOwn: own ? true : shared ? false : nil,
                authorities: tlsCa.map { URL(filePath: $0).path }
            )
        }
        if let target {
            var list = SyncList(removed: removed)
            for runner in try await Self.runners(runners, at: target) {
                list.syncs.append(try await runner.run(target))
            }
            try store.output.show(list) { layout in list.syncs.flatMap { $0.lines(in: layout) } }
            let isDamaged = list.syncs.contains { !$0.damagedFiles.isEmpty }
            if isDamaged { throw ReportedError.damagedFiles }
        } else {
            try await syncAll(runners, removed, store.output)
        }
    }

    /// Returns the runners of the users with a target on their lists of peers, or else the first
    /// one.
    private static func runners(
        _ runners: [SyncRunner],
        at target: SyncTarget
    ) async throws -> [SyncRunner] {
        guard runners.count > 1 else { return runners }
        var known: [SyncRunner] = []
        for runner in runners
        where try await runner.sync.peers().contains(where: { $0.target == target.text }) {
            known.append(runner)
        }
        return known.isEmpty ? Array(runners.prefix(1)) : known
    }

    /// Stores the limits for posts and pictures by others, and returns the pictures removed to keep
    /// within them, or `nil` without a limit.
    private func setLimits(
        _ sync: StoreSync,
        in context: CommandContext
    ) async throws -> RemovedPictures? {
        if let since = storage.since {
            try await sync.setOldestPost(since.date?.start(in: context.timeZone))
        }
        guard let keep = storage.keep else { return nil }
        return try await sync.setPictureLimit(keep.byteCount)
    }

    /// Syncs with all peers that have a place.
    ///
    /// A failed sync does not stop the others. The first failure determines the exit status.
    private func syncAll(
        _ runners: [SyncRunner],
        _ removed: RemovedPictures?,
        _ output: Output
    ) async throws {
        var peers: [SyncPeer] = []
        var visits: [(runner: SyncRunner, target: String)] = []
        for runner in runners {
            let list = try await runner.sync.peers()
            peers += list
            visits += Set(list.compactMap(\.target)).sorted().map { (runner, $0) }
        }
        var list = SyncList(removed: removed)
        var failure: ReportedError?
        // A place that is not a valid target fails below.
        let probes = SyncProbes(visits.compactMap { try? SyncTarget(parsing: $0.target) })
        for (runner, target) in visits {
            do {
                var runner = runner
                runner.probes = probes
                let result = try await runner.run(try SyncTarget(parsing: target))
                list.syncs.append(result)
                if output.format == .text { try output.show(list) { result.lines(in: $0) } }
                if !result.damagedFiles.isEmpty { failure = failure ?? .damagedFiles }
            } catch SyncCommandError.missingFolder(let path) {
                list.skipped.append(path)
                if output.format == .text {
                    try output.show(list) {
                        $0.paragraph(SyncText.skipped(runner.store.context.abbreviated(path)))
                    }
                }
            } catch let error as any ReportableError {
                list.failures.append(SyncList.Failure(target: target, error))
                failure = failure ?? ReportedError(exitCode: error.exitCode)
                if output.format == .text {
                    try output.show(list) { $0.paragraph(error.description) }
                }
            }
        }
        if output.format == .json { try output.show(list) { _ in [] } }
        if output.format == .text, list.isEmpty {
            try output.show(list) {
                [""] + $0.firstSyncSteps()
            } text: {
                $0.paragraph(peers.isEmpty ? SyncText.noPeers : SyncText.noPlaces)
            }
        }
        if let failure { throw failure }
    }
}

extension TextLayout {
    /// Formats the next steps of a user without a place to sync with.
    func firstSyncSteps() -> [String] {
        [
            suggestion(["sync", "FOLDER"], hint: SyncText.syncFolderHint),
            suggestion(["invite"], hint: SyncText.inviteHint),
        ]
    }
}

/// The output of `timeline sync`.
struct SyncList: Encodable {
    /// A place with which a sync failed.
    struct Failure: Encodable {
        let target: String
        let code: String
        let message: String

        init(target: String, _ error: any ReportableError) {
            self.target = target
            code = error.code
            message = error.description
        }
    }

    var syncs: [SyncResult] = []
    var failures: [Failure] = []
    /// The folders that do not currently exist.
    var skipped: [String] = []
    /// The number of full-size pictures removed before the syncs because of a new limit.
    var removedPictures = 0
    /// The total size of those pictures in bytes.
    var removedBytes: UInt64 = 0

    init(removed: RemovedPictures? = nil) {
        removedPictures = removed?.count ?? 0
        removedBytes = removed?.byteCount ?? 0
    }

    var isEmpty: Bool { syncs.isEmpty && failures.isEmpty && skipped.isEmpty }
}

struct ForgetPlaceCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: SyncHelp.Forget.abstract,
        discussion: SyncHelp.Forget.discussion
    )

    @Argument(help: SyncHelp.target, completion: .directory)
    var target: String

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let target = try SyncTarget(parsing: target)
        let store = try await context.openStore(global)
        let sync = try await store.sync()
        let entries = try await sync.peers().filter { $0.target == target.text }
        let isNoted = try await sync.forgetAttempts(at: target.text)
        guard !entries.isEmpty || isNoted else {
            throw UsageError(SyncText.unknownPlace(target.shown(in: context)))
        }
        for entry in entries {
            // The user remains a peer, whose devices may sync with this one.
            if let user = entry.user { try await sync.addPeer(user, name: entry.name) }
            try await sync.removePeer(entry.id)
        }
        try store.output.confirm(SyncText.forgotten(target.shown(in: context)))
    }
}
