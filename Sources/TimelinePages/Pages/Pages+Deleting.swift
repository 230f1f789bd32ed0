package import TimelineCore

extension Pages {
    /// Returns the page for confirming the deletion of a post.
    package func deletePost(_ post: PostView) -> HTML {
        question(
            SettingsText.deletePostTitle,
            text: SettingsText.deletePost(
                photos: post.photos.count,
                comments: post.commentCount,
                likes: post.likeCount
            ),
            back: .post(post.id),
            action: .deletePost(post.id),
            verb: SettingsText.deletePost
        )
    }

    /// Returns the page for confirming the deletion of a comment.
    package func deleteComment(_ comment: CommentView) -> HTML {
        question(
            SettingsText.deleteCommentTitle,
            text: comment.text,
            back: .post(comment.post),
            action: .deleteComment(comment.id),
            verb: SettingsText.deleteComment
        )
    }

    /// Returns the page for confirming the deletion of the user's account.
    package func deleteAccount(_ model: UserSummary, faults: [FormError] = []) -> HTML {
        question(
            SettingsText.deleteAccountTitle(context.viewer?.username ?? ""),
            text: SettingsText.deleteAccount(model),
            back: .settings,
            action: .deleteAccount,
            verb: SettingsText.deleteForGood
        ) { html in
            html.faultNote(faults)
            html.hiddenUsername(in: context)
            html.field(.password(LoginText.password, faults: faults))
        }
    }

    private func question(
        _ title: String,
        text: String,
        back: Destination,
        action: Action,
        verb: String,
        fields: (inout HTML) -> Void = { _ in }
    ) -> HTML {
        let layout = Layout(title: title, name: "narrow", back: back)
        return layout.page(in: context) { html in
            html.element("section", .class("question"), Attribute("data-question")) { html in
                html.element("h1", .class("dialog-title"), text: title)
                html.element("p", .class("soft"), .autoDirection, text: text)
                html.form(sending: action, in: context, class: "fields") { html in
                    fields(&html)
                    html.element("div", .class("buttons")) { html in
                        html.element(
                            "a",
                            .class("button", "plain"),
                            .href(links(back)),
                            Attribute("data-close"),
                            text: SettingsText.keep
                        )
                        html.element("button", .class("button", "fatal"), text: verb)
                    }
                }
            }
        }
    }
}
