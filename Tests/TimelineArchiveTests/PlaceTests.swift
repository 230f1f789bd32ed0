import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineArchive

@Suite("Places of an archive")
struct PlaceTests {
    private static let galaxy: JSON = [
        "images": ["a": picture()],
        "posts": [
            "-K25Fj8p2ArUMz3awt3T": [
                "username": "leia", "image": "a",
                "location": ["name": "Tromsø", "latitude": .literal("69.65"), "longitude": 19],
            ],
            "-K25Fj8q2ArUMz3awt3U": [
                "username": "leia", "image": "a", "location": ["name": "The office"],
            ],
            "-K25Fj8r2ArUMz3awt3V": [
                "username": "leia", "image": "a", "location": ["latitude": 0, "longitude": -180],
            ],
            "-K25Fj8s2ArUMz3awt3W": ["username": "leia", "image": "a", "location": nil],
            "-K25Fj8t2ArUMz3awt3X": ["username": "leia", "image": "a", "location": [:]],
        ],
    ]

    @Test(arguments: Storage.allCases)
    func placesAreImportedAndIndexed(_ storage: Storage) async throws {
        let store = try TestWorld(storage)
        let report = try await store.owner.load(FirebaseArchive(Self.galaxy))
        #expect(report.findings == [])
        let posts = try await store.guest.page(of: .everyone).posts
        #expect(
            posts.map(\.place) == [
                nil, nil, Place(coordinate: Coordinate(latitude: 0, longitude: -180)),
                Place(name: "The office"),
                Place(name: "Tromsø", coordinate: Coordinate(latitude: 69.65, longitude: 19)),
            ]
        )
        let near = try SearchArea(
            of: Coordinate(latitude: 69.6, longitude: 19),
            radius: 10_000
        )
        let found = try store.repository.read {
            try $0.postIDs(.near(near), in: PostRange(limit: 5))
        }
        #expect(found == posts.suffix(1).map(\.id))
    }
}
