import Foundation
import Testing
import TimelineTestSupport
import TimelineTesting

@testable import TimelineCore

@Suite("Places by ID")
struct PlaceIDTests {
    private static let position = Coordinate(latitude: 33.9943, longitude: -7.8471)
    private static let tatooine = Place(name: "Tatooine", coordinate: position)

    /// The IDs must never change, because programs keep them.
    @Test(
        "An ID follows from the name and the position",
        arguments: [
            (tatooine, "1299712823954235016"), (Place(name: "Tatooine"), "8589860199680920035"),
            (Place(coordinate: position), "6103880718012576654"),
        ]
    )
    func vectors(place: Place, id: String) {
        #expect(place.id.description == id)
        #expect(Place.ID(id) == place.id)
    }

    @Test("Names that differ in case or white space are one place")
    func names() {
        for name in ["TATOOINE", " tatooine\n"] {
            #expect(Place(name: name, coordinate: Self.position).id == Self.tatooine.id)
        }
        let near = Coordinate(
            latitudeE7: Self.position.latitudeE7,
            longitudeE7: Self.position.longitudeE7 + 1
        )
        let places = [
            Place(name: "Tatooine 2", coordinate: Self.position), Place(name: "Tatooine"),
            Place(coordinate: Self.position), Place(name: "Tatooine", coordinate: near),
        ]
        #expect(Set(places.map(\.id) + [Self.tatooine.id]).count == 5)
    }

    @Test(
        "Other texts are no IDs",
        arguments: ["", "-1", "+1", "01", "1.0", "x", "9223372036854775808", " 1"]
    )
    func invalid(text: String) {
        #expect(Place.ID(text) == nil)
    }

    @Test(arguments: Storage.allCases)
    func posts(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let imported = try await world.person("imported")
        func post(by user: User.ID, _ place: Place?) async throws -> PostView {
            world.clock.advance(by: 1)
            return try await world.session(user)
                .post([TestPhotos.file(seed: 1)], caption: "", place: place)
        }
        let lower = Place(name: "tatooine", coordinate: Self.position)
        let other = Place(
            name: "Mos Eisley",
            coordinate: Coordinate(latitude: 33.995, longitude: -7.8471)
        )
        let here = [
            try await post(by: leia, Self.tatooine), try await post(by: imported, lower),
            try await post(by: leia, Self.tatooine),
        ]
        _ = try await post(by: leia, nil)
        let elsewhere = try await post(by: leia, other)
        _ = try await post(by: leia, Place(coordinate: Self.position))

        let (session, guest) = (world.session(leia), world.guest)
        let id = Self.tatooine.id
        let first = try await session.posts(atPlace: id, limit: 2)
        #expect(first.posts.map(\.id) == [here[2].id, here[1].id])
        let second = try await session.posts(atPlace: id, before: first.next, limit: 2)
        #expect(second.posts.map(\.id) == [here[0].id] && second.next == nil)
        let above = try await session.page(of: .at(id), above: here[0].id, limit: 1)
        #expect(above.posts.map(\.id) == [here[1].id])
        #expect(try await session.place(id) == Self.tatooine)
        #expect(try await session.place(other.id) == other)
        #expect(try await session.place(Place(name: "Hoth").id) == nil)

        let area = try SearchArea(of: Self.position, radius: 1000)
        let places = try await session.places(near: area)
        #expect(places.map(\.place) == [Self.tatooine, other])
        #expect(places.map(\.postCount) == [3, 1])
        #expect(try await session.places(near: area, limit: 1).map(\.place) == [Self.tatooine])
        let near = try SearchArea(of: Self.position, radius: 10)
        #expect(try await session.places(near: near).map(\.postCount) == [3])

        #expect(try await guest.publicPlaces(near: area).map(\.postCount) == [2, 1])
        #expect(try await guest.publicPlace(id) == Self.tatooine)
        try await session.edit(elsewhere.id, PostEdit(place: .cleared))
        #expect(try await session.place(other.id) == nil)
        try await session.delete(here[0].id)
        try await session.delete(here[2].id)
        #expect(try await guest.publicPlace(id) == nil)
        #expect(try await session.place(id) == lower)
        #expect(try world.audit().isEmpty)
    }
}
