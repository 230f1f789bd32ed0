import Foundation
import TimelineArchive
import TimelineCore
import TimelinePages

/// The users and posts of the demo, as leia sees them shortly after the newest post.
struct DemoWorld {
    let session: UserSession
    let context: PageContext
    let pages: Pages

    /// Loads the demo.
    ///
    /// The processor computes the colours of the pictures.
    init(processor: any PhotoProcessor) async throws {
        let seeds = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../SeedData").standardizedFileURL
        let archive = try FirebaseArchive(
            reading: Data(contentsOf: seeds.appending(path: "world.json")),
            images: seeds.appending(path: "images")
        )
        let now = Date(timeIntervalSince1970: 1794677363)
        let owner = StoreOwner(
            repository: InMemoryRepository(),
            blobs: InMemoryBlobStore(),
            hasher: NoHasher(),
            photoProcessor: processor,
            environment: TimelineEnvironment(
                now: { now },
                randomBytes: TimelineEnvironment.system.randomBytes,
                pause: TimelineEnvironment.system.pause,
                processorCount: 1
            )
        )
        try await owner.load(archive)
        for user in try await owner.guest.users() where user.username != "3po" {
            let acting = owner.acting(as: user.id)
            guard let post = try await acting.page(of: .user(user.id), limit: 1).posts.first else {
                continue
            }
            try await acting.updateProfile(ProfileUpdate(avatar: .set(post.photos[0])))
        }
        let leia = try await owner.guest.user(withUsername: "leia")
        session = owner.acting(as: leia.id)
        context = PageContext(
            viewer: try await session.user(),
            token: "dGVzdA==",
            path: "/",
            now: now,
            timeZone: .gmt,
            unreadActivities: 3
        )
        pages = Pages(context)
    }

    /// Returns all pages of the demo, with their names.
    func all() async throws -> [(name: String, html: HTML)] {
        let home = try await session.timeline(limit: 20)
        let everyone = try await session.page(of: .everyone, limit: 60)
        let captioned =
            everyone.posts.max { $0.caption.count < $1.caption.count } ?? everyone.posts[0]
        var several = everyone.posts[3]
        several = PostView(
            id: several.id,
            author: several.author,
            caption: several.caption,
            place: several.place,
            photos: everyone.posts[3..<7].map { $0.photos[0] },
            likeCount: 7,
            commentCount: 0,
            likedByViewer: true
        )
        var comments: [Post.ID: [CommentView]] = [:]
        for post in home.posts {
            comments[post.id] = try await session.comments(on: post.id, limit: 2)
        }
        let posts =
            [home.posts[0], several] + home.posts.dropFirst().filter { $0.id != several.id }
        let feed = TimelinePage(Array(posts), next: home.next)
        let position = ReadPosition(
            intervals: [ReadInterval(home.posts[4].id...home.posts[4].id, epoch: 1)]
        )
        let profile = try await session.profilePage(of: captioned.author.id, limit: 40)
        let own = try await session.profilePage(of: session.userID, limit: 40)
        let people = try await session.users()
        let near = try SearchArea(of: Coordinate(parsing: "69.65,18.96"), radius: 100_000)
        let tag = try Tag("aurora")
        let news = Pages(context.with { $0.newPosts = 3 })
        let page = try await session.postPage(captioned.id)
        let summary = UserSummary(
            postCount: own.profile.postCount,
            photoCount: 51,
            photoByteCount: 38_400_000,
            commentCount: 31,
            likeCount: 40
        )
        let settings = SettingsModel(
            email: "leia@timeline.example",
            sessions: sessions,
            current: sessions[0].id,
            summary: summary,
            sync: SyncModel(
                peers: [
                    .init(title: "@hansolo  http://10.0.0.7:8080", state: "equal 2 hours ago"),
                    .init(title: "~/Syncthing/friends", state: "never synced"),
                ],
                sentences: ["The last sync was 2 hours ago.", "Nothing is missing."],
                reminders: [
                    "You have no copy of your identity. `timeline identity export FILE` makes one."
                ]
            ),
            muted: [people[0]],
            blocked: [people[1]]
        )
        return [
            ("home", news.home(feed, comments: comments, position: position)),
            (
                "end",
                pages.home(TimelinePage(Array(home.posts.suffix(3)), next: nil), postCount: 44)
            ),
            ("hostile", pages.home(TimelinePage(hostile(home.posts), next: nil))),
            ("empty", pages.home(TimelinePage([], next: nil))),
            (
                "post",
                pages.post(page, likers: try await session.likers(of: captioned.id, limit: 3))
            ),
            ("several", pages.post(PostPage(post: several, comments: []))),
            (
                "likes",
                pages.likes(of: captioned, by: people, after: "leia", followed: [people[0].id])
            ),
            ("bookmarks", pages.bookmarks(everyone)),
            ("liked-posts", pages.likedPosts(everyone)),
            ("new", pages.newPost()),
            (
                "new-failed",
                pages.newPost(
                    values: [.caption: "Words"],
                    faults: [FormError(nil, "The picture is damaged.")]
                )
            ),
            ("edit", pages.editPost(captioned)),
            ("profile", pages.profile(profile)),
            ("own", pages.profile(own)),
            ("edit-profile", pages.editProfile()),
            ("followers", pages.follows(.followers, of: profile.profile, people, followed: [])),
            ("popular", pages.popular(try await session.popularPosts(limit: 40).map(\.post))),
            ("everyone", pages.everyone(everyone)),
            ("near", pages.near(near, page: try await session.posts(near: near))),
            ("places", pages.near(places: try await session.knownPlaces())),
            ("tags", pages.tags(try await session.tags())),
            ("tag", pages.tag(tag, page: try await session.posts(tagged: tag))),
            ("search", pages.search("night", page: try await session.search("night"))),
            ("no-results", pages.search("zzzz", page: try await session.search("zzzz"))),
            ("activity", pages.activity(entries(home.posts))),
            ("no-activity", pages.activity([])),
            ("settings", pages.settings(settings)),
            ("invite-form", pages.invite(address: "http://10.0.0.7:8080/@leia")),
            (
                "invite",
                pages.invite(
                    InvitationModel(
                        link: "timeline://follow/1/" + String(repeating: "Zm9v", count: 40),
                        expiresAt: context.now.addingTimeInterval(7 * 86_400),
                        hasAddress: true
                    )
                )
            ),
            ("delete-post", pages.deletePost(captioned)),
            ("delete-account", pages.deleteAccount(summary)),
            ("not-found", pages.fault(.photoNotFound)),
            ("failed", pages.fault(.failed("Another process is using the store."))),
            (
                "login",
                Pages(context.with { $0.viewer = nil })
                    .logIn(faults: [FormError(nil, "The email or the password is wrong.")])
            ),
            (
                "signup",
                Pages(context.with { $0.viewer = nil })
                    .signUp(
                        values: [.username: "leia"],
                        faults: [
                            FormError(.username, "The username “leia” is taken; choose another.")
                        ]
                    )
            ),
        ]
    }
}

