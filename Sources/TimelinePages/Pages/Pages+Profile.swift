package import TimelineCore

extension Pages {
    /// Returns a user's profile with a page of their posts.
    ///
    /// - Parameters:
    ///   - page: The profile and the posts.
    ///   - restrictions: Whether the viewer has muted or blocked the user.
    ///   - isOlder: Whether the posts start after the user's newest ones.
    /// - Returns: The page.
    package func profile(
        _ page: ProfilePage,
        restrictions: UserRestrictions = UserRestrictions(),
        isOlder: Bool = false
    ) -> HTML {
        let user = page.profile.user
        let isOwn = user.id == context.viewer?.id
        let layout = Layout(
            title: user.username,
            name: "wide",
            section: isOwn ? .you : nil,
            back: isOwn ? nil : .home(),
            feed: (links(.feed(of: user.username)), PeoplePageText.posts(by: user.username))
        )
        return layout.page(in: context) { html in
            header(of: page.profile, restrictions, isOwn: isOwn, into: &html)
            if let note = page.profile.blockNote {
                return html.element("p", .class("soft", "nothing-yet"), text: note)
            }
            if page.posts.posts.isEmpty, !isOlder {
                html.element("p", .class("soft", "nothing-yet"), text: FeedText.noPhotos)
                if isOwn {
                    html.element(
                        "a",
                        .class("button", "main"),
                        .href(links(.newPost)),
                        text: FeedText.postPhoto
                    )
                }
                return
            }
            html.element("div", Attribute("data-items")) { html in
                html.months(page.posts.posts, in: context)
            }
            let next = page.posts.next.map { links(.profile(user.username, before: $0)) }
            html.gridEnd(next, count: page.profile.postCount)
        }
    }

    private func header(
        of profile: ProfileView,
        _ restrictions: UserRestrictions,
        isOwn: Bool,
        into html: inout HTML
    ) {
        let user = profile.user
        html.element("header", .class("profile")) { html in
            html.avatar(of: user, with: links, size: "huge")
            html.element("div", .class("profile-words")) { html in
                html.element("h1", .autoDirection) { html in html.username(user.username) }
                if let name = user.displayName {
                    html.element("p", .class("full-name"), .autoDirection, text: name)
                }
                if let bio = user.bio {
                    html.element("p", .class("bio"), .autoDirection) { html in
                        html.userText(bio, with: links)
                    }
                }
                if let url = user.url, let link = Link(web: url) {
                    html.element("p", .class("web")) { html in
                        html.element(
                            "a",
                            .href(link),
                            .stranger,
                            Attribute("dir", "ltr"),
                            text: link.shortText
                        )
                    }
                }
                html.element("p", .class("profile-counts")) { html in
                    html.element("span") { html in
                        html.bold(profile.postCount, word: CountText.postsWord(profile.postCount))
                    }
                    if !links.isStatic { followCounts(of: profile, into: &html) }
                    if profile.followsViewer, !isOwn {
                        html.element("span", .class("soft"), text: PeoplePageText.followsYou)
                    }
                }
            }
            guard !links.isStatic else { return }
            html.element("div", .class("profile-actions")) { html in
                guard isOwn else {
                    action(on: profile, into: &html)
                    guard restrictions != UserRestrictions() else { return }
                    html.menu("menu-user", label: PeoplePageText.menu, isPlain: true) { html in
                        html.menuRows(muting: user, restrictions, in: context)
                    }
                    return
                }
                html.element(
                    "a",
                    .class("button", "plain"),
                    .href(links(.editProfile)),
                    text: PeoplePageText.edit
                )
                ownMenu(into: &html)
            }
        }
    }

