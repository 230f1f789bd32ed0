#if Server
import Hummingbird
import TimelineCore
import TimelinePages

/// The page and the form of a new post.
struct NewPostRoutes {
    /// The server.
    let site: Site
    /// Adds pages.
    let pages: PageRoutes
    /// Adds forms.
    let forms: FormRoutes

    /// Adds the routes.
    func add() {
        pages.page("new") { _, visit in try await visit.pages().newPost() }
        forms.form("new", limits: .post) { submission, fault in
            try await submission.visit.pages()
                .newPost(values: submission.form.values, faults: [fault])
        } _: { [site] session, submission in
            let form = submission.form
            let post = try await session.post(
                site.forms.photos(of: form),
                caption: form[.caption],
                place: form.place()
            )
            let path = "/#post-\(post.id)"
            return try submission.answer(["location": path], or: path)
        }
    }
}

extension Form {
    /// The place of a post; `nil` without a name and a position.
    ///
    /// - Throws: `TimelineError.invalidPlace`.
    func place() throws(TimelineError) -> Place? {
        let name = filled(.place)
        guard let position = filled(.position) else { return name.map { Place(name: $0) } }
        return Place(name: name, coordinate: try Coordinate(parsing: position))
    }
}
#endif
