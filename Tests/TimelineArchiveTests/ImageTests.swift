import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineArchive

@Suite("Pictures of an archive")
struct ImageTests {
    private static let post = "-K25Fj8p2ArUMz3awt3T"

    private func load(
        _ fields: [(String, JSON)],
        images: JSON = nil,
        folder: URL? = nil
    ) async throws -> Data? {
        let post = JSON.object([("username", "leia")] + fields)
        let json: JSON = ["posts": [Self.post: post], "images": images]
        let store = try TestWorld(.inMemory)
        let report = try await store.owner.load(FirebaseArchive(json, images: folder))
        report.expectComplete()
        let photo = try await store.answers().pages.first?.post.photos.first
        guard let photo else { return nil }
        return try store.blobs.data(for: photo.blob)
    }

    @Test(arguments: [
        "a", "a.jpg", "images/a", "/images/a.jpeg", "https://example.org/x/a.png", "a/", "../a.jpg",
    ])
    func imagesAreFoundByName(_ name: String) async throws {
        for key in ["imageEndpoint", "image"] {
            let photo = try await load([(key, .string(name))], images: ["a": picture(1)])
            #expect(photo == jpeg(1))
        }
    }

    @Test func base64MayContainWhiteSpaceAndAPrefix() async throws {
        let base64 = jpeg(1).base64EncodedString()
        let wrapped = base64.map { "\($0) \n\t" }.joined()
        for text in [base64, wrapped, "data:image/jpeg;base64,\(base64)", "data:,\(wrapped)"] {
            let images: JSON = ["a": .string(text)]
            #expect(try await load([("image", "a")], images: images) == jpeg(1))
            #expect(try await load([("image", .string(text))]) == jpeg(1))
        }
        for text in ["data:image/jpeg;base64", "aGVsbG8=", "a", "data:,", ""] {
            #expect(try await load([("image", .string(text))]) == nil)
        }
    }

    /// Checks that `imageEndpoint` takes precedence over `image`, and `images` over the folder.
    @Test func firstMatchDecides() async throws {
        let folder = try Folder()
        try jpeg(9).write(to: folder.images.appending(path: "a.jpg"))
        try jpeg(8).write(to: folder.images.appending(path: "c.webp"))
        let images: JSON = ["a": picture(1), "b": picture(2)]
        let fields: [(String, JSON)] = [("imageEndpoint", "a"), ("image", "b")]
        #expect(try await load(fields, images: images, folder: folder.images) == jpeg(1))
        #expect(try await load(fields, images: ["b": picture(2)]) == jpeg(2))
        #expect(try await load(fields, folder: folder.images) == jpeg(9))
        #expect(try await load([("image", "c")], folder: folder.images) == jpeg(8))
        for type in MediaType.allCases {
            for name in type.fileExtensions {
                try jpeg(7).write(to: folder.images.appending(path: "\(name).\(name)"))
                let photo = try await load([("image", .string(name))], folder: folder.images)
                #expect(photo == jpeg(7))
            }
        }
    }

    /// Checks that symbolic links and path components cannot point outside the folder.
    ///
    /// Names with other characters are rejected even if such a file exists.
    @Test(arguments: [
        "../secret", "../secret.jpg", "..", ".", "", "/", "..%2Fsecret", "..\\secret", "link",
        "link.jpg", "images/../../secret.jpg", "secret\u{0}", "a.jpg.jpg/..", "folder", "é", "~",
        "nested/../../secret",
    ])
    func filesOutsideTheFolderAreNotRead(_ name: String) async throws {
        let folder = try Folder()
        let secret = folder.root.appending(path: "secret.jpg")
        try jpeg(5).write(to: secret)
        try FileManager.default.createSymbolicLink(
            at: folder.images.appending(path: "link.jpg"),
            withDestinationURL: secret
        )
        try FileManager.default.createDirectory(
            at: folder.images.appending(path: "folder.jpg"),
            withIntermediateDirectories: true
        )
        for stem in [".", "..%2Fsecret", "..\\secret", "é", "~"] {
            try jpeg(6).write(to: folder.images.appending(component: "\(stem).jpg"))
        }
        for key in ["imageEndpoint", "image"] {
            #expect(try await load([(key, .string(name))], folder: folder.images) == nil)
        }
    }

    /// A folder of pictures next to files that must not be read.
    ///
    /// Both are deleted when this object is deallocated.
    private final class Folder {
        let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        var images: URL { root.appending(path: "images") }

        init() throws {
            try FileManager.default.createDirectory(
                at: root.appending(path: "images"),
                withIntermediateDirectories: true
            )
        }

        deinit {
            // `try?` is used because the system also clears its temporary folder.
            try? FileManager.default.removeItem(at: root)
        }
    }
}
