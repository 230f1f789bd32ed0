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
                    date: form.date(before: site.environment.now())
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
        let position = try await uploads.lane.run { form.files.lazy.compactMap(\.position).first }
        guard let position else { throw RequestError.placeMissing }
        return Place(name: form.filled(.place), coordinate: position)
    }

    /// Returns the fault of a photo that was refused, with those of all others that are no pictures
    /// either.
    fileprivate func faults(of form: Form, _ first: TimelineError) async throws -> FormFaults {
        let others = try await uploads.lane.run { form.files.compactMap(\.fault) }
        return FormFaults(errors: [first] + others.filter { $0 != first })
    }
}

extension Form {
    /// Returns the time of a post that was made earlier, or `nil` if the form contains no date.
    ///
    /// - Throws: ``RequestError/invalidDate`` or ``RequestError/dateInFuture``.
    fileprivate func date(
        before now: Date,
        in timeZone: TimeZone = .current
    ) throws(RequestError) -> Date? {
        guard let day = filled(.date) else {
            guard filled(.time) == nil else { throw .invalidDate }
            return nil
        }
        let text = [day, filled(.time)].compactMap(\.self).joined(separator: " ")
        guard let written = WrittenDate(text), written.isWhole, written.day != nil,
            written.year >= 1970, !written.isSkipped(in: timeZone)
        else { throw .invalidDate }
        let date = written.date(in: timeZone)
        guard date <= now else { throw .dateInFuture }
        return date
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
