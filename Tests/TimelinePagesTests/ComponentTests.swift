import Foundation
import Testing
import TimelineCore
import TimelinePages

/// Tests that components contain their essential parts, on pages with sample posts.
@Suite struct ComponentTests {
    let now = Date(timeIntervalSince1970: 1_794_669_863)
    let leia = User(id: User.ID(UUID()), username: "leia", displayName: nil, bio: nil)

    func photo(_ width: Int, _ height: Int, hash: [UInt8]? = nil, alt: String? = nil) -> Photo {
        Photo(
            blob: BlobID(of: Data([UInt8(truncatingIfNeeded: width)])),
            byteCount: 1,
            mediaType: .jpeg,
            width: width,
            height: height,
            alt: alt,
            thumbHash: hash.map { Data($0) }
        )
    }

    func post(
        ago seconds: TimeInterval,
        caption: String = "",
        photos: [Photo]? = nil,
        likes: Int = 0,
        liked: Bool = false,
        author: User? = nil
    ) -> PostView {
        let date = now.addingTimeInterval(-seconds)
        let milliseconds = UInt64(date.timeIntervalSince1970 * 1000)
        return PostView(
            id: Post.ID(PushID(milliseconds: milliseconds, bits: (0, 7))),
            author: author ?? leia,
            caption: caption,
            place: nil,
            photos: photos ?? [photo(1080, 720)],
            likeCount: likes,
            commentCount: 0,
            likedByViewer: liked
        )
    }

    func pages(viewer: User?) -> Pages {
        Pages(PageContext(viewer: viewer, token: "T+/=", path: "/", now: now, timeZone: .gmt))
    }

    func home(_ posts: [PostView], position: ReadPosition? = nil, next: Post.ID? = nil) -> String {
        pages(viewer: leia).home(TimelinePage(posts, next: next), position: position).string
    }

    @Test func feedIsCutIntoDays() {
        let html = home([post(ago: 60), post(ago: 3600), post(ago: 86_400), post(ago: 864_000)])
        #expect(html.matches(of: #/<h2 class="day-head">/#).count == 3)
        #expect(html.contains("<b>Today</b> <span>14 November</span>"))
        #expect(html.contains("<b>Yesterday</b> <span>13 November</span>"))
        #expect(html.contains("<b>Wednesday</b> <span>4 November</span>"))
        #expect(html.contains(">1 hour ago</time>"))
    }

    @Test func readPositionIsMarkedOnceAboveTheFirstReadPost() throws {
        let posts = [post(ago: 60), post(ago: 3600), post(ago: 7200)]
        let read = ReadPosition(intervals: [ReadInterval(posts[2].id...posts[1].id, epoch: 1)])
        let html = home(posts, position: read)
        #expect(html.matches(of: #/You left off here/#).count == 1)
        let line = try #require(html.range(of: "You left off here"))
        let article = try #require(html.range(of: "id=\"post-\(posts[1].id)\""))
        #expect(line.lowerBound < article.lowerBound)
        #expect(!home(posts).contains("You left off here"))
        let all = ReadPosition(intervals: [ReadInterval(posts[2].id...posts[0].id, epoch: 1)])
        #expect(!home(posts, position: all).contains("You left off here"))
    }

    @Test func theEndIsStatedOrLinked() {
        let posts = [post(ago: 60)]
        #expect(home(posts).contains("That is everything."))
        let older = home(posts, next: posts[0].id)
        #expect(older.contains("href=\"/?before=\(posts[0].id)\""))
        #expect(!older.contains("That is everything."))
        let last = TimelinePage(posts, next: nil, after: post(ago: 30).id)
        let end = pages(viewer: leia).home(last, postCount: 44).string
        #expect(end.contains("That is everything.</b> 44 posts, back to 14 November 2026."))
        let empty = TimelinePage([], next: nil, after: posts[0].id)
        let count = pages(viewer: leia).home(empty, postCount: 44).string
        #expect(count.contains("That is everything.</b> 44 posts.</p>"))
        let none = pages(viewer: leia).home(empty, postCount: 0).string
        #expect(none.contains("That is everything.</b></p>"))
    }

