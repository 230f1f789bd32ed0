package import TimelineCore

extension Pages {
    /// Returns the page of a post, with its comments.
    ///
    /// - Parameters:
    ///   - page: The post and its comments, oldest first.
    ///   - likers: Up to three of the users that like the post.
    ///   - restrictions: Whether the viewer has muted or blocked the author.
    ///   - faults: The faults of a comment that was rejected.
    ///   - values: The text of the rejected comment.
    /// - Returns: The page.
    package func post(
        _ page: PostPage,
        likers: [User] = [],
        restrictions: UserRestrictions = UserRestrictions(),
        faults: [FormError] = [],
        values: FormValues = [:]
    ) -> HTML {
        let post = page.post
        let layout = Layout(
            title: FeedText.page,
            name: "hung",
            back: .home(),
            data: (
                Attribute("data-open", text: post.id.description), Attribute("data-b", text: nil)
            )
        )
        return layout.page(in: context) { html in
            html.element(
                "article",
                .class("post", "whole-post"),
                Attribute("id", text: "post-\(post.id)"),
                Attribute("data-post", text: post.id.description),
                Attribute("aria-labelledby", text: "by-\(post.id)"),
                Attribute("tabindex", "-1")
            ) { html in
                html.photos(of: post, in: context, opening: nil, isFirst: true)
                html.element("div", .class("label")) { html in
                    html.element(
                        "h1",
                        .class("out-of-sight"),
                        text: FeedText.photo(
                            by: post.author.username,
                            TimeText.date(
                                context.local(post.createdAt),
                                today: context.today
                            )
                        )
                    )
                    words(of: page, likers: likers, restrictions, into: &html)
                    comments(of: page, faults: faults, values: values, into: &html)
                }
            }
        }
    }

    private func words(
        of page: PostPage,
        likers: [User],
        _ restrictions: UserRestrictions,
        into html: inout HTML
    ) {
        let post = page.post
        html.element("div", .class("label-head")) { html in
            html.byline(of: post, in: context, isDated: false)
            menu(of: post, restrictions, into: &html)
        }
        html.steps(for: post)
        if !post.caption.isEmpty {
            html.element("div", .class("caption"), .autoDirection) { html in
                html.userText(post.caption, with: links)
            }
        }
        html.element(
            "time",
            .class("exact"),
            Attribute("datetime", text: TimeText.machine(post.createdAt)),
            text: TimeText.exact(context.local(post.createdAt))
        )
        html.element("div", .class("actions", "wide")) { html in
            html.buttons(for: post, isBookmarked: page.isBookmarked, in: context) { html in
                html.element(
                    "a",
                    .class("action"),
                    Attribute("href", "#comments"),
                    .label(FeedText.open(comments: post.commentCount))
                ) { html in
                    html.icon(.comment)
                    html.element("span", .class("count", "comment-count")) { html in
                        html.text(post.commentCount)
                    }
                }
            }
            html.element("span", .class("gap"), content: { _ in })
            if let photo = post.photos.first, !links.isStatic {
                let size: PhotoSize = context.viewer?.id == post.author.id ? .original : .copy
                html.element(
                    "a",
                    .class("action", "save"),
                    .href(links(.photo(photo.blob, size))),
                    Attribute("download"),
                    .label(FeedText.save)
                ) { html in html.icon(.save) }
                html.element(
                    "a",
                    .class("action", "full-size"),
                    .href(links(.photo(photo.blob, .fit2048))),
                    .label(FeedText.fullSize)
                ) { html in html.icon(.fullSize) }
            }
        }
        if post.likeCount > 0 { likersLine(likers, of: post, into: &html) }
    }

    private func likersLine(_ users: [User], of post: PostView, into html: inout HTML) {
        guard !links.isStatic else { return }
        let others = users.filter { $0.id != context.viewer?.id }
        html.element("a", .class("likers"), .href(links(.likes(of: post.id)))) { html in
            html.element("span", .class("faces"), .hidden) { html in
                for user in users.prefix(3) { html.avatar(of: user, with: links, size: "tiny") }
            }
            html.element(
                "span",
                text: FeedText.likers(
                    others.prefix(2).map(\.username),
                    viewer: post.likedByViewer,
                    of: post.likeCount
                )
            )
        }
    }

