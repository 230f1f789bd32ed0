import Foundation
import Testing
import TimelineCore
import TimelinePages

@Suite struct PageLinksTests {
    let links = PageLinks()
    let post = Post.ID(PushID(milliseconds: 1_794_669_863_157, bits: (0, 1)))

    @Test func addressesAreThoseOfTheDocumentation() throws {
        #expect(links(.home()).text == "/")
        #expect(links(.home(before: post)).text == "/?before=\(post)")
        #expect(links(.post(post)).text == "/post/\(post)")
        #expect(links(.profile("leia")).text == "/@leia")
        #expect(links(.profile("leia~0123456789")).text == "/@leia~0123456789")
        #expect(
            links(.follows(.followers, of: "leia", after: "3po")).text
                == "/@leia/followers?after=3po"
        )
        #expect(links(.follows(.following, of: "leia")).text == "/@leia/following")
        #expect(links(.search("a b&c=#d")).text == "/search?q=a%20b%26c%3D%23d")
        #expect(links(.tag(try Tag("#Öl"))).text == "/tag/%C3%B6l")
        #expect(links(.logIn(next: "/new?a=b")).text == "/login?next=%2Fnew%3Fa%3Db")
        #expect(links(sending: .like(post)).text == "/post/\(post)/like")
        #expect(links(sending: .unbookmark(post)).text == "/post/\(post)/unbookmark")
        #expect(links(.bookmarks(before: post)).text == "/bookmarks?before=\(post)")
        #expect(links(.likedPosts()).text == "/likes")
        #expect(links(sending: .endSessions).text == "/settings/sessions")
    }

    @Test func positionsAreReadAgain() throws {
        let vicinity = try SearchArea(of: Coordinate(parsing: "-33.9,18.4"), radius: 1000)
        #expect(links(.near(vicinity)).text == "/explore/near?position=-33.9%2C18.4&radius=1km")
    }

    @Test func exportedPagesAreFiles() {
        let links = PageLinks(base: "../", ending: ".html")
        #expect(links(.home()).text == "../index.html")
        #expect(links(.post(post)).text == "../post/\(post).html")
    }

    @Test(arguments: Asset.allCases)
    func assetsAreFoundByTheirAddress(asset: Asset) {
        #expect(!asset.content.isEmpty)
        #expect(Asset(version: asset.version, name: asset.rawValue) == asset)
        #expect(Asset(version: "0", name: asset.rawValue) == nil)
    }

    @Test func styleAndScriptAreSmall() throws {
        let style = String(decoding: Asset.style.content, as: UTF8.self)
        #expect(style.contains(Asset.font.version))
        #expect(!style.contains("{karla"))
        let script = String(decoding: Asset.script.content, as: UTF8.self)
        #expect(script.contains("Your like was not saved."))
        #expect(!script.contains("{/*texts*/}"))
        // Compression reduces the files to about a third, which is within the limits of 12 and 20
        // KB.
        #expect(style.utf8.count < 40_000)
        #expect(script.utf8.count < 60_000)
        let worker = String(decoding: Asset.worker.content, as: UTF8.self)
        #expect(worker.contains(Asset.style.version) && worker.contains(Asset.script.version))
    }
}