    @Test func photosThatWereNotDrawnAreMarked() {
        let hash: [UInt8] = [0x15, 0x08, 0x3F, 0, 0]
        let drawn = post(ago: 60, photos: [photo(800, 600, hash: hash)])
        let others = post(ago: 60, photos: [photo(800, 600, hash: hash), photo(600, 800)])
        #expect(!home([drawn]).contains("could not be drawn"))
        #expect(home([others]).contains("A picture could not be drawn where it was posted."))
        let single = pages(viewer: leia)
            .home(
                TimelinePage([post(ago: 60, photos: [photo(600, 800)])], next: nil),
                position: nil
            )
        #expect(single.string.contains("This picture could not be drawn where it was posted."))
    }

    @Test func photosHaveTheirSpaceAndColour() {
        let red = photo(3000, 2000, hash: [0x15, 0x08, 0x3F, 0, 0])
        let html = home([post(ago: 60, photos: [red])])
        #expect(html.contains("<svg class=\"size\" width=\"3000\" height=\"2000\""))
        #expect(html.contains("1080w, "))
        #expect(html.contains("/fit2048 2048w"))
        #expect(html.contains(#/fill="#[0-9a-f]{6}"/#))
        let small = home([post(ago: 60, photos: [photo(800, 600)])])
        #expect(!small.contains("fit2048"))
        // The large rendition of a long photo is too large for a feed.
        let long = home([post(ago: 60, photos: [photo(1080, 12_960)])])
        #expect(!long.contains("fit2048"))
        #expect(small.contains("fill=\"#808080\""))
    }

    @Test func photosCarryTheirThumbHash() {
        let html = home([post(ago: 60, photos: [photo(30, 20, hash: [0x15, 0x08, 0x3F, 0, 0])])])
        #expect(html.contains(" data-hash=\"FQg/AAA=\""))
        #expect(!home([post(ago: 60)]).contains("data-hash"))
    }

    @Test func peopleCanBeFollowedInLists() {
        let people = ["ana", "ben", "leia"].map { User(id: User.ID(UUID()), username: $0) }
        let pages = pages(viewer: people[2])
        let post = post(ago: 60)
        let html = pages.likes(of: post, by: people, after: "leia", followed: [people[0].id]).string
        #expect(html.contains("action=\"/@ana/unfollow\""))
        #expect(html.contains("action=\"/@ben/follow\""))
        #expect(!html.contains("action=\"/@leia/"))
        #expect(html.contains("href=\"/post/\(post.id)/likes?after=leia\""))
        #expect(!pages.likes(of: post, by: people).string.contains("follow\""))
    }

    @Test func firstPhotoLoadsAtOnce() {
        let html = home([post(ago: 60), post(ago: 120)])
        #expect(html.matches(of: #/fetchpriority="high"/#).count == 1)
    }

    @Test func likesTellTheirStateAndCount() {
        let html = home([post(ago: 60, likes: 7, liked: true), post(ago: 120)])
        #expect(html.contains("aria-pressed=\"true\" aria-label=\"Like, 7 likes\""))
        #expect(html.contains("aria-pressed=\"false\" aria-label=\"Like, no likes\""))
        #expect(html.contains("name=\"token\" value=\"T+/=\""))
    }

    @Test func bookmarksTellTheirState() {
        let posts = [post(ago: 60), post(ago: 120)]
        let page = TimelinePage(posts, next: nil)
        let html = pages(viewer: leia).home(page, bookmarked: [posts[1].id]).string
        for (post, path, state) in [
            (posts[0], "bookmark", "false"), (posts[1], "unbookmark", "true"),
        ] {
            let address = "formaction=\"/post/\(post.id)/\(path)\""
            #expect(html.contains("\(address) aria-pressed=\"\(state)\" aria-label=\"Bookmark\""))
        }
        var whole = PostPage(post: posts[0], comments: [])
        #expect(pages(viewer: leia).post(whole).string.contains("\(posts[0].id)/bookmark\""))
        whole.isBookmarked = true
        #expect(pages(viewer: leia).post(whole).string.contains("\(posts[0].id)/unbookmark\""))
        // A guest has none, and a static page has no forms.
        #expect(!pages(viewer: nil).post(whole).string.contains("bookmark\""))
        var context = PageContext(viewer: nil, token: "", path: "", now: now)
        context.links = PageLinks(base: "../", ending: ".html")
        let exported = Pages(context).post(whole).string
        #expect(!exported.contains("<form") && exported.contains("action heart"))
    }

