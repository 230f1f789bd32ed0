import Foundation
import HTTPTypes
import Hummingbird
import TimelineCore
import TimelinePages

/// The routes for the page and the form for a new post.
struct NewPostRoutes {
    /// The parts that all routes share.
    let site: Site
    /// The helper that adds routes for pages.
    let pages: PageRoutes
    /// The helper that adds routes for forms.
    let forms: FormRoutes

    /// Adds the routes to the router.
    func add() {
        pages.page("new") { _, scope in try await scope.pages().newPost() }
        forms.form("new", limits: .post) { submission, faults in
            try await submission.scope.pages()
                .newPost(values: submission.form.values, faults: faults)
        } action: { [site] session, submission in
            let form = submission.form
            let post: PostView
            do {
                post = try await session.post(
                    reading: site.forms.photos(of: form),
                    caption: form[.caption],
                    place: try await site.forms.place(of: form),
                    date: try await site.forms.date(of: form, before: site.environment.now())
                )
            } catch TimelineError.photoRefused(let fault, let name) {
                throw try await site.forms.faults(of: form, .photoRefused(fault, name: name))
            }
            let path = "/#post-\(post.id)"
            return try submission.answer(["location": path], or: path)
        }
    }
}

extension FormReader {
    /// Returns the place of a post, with the position in its photos if the visitor has chosen it.
    ///
    /// - Throws: ``RequestError/placeMissing`` if no photo contains one, or
    ///   `TimelineError.invalidPlace`.
    fileprivate func place(of form: Form) async throws -> Place? {
        guard form.filled(.placeFromPhoto) != nil else { return try form.place() }
        let position = try await first(in: form, orThrow: .placeMissing) { $0.position }
        return Place(name: form.filled(.place), coordinate: position)
    }

    /// Returns the time of a post, which is that of its photos if the visitor has chosen it.
    ///
    /// - Throws: ``RequestError/photoDateMissing`` if no photo contains one, or the errors of
    ///   `Form.date(before:in:)`.
    fileprivate func date(of form: Form, before now: Date) async throws -> Date? {
        guard form.filled(.dateFromPhoto) != nil else { return try form.date(before: now) }
        return try await first(in: form, orThrow: .photoDateMissing) { $0.date(now: now) }
    }

    /// Returns the first value that a photo contains.
    private func first<Value: Sendable>(
        in form: Form,
        orThrow error: RequestError,
        _ value: @escaping @Sendable (UploadedFile) -> Value?
    ) async throws -> Value {
        let found = try await uploads.lane.run { form.files.lazy.compactMap(value).first }
        if let found { return found }
        // A file that is missing or damaged is the reason, and not what it contains.
        let refused = try await refused(in: form)
        guard refused.errors.isEmpty else { throw refused }
        guard !form.files.isEmpty else { throw TimelineError.photoCountRefused(0) }
        throw error
    }

    /// Returns the fault of a photo that was refused, with those of all others that are no pictures
    /// either.
    fileprivate func faults(of form: Form, _ first: TimelineError) async throws -> FormFaults {
        let refused = try await refused(in: form)
        guard !refused.errors.contains(first) else { return refused }
        // Only the engine has found this fault, which names its file.
        guard case .photoRefused(_, let name) = first else { return refused }
        let index = form.files.indices.first { index in
            form.files[index].name == name && !refused.photos.contains(index)
        }
        return FormFaults(
            errors: [first] + refused.errors,
            photos: (refused.photos + [index].compactMap(\.self)).sorted()
        )
    }

    /// Returns the faults of all files that are no pictures, in the order of the files.
    private func refused(in form: Form) async throws -> FormFaults {
        let faults = try await uploads.lane.run { form.files.map(\.fault) }
        return FormFaults(
            errors: faults.compactMap(\.self),
            photos: faults.indices.filter { faults[$0] != nil }
        )
    }
}

extension Form {
    /// Returns the time of a post that was made earlier, or `nil` if the form contains no date.
    ///
    /// The visitor's clock may be up to 14 hours ahead of the server's, in the easternmost zone. A
    /// post is made now at the latest.
    ///
    /// - Throws: ``RequestError/invalidDate``, ``RequestError/dateMissing`` or
    ///   ``RequestError/dateInFuture``.
    fileprivate func date(
        before now: Date,
        in timeZone: TimeZone = .current
    ) throws(RequestError) -> Date? {
        guard let day = filled(.date) else {
            guard filled(.time) == nil else { throw .dateMissing }
            return nil
        }
        let text = [day, filled(.time)].compactMap(\.self).joined(separator: " ")
        guard let written = WrittenDate(text), written.isWhole, written.day != nil,
            written.year >= 1970, !written.isSkipped(in: timeZone)
        else { throw .invalidDate }
        let date = written.date(in: timeZone)
        guard date <= now.addingTimeInterval(14 * 3600) else { throw .dateInFuture }
        return min(date, now)
    }

    /// Returns the place of a post, or `nil` if the form contains no name and no position.
    ///
    /// - Throws: `TimelineError.invalidPlace` if the position is invalid.
    func place() throws(TimelineError) -> Place? {
        let name = filled(.place)
        guard let position = filled(.position) else { return name.map { Place(name: $0) } }
        return Place(name: name, coordinate: try Coordinate(parsing: position))
    }
}
