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
            let post = try await session.post(
                reading: site.forms.photos(of: form),
                caption: form[.caption],
                place: form.place()
            )
            let path = "/#post-\(post.id)"
            return try submission.answer(["location": path], or: path)
        }
    }
}

extension Form {
    /// Returns the place of a post, or `nil` if the form contains no name and no position.
    ///
    /// - Throws: `TimelineError.invalidPlace` if the position is invalid.
    func place() throws(TimelineError) -> Place? {
        let name = filled(.place)
        guard let position = filled(.position) else { return name.map { Place(name: $0) } }
        return Place(name: name, coordinate: try Coordinate(parsing: position))
    }
}