    @Test func savedPostsAreGridsWithPages() {
        let posts = [post(ago: 60), post(ago: 120)]
        let pages = pages(viewer: leia)
        let first = TimelinePage(posts, next: posts[1].id)
        for (html, path) in [
            (pages.bookmarks(first).string, "bookmarks"),
            (pages.likedPosts(first).string, "likes"),
        ] {
            #expect(html.matches(of: #/<li class="cell">/#).count == 2)
            #expect(html.contains("href=\"/\(path)?before=\(posts[1].id)\" rel=\"next\""))
        }
        let empty = TimelinePage([], next: nil)
        #expect(pages.bookmarks(empty).string.contains("No bookmarks yet."))
        #expect(pages.likedPosts(empty).string.contains("You have not liked a photo yet."))
        let last = TimelinePage([], next: nil, after: posts[1].id)
        #expect(pages.bookmarks(last).string.contains("That is everything."))
        let profile = ProfileView(
            user: leia,
            joinedAt: now,
            postCount: 0,
            followerCount: 0,
            followingCount: 0,
            followedByViewer: false,
            followsViewer: false,
            blockedByViewer: false,
            blocksViewer: false
        )
        let own = pages.profile(ProfilePage(profile: profile, posts: empty)).string
        #expect(own.contains("href=\"/bookmarks\"") && own.contains("href=\"/likes\""))
    }

    @Test func tagsAndMentionsAreLinks() {
        let html = home([post(ago: 60, caption: "<b> #Öl, @leia. & a@b.org #1")])
        #expect(html.contains("&lt;b&gt; <a href=\"/tag/%C3%B6l\" dir=\"auto\">#Öl</a>, "))
        #expect(html.contains("<a href=\"/@leia\" dir=\"ltr\">@leia</a>. &amp; a@b.org #1"))
    }

    @Test func missingDescriptionsNameAuthorAndDate() {
        #expect(home([post(ago: 60)]).contains("alt=\"Photo by leia, 14 November\""))
        let described = home([post(ago: 60, photos: [photo(1, 1, alt: "A \"dot\"")])])
        #expect(described.contains("alt=\"A &quot;dot&quot;\""))
    }

    @Test(
        arguments: [
            "\"><script>alert(1)</script>", "'onload='x", "\u{202E}evil\u{202C}",
            String(repeating: "M", count: 2200), "javascript:alert(1)", "</textarea><img src=x>",
        ]
    )
    func hostileTextsStayTexts(text: String) {
        let user = User(
            id: User.ID(UUID()),
            username: text,
            displayName: text,
            bio: text,
            url: text
        )
        let post = post(
            ago: 60,
            caption: text,
            photos: [photo(10, 20, alt: text)],
            author: user
        )
        let profile = ProfileView(
            user: user,
            joinedAt: now,
            postCount: 1,
            followerCount: 0,
            followingCount: 0,
            followedByViewer: false,
            followsViewer: true,
            blockedByViewer: false,
            blocksViewer: false
        )
        let page = PostPage(
            post: post,
            comments: [
                CommentView(
                    id: TimelineCore.Comment.ID(post.id.pushID),
                    post: post.id,
                    author: user,
                    text: text
                )
            ]
        )
        let pages = pages(viewer: user)
        let all = [
            pages.home(TimelinePage([post], next: nil)), pages.post(page),
            pages.profile(ProfilePage(profile: profile, posts: TimelinePage([post], next: nil))),
            pages.search(text, page: nil), pages.newPost(values: [.caption: text, .place: text]),
            pages.editPost(post), pages.editProfile(), pages.deletePost(post),
            pages.logIn(values: [.email: text], faults: [FormError(.email, text)], next: text),
            pages.fault(.failed(text)),
        ]
        for html in all {
            let string = html.string
            #expect(string.matches(of: #/<script/#).count == 1)
            #expect(!string.contains("<img src=x"))
            #expect(!string.contains(#/ href="javascript/#))
            // An attribute value in quotes ends at the first unescaped quote.
            #expect(!string.contains("'onload='"))
        }
    }

    @Test(
        arguments: [
            (
                summary(posts: 0),
                ">Nobody can restore it. To keep a copy, download everything first.<"
            ),
            (
                summary(posts: 1),
                ">1 post with its pictures goes with it. Nobody can restore it. To keep"
            ),
            (
                summary(posts: 0, comments: 2, likes: 1),
                ">2 comments and 1 like go with it. Nobody can restore them. To keep"
            ),
            (
                summary(posts: 2, comments: 1, likes: 3),
                "2 posts with their pictures, 1 comment and 3 likes go with it."
            ),
        ]
    )
    func deletingAnAccountNamesItsData(summary: UserSummary, sentence: String) {
        let html = pages(viewer: leia).deleteAccount(summary).string
        #expect(html.contains(sentence))
    }