extension DemoWorld {
    /// Returns the posts with extreme names, texts and photos in place of their own.
    private func hostile(_ posts: [PostView]) -> [PostView] {
        let name = "abcdefghijklmnopqrstuvwxyz_123"
        let texts = [
            "جبال الشمال @leia #شفق في الليل", "\u{202E}txet desrever\u{202C} #日本 の山",
            String(repeating: "W", count: 400), "<script>alert(1)</script>\n\n\n\n\nEnd",
        ]
        let sizes = [(4000, 1000), (1000, 3000), (1, 1), (12_000, 8000)]
        return zip(posts, zip(texts, sizes))
            .map { post, made in
                let old = post.photos[0]
                return PostView(
                    id: post.id,
                    author: User(id: post.author.id, username: name),
                    caption: made.0,
                    place: Place(name: String(repeating: "Llanfair", count: 12)),
                    photos: [
                        Photo(
                            blob: old.blob,
                            byteCount: old.byteCount,
                            mediaType: .jpeg,
                            width: made.1.0,
                            height: made.1.1,
                            thumbHash: old.thumbHash
                        )
                    ],
                    likeCount: 1_234_567,
                    commentCount: 98_765,
                    likedByViewer: true
                )
            }
    }

    /// Sample sessions for the settings page.
    private var sessions: [Session] {
        ["Firefox on Linux", "timeline on tatooine", "Safari on iPhone"].enumerated()
            .map { index, label in
                Session(
                    id: Session.ID(bytes: Data([UInt8(index)])),
                    user: session.userID,
                    createdAt: context.now.addingTimeInterval(-3_000_000),
                    lastUsedAt: context.now.addingTimeInterval(-7200 * Double(1 + index)),
                    label: label
                )
            }
    }

    /// Returns sample activity entries for the given posts.
    private func entries(_ posts: [PostView]) -> [ActivityEntry] {
        let users = posts.map(\.author)
        let date = { (hours: Double) in context.now.addingTimeInterval(-3600 * hours) }
        return [
            ActivityEntry(
                .likes,
                by: [users[1]],
                count: 1,
                post: posts[0],
                date: date(0.3),
                isUnread: true
            ),
            ActivityEntry(
                .mention(nil, text: "So THIS is where @leia went."),
                by: [users[2]],
                count: 1,
                post: posts[1],
                date: date(3),
                isUnread: true
            ),
            ActivityEntry(
                .follows,
                by: [users[3]],
                count: 1,
                post: nil,
                date: date(5),
                isUnread: true
            ),
            ActivityEntry(
                .likes,
                by: [users[4]],
                count: 10,
                post: posts[2],
                date: date(50),
                isUnread: false
            ),
        ]
    }
}

extension PageContext {
    /// Returns the context with the given changes.
    func with(_ change: (inout PageContext) -> Void) -> PageContext {
        var changed = self
        change(&changed)
        return changed
    }
}

/// A hasher that does nothing, because the demo has no accounts.
struct NoHasher: PasswordHasher {
    func hash(_ password: Password) -> String { "" }
    func verify(_ password: Password, against hash: String) -> Bool { false }
    func needsRehash(_ hash: String) -> Bool { false }
    func deriveKey(from password: Password, settings: String?) -> DerivedKey? { nil }
}