    private func menu(
        of post: PostView,
        _ restrictions: UserRestrictions,
        into html: inout HTML
    ) {
        guard !links.isStatic else { return }
        html.menu("menu-\(post.id)", label: FeedText.menu) { html in
            if let photo = post.photos.first {
                html.menuRow(
                    FeedText.saveCopy,
                    icon: .save,
                    to: links(.photo(photo.blob, .copy))
                )
            }
            html.menuAction(FeedText.copyLink, icon: .link, action: "copy-link")
            guard context.viewer?.id == post.author.id else {
                return html.menuRows(muting: post.author, restrictions, in: context)
            }
            html.menuRow(FeedText.edit, icon: .edit, to: links(.editPost(post.id)))
            html.menuRow(
                FeedText.delete,
                icon: .bin,
                to: links(.deletePost(post.id)),
                attributes: (Attribute("data-dialog"), Attribute("data-b", text: nil)),
                isDestructive: true
            )
        }
    }

    private func comments(
        of page: PostPage,
        faults: [FormError],
        values: FormValues,
        into html: inout HTML
    ) {
        html.element(
            "section",
            .class("comments"),
            Attribute("id", "comments"),
            .label(FeedText.comments)
        ) { html in
            html.element(
                "h2",
                .class("comments-title"),
                text: page.comments.isEmpty
                    ? FeedText.noComments : CountText.comments(page.comments.count)
            )
            html.element("ol", .class("comment-list"), Attribute("role", "list")) { html in
                for comment in page.comments { html.comment(comment, on: page.post, in: context) }
            }
        }
        guard !links.isStatic else { return }
        guard context.viewer != nil else {
            html.element("p", .class("soft")) { html in
                html.element(
                    "a",
                    .href(links(.logIn(next: context.path))),
                    text: FeedText.logInToComment
                )
            }
            return
        }
        html.form(sending: .comment(on: page.post.id), in: context, class: "comment-form") { html in
            html.faultNote(faults.map { FormError(nil, $0.message) })
            html.element("div", .class("comment-box")) { html in
                html.element(
                    "textarea",
                    Attribute("id", "comment"),
                    Attribute("name", text: FormField.text.rawValue),
                    Attribute("rows", "1"),
                    Attribute("maxlength", number: TextField.comment.limit),
                    Attribute("placeholder", text: FeedText.comment),
                    .label(FeedText.comment),
                    Attribute("required"),
                    .autoDirection,
                    text: values[.text] ?? ""
                )
                html.element("button", .class("button", "main", "low"), text: FeedText.send)
            }
        }
    }

    /// Returns a page with the users that like a post.
    ///
    /// - Parameters:
    ///   - post: The post.
    ///   - users: The users on this page.
    ///   - after: The username after which the next page starts, or `nil` on the last page.
    ///   - followed: The IDs of the users on the page that the viewer follows, or `nil` to omit the
    ///     follow buttons.
    /// - Returns: The page.
    package func likes(
        of post: PostView,
        by users: [User],
        after: String? = nil,
        followed: Set<User.ID>? = nil
    ) -> HTML {
        let layout = Layout(title: FeedText.likedBy, name: "wide", back: .post(post.id))
        return layout.page(in: context) { html in
            html.element("h1", .class("title"), text: FeedText.likedBy)
            let next = after.map { links(.likes(of: post.id, after: $0)) }
            people(users, followed: followed, next: next, empty: CountText.likes(0), into: &html)
        }
    }

    /// Writes a list of users in columns, and the link to the next page.
    func people(
        _ users: [User],
        followed: Set<User.ID>?,
        next: Link?,
        empty: String,
        into html: inout HTML
    ) {
        if users.isEmpty { html.element("p", .class("soft"), text: empty) }
        html.element(
            "ul",
            .class("people"),
            Attribute("role", "list"),
            Attribute("data-items")
        ) { html in
            for user in users { html.person(user, in: context, followed: followed) }
        }
        if next != nil { html.listEnd(older: next, text: PeoplePageText.more) { _ in } }
    }
}