    /// Writes the button that follows the user, or unblocks them.
    private func action(on profile: ProfileView, into html: inout HTML) {
        let user = profile.user
        if profile.blockedByViewer {
            html.form(
                sending: .unblock(user.username),
                in: context,
                class: "unblock",
                returns: true
            ) { html in
                html.element(
                    "button",
                    .class("button", "plain"),
                    text: PeoplePageText.unblock(user.username)
                )
            }
        } else if !profile.blocksViewer {
            html.followButton(for: user, isFollowing: profile.followedByViewer, in: context)
        }
    }

    private func followCounts(of profile: ProfileView, into html: inout HTML) {
        let username = profile.user.username
        html.element("a", .href(links(.follows(.followers, of: username)))) { html in
            html.bold(
                profile.followerCount,
                word: CountText.followersWord(profile.followerCount)
            )
        }
        html.element("a", .href(links(.follows(.following, of: username)))) { html in
            html.bold(profile.followingCount, word: CountText.followingWord)
        }
    }

    private func ownMenu(into html: inout HTML) {
        html.menu("menu-you", label: BarText.more, isPlain: true) { html in
            html.menuRow(FeedText.bookmarks, icon: .bookmark, to: links(.bookmarks()))
            html.menuRow(FeedText.likedPosts, icon: .heart, to: links(.likedPosts()))
            html.menuRow(PeoplePageText.settings, icon: .settings, to: links(.settings))
            html.form(sending: .logOut, in: context, class: "menu-form") { html in
                html.element("button", .class("menu-row")) { html in
                    html.icon(.logOut)
                    html.element("span", text: PeoplePageText.logOut)
                }
            }
        }
    }
}

extension ProfileView {
    /// The sentence that replaces the posts and the lists of users if the user or the viewer has
    /// blocked the other.
    var blockNote: String? {
        if blockedByViewer { return PeoplePageText.blockedNote(user.username) }
        return blocksViewer ? PeoplePageText.blockingNote(user.username) : nil
    }
}

extension HTML {
    fileprivate mutating func bold(_ count: Int, word: String) {
        element("b", text: groupedDigits(of: count))
        text(" \(word)")
    }

    /// Writes the end of a grid: a link to the next page, or the statement that no posts follow.
    mutating func gridEnd(_ next: Link?, count: Int? = nil, text: String = FeedText.older) {
        listEnd(older: next, text: text) { html in
            html.element("p", .class("everything")) { html in
                html.element("b", text: FeedText.endTitle)
                if let count { html.text(" \(CountText.posts(count)).") }
            }
        }
    }
}

extension Link {
    /// The address without its scheme and trailing slash.
    fileprivate var shortText: String {
        var short = text[...]
        for start in ["https://", "http://"] where short.lowercased().hasPrefix(start) {
            short = short.dropFirst(start.count)
        }
        return String(short.last == "/" ? short.dropLast() : short)
    }
}

extension Pages {
    /// Returns a page with the followers of a user, or with the users that a user follows.
    ///
    /// - Parameters:
    ///   - list: The list.
    ///   - profile: The user's profile.
    ///   - users: The users of the list on this page.
    ///   - after: The username after which the next page starts, or `nil` on the last page.
    ///   - followed: The IDs of the users on the page that the viewer follows, or `nil` to omit the
    ///     follow buttons.
    /// - Returns: The page.
    package func follows(
        _ list: FollowList,
        of profile: ProfileView,
        _ users: [User],
        after: String? = nil,
        followed: Set<User.ID>? = nil
    ) -> HTML {
        let name = profile.user.username
        let (title, empty) =
            switch list {
            case .followers: (PeoplePageText.followers(of: name), PeoplePageText.noFollowers)
            case .following: (PeoplePageText.followed(by: name), PeoplePageText.followsNobody)
            }
        let layout = Layout(title: title, name: "wide", back: .profile(name))
        return layout.page(in: context) { html in
            html.element("h1", .class("title"), .autoDirection, text: title)
            people(
                users,
                followed: followed,
                next: after.map { links(.follows(list, of: name, after: $0)) },
                empty: profile.blockNote ?? empty,
                into: &html
            )
        }
    }
}