    @Test(
        arguments: [
            (summary(posts: 0), "<p>You have no posts, and wrote no comments.</p>"),
            (
                summary(posts: 1, photos: 2, bytes: 40_000, comments: 1),
                """
                <p>You have 1 post with 2 photos, and wrote 1 comment. The photos take less than 0.1 MB, not counting \
                their originals.</p>
                """
            ),
            (
                summary(posts: 1200, photos: 1500, bytes: 2_345_600_000),
                """
                <p>You have 1,200 posts with 1,500 photos, and wrote no comments. The photos take 2,346 MB, not \
                counting their originals.</p>
                """
            ),
        ]
    )
    func theSettingsStateTheAmountOfData(summary: UserSummary, sentences: String) {
        let model = SettingsModel(
            email: "leia@example.org",
            sessions: [],
            current: nil,
            summary: summary,
            sync: SyncModel(peers: [], sentences: [], reminders: [])
        )
        let html = pages(viewer: leia).settings(model).string
        #expect(html.contains(sentences))
        #expect(html.contains("<code>timeline backup FOLDER</code>"))
    }

    static func summary(
        posts: Int,
        photos: Int = 0,
        bytes: Int = 0,
        comments: Int = 0,
        likes: Int = 0
    ) -> UserSummary {
        UserSummary(
            postCount: posts,
            photoCount: photos,
            photoByteCount: bytes,
            commentCount: comments,
            likeCount: likes
        )
    }

    @Test func guestsSeeNoForms() {
        let guest = pages(viewer: nil)
        let html = guest.post(PostPage(post: post(ago: 60), comments: [])).string
        #expect(!html.contains("comment-form"))
        #expect(html.contains("Log in to comment."))
        #expect(!html.contains("class=\"tabs\""))
    }

    @Test func onlyAuthorsDelete() {
        let han = User(id: User.ID(UUID()), username: "han")
        let page = PostPage(post: post(ago: 60), comments: [])
        #expect(pages(viewer: leia).post(page).string.contains("/delete"))
        #expect(!pages(viewer: han).post(page).string.contains("/delete"))
    }

    @Test func faultsStandBesideTheirFields() {
        let html = pages(viewer: nil)
            .signUp(
                values: [.username: "leia"],
                faults: [FormError(.username, "The username “leia” is taken; choose another.")]
            )
            .string
        #expect(html.contains("aria-describedby=\"username-fault username-hint\""))
        #expect(html.contains("value=\"leia\""))
        #expect(html.contains("id=\"username-fault\""))
    }

    @Test("The report of an import is a table, in which nothing from the archive is markup")
    func importReport() throws {
        let summary = TransferSummary(
            sentences: ["Imported 1,200 posts with 3 pictures."],
            tallies: [
                .init(kind: "Posts", imported: 1200, rejected: 3),
                .init(kind: "Photos", imported: 3),
            ],
            findings: [
                .init(
                    reason: "It has no <b>date</b>.",
                    count: 30,
                    places: ["<i>a</i>.json", "b.json"]
                ),
                .init(reason: "Too large.", count: 1, places: ["c.jpg line 3"]),
            ],
            restCount: 7
        )
        let html = pages(viewer: leia).importing(.finished(summary)).string
        #expect(html.contains("<th scope=\"row\">Imported</th><td>1,200</td><td>3</td>"))
        #expect(html.contains("<th scope=\"row\">Rejected</th><td>3</td><td>0</td>"))
        #expect(!html.contains("Already here") && !html.contains("Not supported"))
        #expect(html.contains("It has no &lt;b&gt;date&lt;/b&gt;.") && !html.contains("<i>"))
        #expect(html.contains("<summary>30 places</summary>") && html.contains("… and 28 more."))
        #expect(html.contains(">c.jpg line 3</code>") && html.contains("… and 7 more."))
    }

    @Test func passwordsAreNeverShownAgain() {
        let html = pages(viewer: nil).logIn(values: [.password: "carbonite"]).string
        #expect(!html.contains("carbonite"))
    }

    @Test func themeIsOnTheRoot() {
        var context = PageContext(viewer: nil, token: "", path: "/", now: now)
        #expect(!Pages(context).logIn().string.contains("data-theme"))
        context.theme = .dark
        #expect(Pages(context).logIn().string.contains("<html lang=\"en\" data-theme=\"dark\">"))
    }
}
