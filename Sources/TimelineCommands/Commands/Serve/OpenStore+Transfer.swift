#if Server
import Foundation
import TimelineArchive
import TimelineCore
import TimelinePages
import TimelineServer

extension OpenStore {
    /// Returns the functions that import and export archives, for the pages.
    ///
    /// - Parameter acceptsEverybody: Whether to import Timeline archives, which can contain entries
    ///   by other users. Pass `false` for a server that other machines can reach.
    /// - Returns: The functions.
    func transfer(acceptingEverybody acceptsEverybody: Bool) -> ArchiveTransfer {
        let owner = owner
        return ArchiveTransfer { archive, includesPlaces, session, progress in
            let kind = try await session.recognizeArchive(
                at: archive,
                includingPlaces: includesPlaces
            )
            switch kind {
            case .timeline where !acceptsEverybody:
                throw TimelineError.archiveUnreadable(ArchiveMessages.onlyByCommand)
            case .timeline:
                let source = try await session.readingArchive { try StoreArchive(at: archive) }
                let user = session.userID
                let report = try await owner.restore(source, by: user, progress: progress)
                return TransferSummary(ImportOutcome(report))
            case .posts(let format):
                let report = try await session.importPosts(
                    from: archive,
                    as: format,
                    progress: progress
                )
                return TransferSummary(ImportOutcome(report))
            }
        } exportArchive: { target, includesOriginals, session in
            var options = ArchiveOptions(
                of: try await session.user().id,
                includingOriginals: includesOriginals
            )
            options.addSite()
            return try await owner.export(to: target, as: .zip, options).lostPhotos
        }
    }
}

extension TransferSummary {
    fileprivate init(_ summary: ImportOutcome) {
        let rest = summary.restCount
        self.init(
            sentences: summary.sentences,
            details: summary.details + (rest > 0 ? [ImportText.moreDetails(rest)] : [])
        )
    }
}
#endif
