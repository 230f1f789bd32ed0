import Testing

@testable import TimelineArgon2

@Suite("PHC strings")
struct PHCStringTests {
    private static let salt = "AQEBAQEBAQEBAQEBAQEBAQ"
    private static let digest = "AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI"

    private static func text(
        prefix: String = "$argon2id$v=19$",
        cost: String = "m=64,t=1,p=1",
        salt: String = salt,
        digest: String = digest
    ) -> String { "\(prefix)\(cost)$\(salt)$\(digest)" }

    @Test func hashRoundTrips() throws {
        for count in 8...32 as ClosedRange<UInt8> {
            let hash = PHCString(
                parameters: Argon2Parameters(memory: 65536, passes: 3, lanes: 4),
                salt: (0..<count).map { $0 &* 37 },
                digest: (0..<16 + count).map { $0 &* 91 }
            )
            #expect(PHCString(hash.text) == hash)
        }
        let read = try #require(PHCString(Self.text()))
        #expect(read.parameters == Argon2Parameters(memory: 64, passes: 1, lanes: 1))
        #expect(read.salt == Array(repeating: 1, count: 16))
        #expect(read.digest == Array(repeating: 2, count: 32))
        #expect(read.text == Self.text())
    }

    @Test(arguments: [
        "", "$", "$plain$1$abc", text(prefix: "$argon2i$v=19$"), text(prefix: "$argon2d$v=19$"),
        text(prefix: "$argon2id$v=16$"), text(prefix: "argon2id$v=19$"), " " + text(), text() + "$",
        text() + "\n",
    ])
    func otherAlgorithmsAndVersionsAreRejected(text: String) {
        #expect(PHCString(text) == nil)
    }

    @Test(arguments: [
        "m=4294967295,t=1,p=1", "m=1048577,t=1,p=1", "m=99999999999,t=1,p=1", "m=64,t=17,p=1",
        "m=64,t=0,p=1", "m=64,t=1,p=0", "m=4096,t=1,p=17", "m=7,t=1,p=1", "m=31,t=1,p=4",
        "m=-64,t=1,p=1", "m=+64,t=1,p=1", "m=64,t=1", "m=64,t=1,p=1,p=1", "t=1,m=64,p=1",
        "m=,t=1,p=1", "m=6 4,t=1,p=1", "m=٦٤,t=1,p=1", "m=0x40,t=1,p=1", "",
    ])
    func invalidAndExcessiveCostsAreRejected(cost: String) {
        #expect(PHCString(Self.text(cost: cost)) == nil)
    }

    @Test(arguments: [
        text(salt: ""), text(salt: "AQEBAQ"), text(salt: "A"), text(salt: "!!!!!!!!!!!!!!!!"),
        text(salt: String(repeating: "A", count: 88)), text(digest: ""), text(digest: "AgIC"),
        text(digest: "AgIC AgICAgICAgICAgICAgICAgICAgI"), text(digest: "é"),
        text(digest: String(repeating: "A", count: 4000)),
    ])
    func invalidBase64AndLengthsAreRejected(text: String) {
        #expect(PHCString(text) == nil)
    }
}
