import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineArchive

@Suite("Names of other places")
struct OtherNamesTests {
    @Test(arguments: [
        ("@bob", "@bob@far.example", "@\u{2060}bob"),
        (
            "Hi @Bob, (@han.solo.) ＠r2!",
            "Hi @Bob@far.example, (@han.solo@far.example.) ＠r2@far.example!",
            "Hi @\u{2060}Bob, (@\u{2060}han.solo.) ＠\u{2060}r2!"
        ),
        ("@bob~0123456789", "@\u{2060}bob~0123456789", "@\u{2060}bob~0123456789"),
        (
            "@bob-x @bob/@han", "@bob@far.example-x @bob@far.example/@han@far.example",
            "@\u{2060}bob-x @\u{2060}bob/@\u{2060}han"
        ),
        (
            "@bob@near.example bob@x.example https://x.example/@bob #bob",
            "@bob@near.example bob@x.example https://x.example/@bob #bob",
            "@bob@near.example bob@x.example https://x.example/@bob #bob"
        ),
        ("", "", ""),
    ])
    func namesMentionNobody(_ text: String, _ named: String, _ bare: String) {
        #expect(text.naming(peopleOf: "far.example") == named)
        #expect(text.naming(peopleOf: nil) == bare)
        for text in [named, bare] {
            #expect(TextEntities(in: text).mentions == [])
            #expect(text.naming(peopleOf: "other.example") == text)
            #expect(text.naming(peopleOf: nil) == text)
        }
        #expect(TextEntities(in: text).tags == TextEntities(in: named).tags)
    }

    /// The start of an address that ends where a text of the given length is split.
    private static func address(_ length: Int) -> String {
        "https://e.example/".padding(toLength: length - 1, withPad: "q", startingAt: 0) + "/"
    }

    /// Checks that an address that is split does not free a name that it contains.
    @Test(arguments: [TextField.caption, .comment, .alt, .bio], ["far.example", nil])
    func splitAddressesMentionNobody(_ field: TextField, _ host: String?) {
        let names = "@bob hello @bob, @Han@near.example"
        let named = names.naming(peopleOf: host)
        let text = Self.address(field.limit) + names
        let parts = text.parts(fitting: field) { $0.naming(peopleOf: host) }
        #expect(parts == [Self.address(field.limit), named])
        // The text fits, but not with other names.
        let address = Self.address(field.limit - names.count - 1)
        let short = address + " " + names
        let others = short.parts(fitting: field) { $0.naming(peopleOf: host) }
        #expect(others.count == 2 && others.joined(separator: " ") == "\(address) \(named)")
        let many = String(repeating: "@a ", count: 3 * field.limit) + "@a"
        let all = many.parts(fitting: field) { $0.naming(peopleOf: host) }
        #expect(all.joined(separator: " ") == many.naming(peopleOf: host))
        for part in parts + others + all {
            #expect(TextEntities(in: part).mentions == [])
            #expect(throws: Never.self) { try field.check(part) }
        }
    }

    /// Imports texts that are split in addresses.
    @Test(arguments: Storage.allCases)
    func continuations(_ storage: Storage) async throws {
        let world = try await ImporterWorld(storage)
        let bob = try await world.store.user("bob")
        let texts = [TextField.caption.limit, TextField.alt.limit - 1]
            .map { Self.address($0) + "@bob hello @bob" }
        let note: JSON = [
            "id": "https://social.example/users/leia/1", "type": "Note", "to": ["as:Public"],
            "content": .string(texts[0]), "published": "2022-11-05T12:00:01Z",
            "attachment": ["url": "a.jpg", "name": .string(texts[1])],
        ]
        try await world.load(
            ["outbox.json": JSON.array([note]).data, "a.jpg": jpeg(1)],
            as: .mastodon(includesPrivate: false)
        )
        let post = try #require(try await world.posts().first)
        let comments = try await world.store.guest.postPage(post.id).comments.map(\.text)
        #expect(post.caption == Self.address(TextField.caption.limit))
        #expect(post.photos[0].alt == Self.address(TextField.alt.limit - 1) + "…")
        let names = "@bob@social.example hello @bob@social.example"
        #expect(comments == [names, "…\(names)"])
        #expect(try await world.store.session(bob).activity().items.isEmpty)
    }

