#if Server
import Foundation
import HTTPTypes
import NIOCore
import Testing
import TimelineCore
import TimelinePages
import TimelineTestSupport

@testable import TimelineServer

@Suite("Sync and invitations on the pages")
struct InvitationRoutesTests {
    private static let link = "timeline://follow/1/abc"

    private func site(
        _ configure: (inout ServerSettings) -> Void = { _ in }
    ) throws -> ServerWorld {
        try ServerWorld(
            syncPages: SyncPages { _ in
                SyncModel(
                    peers: [.init(title: "@han", state: "equal 2 hours ago")],
                    sentences: ["Nothing is missing."],
                    reminders: ["`timeline identity export FILE` makes a copy of <it>."]
                )
            } invite: { _, address in
                guard address != "nonsense" else { throw InvitationFault.invalidAddress }
                return InvitationModel(
                    link: Self.link + (address ?? ""),
                    expiresAt: Date(timeIntervalSince1970: 1_800_000_000),
                    hasAddress: address != nil
                )
            } mustTellLeaving: { _ in
                true
            },
            configure
        )
    }

    @Test("The settings show the peers, all facts and the reminder")
    func settings() async throws {
        let site = try site()
        let leia = try await site.world.signUp("leia")
        try await site.test { client in
            let page = try await client.get("/settings", site.cookie(of: leia)).text
            #expect(page.contains("@han") && page.contains("equal 2 hours ago"))
            #expect(page.contains("Nothing is missing."))
            #expect(page.contains("<code>timeline identity export FILE</code>"))
            #expect(page.contains("makes a copy of &lt;it&gt;."))
            #expect(page.contains("href=\"/settings/invite\""))
        }
    }

    @Test(
        "After the deletion of an account, the login page says that devices learn of it by a sync"
    )
    func leaving() async throws {
        let site = try site()
        let leia = try await site.world.signUp("leia")
        try await site.test { client in
            let fields = site.formFields(of: leia)
            let body = "password=correct+horse+battery"
            let response = try await client.post("/settings/delete", fields, body)
            let location = try #require(response.headers[.location])
            #expect(location == "/login?note=unsynced")
            let page = try await client.get(location).text
            #expect(page.contains("deleted. To delete everything on your other devices"))
            #expect(page.contains("<code>timeline sync</code>"))
        }
    }

    @Test("An invitation is made by a form, and its page is not stored")
    func invite() async throws {
        let site = try site()
        let leia = try await site.world.signUp("leia")
        try await site.test { client in
            let form = try await client.get("/settings/invite", site.cookie(of: leia)).text
            #expect(!form.contains("<svg class=\"qr\""))
            let fields = site.formFields(of: leia)
            let response = try await client.post("/settings/invite", fields, "address=")
            #expect(response.status == .ok)
            #expect(response.headers[.cacheControl]?.contains("no-store") == true)
            #expect(response.text.contains("<svg class=\"qr\""))
            #expect(response.text.contains("timeline follow &#39;\(Self.link)&#39;"))
            let other = try await client.post("/settings/invite", fields, "address=http%3A%2F%2Fa")
            #expect(other.text.contains("\(Self.link)http://a&#39;"))
        }
    }

    @Test("An address that links cannot contain is reported at its field")
    func invalidAddress() async throws {
        let site = try site()
        let leia = try await site.world.signUp("leia")
        try await site.test { client in
            let response = try await client.post(
                "/settings/invite",
                site.formFields(of: leia),
                "address=nonsense"
            )
            #expect(response.status == .unprocessableContent)
            #expect(response.text.contains("id=\"address-fault\""))
            #expect(response.text.contains("value=\"nonsense\""))
        }
    }

    @Test("The address of a server that others reach is suggested")
    func suggestion() async throws {
        let site = try site { settings in
            settings.host = "0.0.0.0"
            settings.isInsecure = true
        }
        let leia = try await site.world.signUp("leia")
        try await site.test { client in
            let page = try await client.get("/settings/invite", site.cookie(of: leia)).text
            #expect(page.contains("value=\"http://localhost/@leia\""))
        }
    }

    @Test("Guests cannot make invitations, and forged forms neither")
    func guests() async throws {
        let site = try site()
        let leia = try await site.world.signUp("leia")
        try await site.test { client in
            let guest = try await client.get("/settings/invite")
            #expect(guest.headers[.location]?.hasPrefix("/login") == true)
            var fields = site.cookie(of: leia)
            fields[.contentType] = "application/x-www-form-urlencoded"
            let forged = try await client.post("/settings/invite", fields, "address=")
            #expect(forged.status == .forbidden)
        }
    }
}

extension TestResponse {
    fileprivate var text: String { String(buffer: body) }
}
#endif
