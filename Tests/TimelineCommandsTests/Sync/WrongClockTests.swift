import Foundation
import Testing
import TimelineTestSupport

@Suite("What the commands say about wrong clocks")
struct WrongClockTests {
    /// Returns three machines whose users follow the first one, and are followed by her, with a
    /// post of each everywhere.
    private func machines() async throws -> SyncWorlds {
        let worlds = try await SyncWorlds("leia", "hansolo", "lando")
        for friend in 1...2 {
            try await worlds.follow(friend, 0)
            try await worlds.follow(0, friend)
        }
        for machine in 0...2 {
            let photo = worlds.worlds[machine].path("sunset.jpg")
            await worlds.run(machine, "post", "--image", photo, "--caption", "A post")
        }
        for machine in [0, 1, 2, 0, 1, 2] {
            await worlds.run(machine, "sync", "$STICK", "--shared")
        }
        return worlds
    }

    @Test("A clock that is behind is not told to repair what is right")
    func behind() async throws {
        let worlds = try await machines()
        let leia = worlds.worlds[0]
        let before = await worlds.run(0, "feed", "--format", "json").text
        #expect(await worlds.run(0, "doctor").text == "All is well.\n")
        leia.wait(-7200)
        for command in [["doctor"], ["doctor", "--repair"]] {
            let answer = await leia.run(command, input: [], secrets: [], isInteractive: false)
            #expect(answer.status == 74)
            let text = answer.text.replacing("\n", with: " ")
            #expect(text.contains("This device's clock is probably wrong"), "\(text)")
            #expect(text.contains("Set it; do not run `timeline doctor --repair` before."))
            #expect(!text.contains("Repaired.") && !text.contains("can be repaired"))
        }
        let status = await worlds.run(0, "sync", "status").text.replacing("\n", with: " ")
        #expect(status.contains("This device's clock is probably wrong"), "\(status)")
        leia.wait(7200)
        #expect(await worlds.run(0, "feed", "--format", "json").text == before)
        #expect(await worlds.run(0, "doctor").text == "All is well.\n")
    }

    @Test("A sync with a folder says that records wait, and whose clock is wrong")
    func folder() async throws {
        let worlds = try await machines()
        // Han's clock is a day ahead, and Lando posts with a right one.
        worlds.worlds[1].wait(86_400)
        for machine in 1...2 {
            let photo = worlds.worlds[machine].path("sunset.jpg")
            await worlds.run(machine, "post", "--image", photo, "--caption", "Another post")
            await worlds.run(machine, "sync", "$STICK", "--shared")
        }
        let answer = await worlds.run(0, "sync", "$STICK", "--shared").text
        let text = answer.replacing("\n", with: " ")
        #expect(text.contains("The clock of a device of @hansolo is probably wrong"), "\(text)")
        #expect(text.contains("will be accepted later"))
        let status = await worlds.run(0, "sync", "status").text.replacing("\n", with: " ")
        #expect(status.contains("waits for its time: "), "\(status)")
        #expect(status.contains("The clock of a device of @hansolo is probably wrong"))
        let json = await worlds.run(0, "sync", "status", "--format", "json").text
        let decoded = try JSON.decoded(Status.self, json)
        #expect(decoded.futureRecords == 1 && decoded.clock?.isWrong == "peers")
        #expect(abs((decoded.clock?.difference ?? 0) - 86_400) < 1800)
    }

    @Test("A record of today waits until a time, and both sentences about a clock agree")
    func today() async throws {
        let worlds = try await machines()
        worlds.worlds[1].wait(3590)
        let photo = worlds.worlds[1].path("sunset.jpg")
        await worlds.run(1, "post", "--image", photo, "--caption", "Another post")
        await worlds.run(1, "sync", "$STICK", "--shared")
        await worlds.run(0, "sync", "$STICK", "--shared")
        let status = await worlds.run(0, "sync", "status").text.replacing("\n", with: " ")
        let sentence = "1 post, like or comment waits for its time: today at "
        #expect(status.contains(sentence), "\(status)")
    }

    private struct Status: Decodable {
        struct Clock: Decodable {
            let isWrong: String
            let difference: Double
        }

        let futureRecords: Int
        let clock: Clock?
    }
}