    /// Imports a post that mentions people of several servers (VyrCossont/slurp#22).
    @Test(arguments: Storage.allCases)
    func mastodon(_ storage: Storage) async throws {
        let world = try await ImporterWorld(storage)
        let bob = try await world.store.user("bob")
        func link(_ url: String, _ name: String) -> String {
            #"<span><a href="\#(url)" class="u-url mention">@<span>\#(name)</span></a></span>"#
        }
        func tag(_ href: String, _ name: String) -> JSON {
            ["type": "Mention", "href": .string(href), "name": .string(name)]
        }
        let content =
            "<p>\(link("https://far.example/@bob", "bob")), "
            + "\(link("https://www.near.example/@bob", "bob")), "
            + "\(link("https://social.example/@carol", "carol")), "
            + "\(link("https://x.example/@dan", "dan")), @bob, @bob@own.example, <a href=\"https://x.example/tags/a\">#a</a>, "
            + "<a href=\"https://x.example/@bob\">x.example/@bob</a></p>"
        let note: JSON = [
            "id": "https://social.example/users/leia/1", "type": "Note", "to": ["as:Public"],
            "content": .string(content), "published": "2022-11-05T12:00:01Z",
            "tag": [
                tag("https://far.example/users/bob", "@bob@far.example"),
                tag("https://www.near.example/u/bob", "@bob@near.example"),
                tag("https://social.example/users/carol", "@carol"),
            ],
            "attachment": ["url": "a.jpg", "name": "Picture of @bob"],
        ]
        let actor: JSON = [
            "id": "https://social.example/users/leia", "summary": "Friend of @bob",
        ]
        let files = [
            "outbox.json": JSON.array([note]).data, "a.jpg": jpeg(1), "actor.json": actor.data,
        ]
        try await world.load(files, as: .mastodon(includesPrivate: false))
        let post = try #require(try await world.posts().first)
        #expect(
            post.caption == """
                @bob@far.example, @bob@near.example, @carol@social.example, @dan@x.example, \
                @bob@social.example, @bob@own.example, #a, x.example/@bob
                """
        )
        #expect(post.mentions == [])
        #expect(post.photos[0].alt == "Picture of @bob@social.example")
        let user = try await world.session.profile().user
        #expect(user.bio == "Friend of @bob@social.example")
        #expect(try await world.store.session(bob).activity().items.isEmpty)
        let hits = try await world.store.guest.search("bob").results.items
        #expect(!hits.isEmpty)
    }

    /// Checks that names in a database are those of the people who come along with it, even if the
    /// store has a user of the same name, and that all other names mention nobody.
    @Test(arguments: Storage.allCases)
    func firebase(_ storage: Storage) async throws {
        let store = try TestWorld(storage)
        let (leia, bob) = (try await store.user("leia"), try await store.user("bob"))
        let post: JSON = [
            "username": "han", "image": "a", "caption": "@Han, @leia, @bob and @r2 d2",
            "comments": [["username": "Leia", "text": "@han @bob"]],
        ]
        let json: JSON = [
            "users": [
                "han": ["username": "Han", "bio": "With @leia and @bob"],
                "leia": ["username": "LEIA"],
            ],
            "posts": ["-K25Fj8p2ArUMz3awt3T": post], "images": ["a": picture()],
        ]
        let archive = try FirebaseArchive(json)
        let report = try await store.owner.load(archive)
        report.expectComplete()
        #expect(report.findings == [])
        let imported = try #require(report.importedUsers.first { $0.username != "han" })
        #expect(imported.id != leia)
        #expect(imported.username.hasPrefix("leia~"))
        let page = try #require(try await store.answers().pages.first)
        #expect(page.post.mentions == ["han", imported.username])
        #expect(
            page.post.caption
                == "@Han, @\(imported.username), @\u{2060}bob and @\u{2060}r2 d2"
        )
        #expect(page.comments.map(\.text) == ["@han @\u{2060}bob"])
        let han = try await store.guest.user(withUsername: "han")
        #expect(han.bio == "With @\(imported.username) and @\u{2060}bob")
        for user in [leia, bob] {
            #expect(try await store.session(user).activity().items.isEmpty)
        }
        let answers = try await store.answers()
        #expect(try await store.owner.load(archive).findings == [])
        #expect(try await store.answers() == answers)
    }

    /// Checks that a name in a continued caption is that of this store, and is written only once.
    @Test func continuationsOfFirebase() async throws {
        let store = try TestWorld(.inMemory)
        let (leia, bob) = (try await store.user("leia"), try await store.user("bob"))
        let caption = Self.address(TextField.caption.limit) + "@bob and @leia"
        let post: JSON = ["username": "han", "image": "a", "caption": .string(caption)]
        let json: JSON = [
            "users": ["han": ["username": "Han"], "leia": ["username": "LEIA"]],
            "posts": ["-K25Fj8p2ArUMz3awt3T": post], "images": ["a": picture()],
        ]
        let report = try await store.owner.load(FirebaseArchive(json))
        let imported = try #require(report.importedUsers.first { $0.username != "han" })
        let page = try #require(try await store.answers().pages.first)
        #expect(page.post.caption == Self.address(TextField.caption.limit))
        #expect(page.comments.map(\.text) == ["@\u{2060}bob and @\(imported.username)"])
        for user in [leia, bob] {
            #expect(try await store.session(user).activity().items.isEmpty)
        }
    }

    @Test(arguments: Storage.allCases)
    func instagramAndFolders(_ storage: Storage) async throws {
        let world = try await ImporterWorld(storage)
        let bob = try await world.store.user("bob")
        let caption = "With @bob " + String(repeating: "x", count: 2300) + " and @bob"
        try await world.load([
            "posts_1.json": JSON.array([instagramPost(1_600_000_000, caption, ["a.jpg"])]).data,
            "a.jpg": jpeg(1),
        ])
        let post = try #require(try await world.posts().first)
        #expect(post.caption.hasPrefix("With @bob@instagram.com x"))
        let comments = try await world.store.guest.postPage(post.id).comments
        #expect(comments.last?.text.hasSuffix("and @bob@instagram.com") == true)
        let sidecar = """
            <xmp:CreateDate>2020-01-01T00:00:00Z</xmp:CreateDate>
            <dc:description>With @bob</dc:description>
            """
        try await world.load(
            folder(["b.jpg": jpeg(2), "b.xmp": Data(sidecar.utf8)]),
            as: .folder(albums: false)
        )
        #expect(try await world.posts().contains { $0.caption == "With @\u{2060}bob" })
        #expect(try await world.store.session(bob).activity().items.isEmpty)
        let words = try await world.store.guest.search("bob").results.items
        #expect(words.count >= 2)
    }
}
