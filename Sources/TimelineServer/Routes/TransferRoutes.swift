import Foundation
import Hummingbird
import Logging
import TimelineCore
import TimelinePages

/// The routes for importing an uploaded archive and for downloading an archive.
///
/// Neither accepts a path on the server's disk. An uploaded file has no path either, so it
/// disappears when its import or the process ends.
struct TransferRoutes: Sendable {
    /// The parts that all routes share.
    let site: Site

    private static let page = "/settings/import"
    /// The number and interval of the checks with which an upload waits for its import to end.
    private static let patience = (count: 10, interval: Duration.milliseconds(200))

    /// Adds the routes to the router.
    func add(_ pages: PageRoutes, _ forms: FormRoutes) {
        pages.page("settings/import") { [site] session, scope in
            let state = await site.transfers.importState(of: session.userID)
            return try await scope.pages().importing(state)
        }
        pages.router.post("settings/import") { [self] request, context in
            try await upload(RequestScope(site: site, request: request, context: context))
        }
        forms.form("settings/export") { [self] session, submission in
            let includesOriginals = submission.form.filled(.includesOriginals) != nil
            return try await export(
                for: session,
                includingOriginals: includesOriginals,
                leavingOutLost: submission.form.filled(.leavesOutLostPictures) != nil
            )
        }
    }

    /// Waits briefly, so that the outcome of a short import is shown immediately.
    private func waitForImport(of user: User.ID) async {
        for _ in 0..<Self.patience.count {
            guard case .running = await site.transfers.importState(of: user) else { return }
            // If the wait is cancelled, it simply ends early.
            try? await site.environment.pause(Self.patience.interval)
        }
    }

    // MARK: Import

    /// Receives an archive and starts its import.
    ///
    /// Checks the visitor's rights before receiving the first byte.
    private func upload(_ scope: RequestScope) async throws -> Response {
        let session = try scope.visitor.requireSession()
        let length = try FormReader.length(of: scope.request, limit: FormLimits.archive.bytes)
        // Another server of the same store may be importing.
        if case .running = await site.transfers.importState(of: session.userID) {
            throw RequestError.transferInProgress
        }
        let running = try site.transfers.begin(for: session.userID, bytes: length)
        let form = try await site.forms.form(
            in: scope.request,
            from: scope.visitor,
            limits: .archive
        )
        guard let file = form.files.first else {
            let fault = RequestError.archiveMissing
            let page = try await scope.pages()
                .importing(
                    await site.transfers.importState(of: session.userID),
                    faults: [FormError(nil, fault.description)]
                )
            return Response(page, status: fault.status)
        }
        try await running.startImport()
        start(running, of: file, form.filled(.includesPlaces) != nil, for: session, scope.context)
        await waitForImport(of: session.userID)
        return Redirect(to: Self.page).response()
    }

    /// Starts an import, which continues if the browser closes the connection.
    private func start(
        _ running: Transfer,
        of file: UploadedFile,
        _ includesPlaces: Bool,
        for session: UserSession,
        _ context: ServerContext
    ) {
        Task {
            do {
                let summary = try await site.importArchive(
                    at: file.path,
                    includingPlaces: includesPlaces,
                    for: session
                ) {
                    running.show(.running(done: $0, total: $1))
                }
                await running.end(with: .finished(summary))
            } catch {
                context.logger.error("\(ServerText.importFailed) \(error)")
                let report = ErrorReport(error, at: site.environment.now())
                await running.end(with: .failed(report.message))
            }
            withExtendedLifetime(file) {}
        }
    }

    // MARK: Export

    private func export(
        for session: UserSession,
        includingOriginals includesOriginals: Bool,
        leavingOutLost leavesOutLost: Bool
    ) async throws -> Response {
        let running = try site.transfers.begin(for: session.userID)
        let uploads = site.forms.uploads
        let path = try await uploads.newPath()
        let lost = try await site.exportArchive(
            to: path,
            includingOriginals: includesOriginals,
            for: session
        )
        let file = try await uploads.takeOver(path)
        guard lost == 0 || leavesOutLost else { throw RequestError.picturesLost(lost) }
        let name = try await session.user().username.prefix { $0 != "~" }
        let date = site.environment.now().ISO8601Format(.iso8601.year().month().day())
        return try file.download(
            as: "timeline-\(name)-\(date).zip",
            type: "application/zip",
            on: uploads.lane,
            during: running
        )
    }
}
