import HTTPTypes
import NIOCore
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineServer

@Suite("The pages for exploring over HTTP")
struct ExploreRoutesTests {
    private let site: ServerWorld
    private let leia: Login

    init() async throws {
        site = try ServerWorld()
        leia = try await site.world.signUp("leia")
        let place = Place(name: "Café <Lars>", coordinate: try Coordinate(parsing: "47.37,8.54"))
        try await leia.session.post([TestPhotos.file(seed: 1)], caption: "Blue milk", place: place)
    }

    /// Requests a page and returns its status and markup.
    private func page(_ path: String) async throws -> (status: Int, html: String) {
        let answer = Lock((0, ""))
        try await site.test { client in
            let response = try await client.get(path, site.cookie(of: leia))
            answer.withLock { $0 = (response.status.code, String(buffer: response.body)) }
        }
        return answer.withLock { $0 }
    }

    @Test("Without a place, the places of the store are offered")
    func places() async throws {
        let (status, html) = try await page("/explore/near")
        #expect(status == 200)
        #expect(html.contains("href=\"/explore/near?position=Caf%C3%A9%20%3CLars%3E\""))
        #expect(html.contains("<option value=\"Café &lt;Lars&gt;\">"))
    }

    @Test(
        "A place is found by its name, by a part of it, and by its position",
        arguments: ["Caf%C3%A9+%3CLars%3E", "cafe", "lars", "47.37+8.54", "47.37%2C+8.54"]
    )
    func near(position: String) async throws {
        let (status, html) = try await page("/explore/near?position=\(position)&radius=1km")
        #expect(status == 200)
        #expect(html.contains("data-post"))
    }

    @Test("The people of the store are listed, searched and offered for following")
    func people() async throws {
        let han = try await site.world.signUp("han.solo")
        let everyone = try await page("/explore/people").html
        #expect(everyone.contains("/@han.solo/follow") && everyone.contains("href=\"/@leia\""))
        #expect(!everyone.contains("/@leia/follow"))
        try await leia.session.follow(han.user.id)
        let found = try await page("/explore/people?q=SOLO").html
        #expect(found.contains("/@han.solo/unfollow"))
        #expect(try await !page("/explore/people?q=luke").html.contains("/@han.solo"))
        #expect(try await page("/explore/people?q=%3Cb%3E").html.contains("“&lt;b&gt;”"))
    }

    @Test("Faults are shown at their fields, with what was typed")
    func faults() async throws {
        let (status, html) = try await page("/explore/near?position=M%3Cos&radius=far")
        #expect(status == 422)
        #expect(html.contains("id=\"position-fault\"") && html.contains("id=\"radius-fault\""))
        #expect(html.contains("value=\"M&lt;os\"") && html.contains("value=\"far\""))
    }
}
