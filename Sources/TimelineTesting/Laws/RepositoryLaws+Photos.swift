import Foundation
import TimelineCore

extension RepositoryLaws {
    /// Checks the originals of photos, and the access to photos and previews.
    ///
    /// - Parameter newRepository: A closure that creates an empty repository.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    static func photos(_ newRepository: Maker) throws {
        try check(
            "Photos",
            newRepository,
            [
                "A user has one original of each photo.": originals,
                "Originals are listed in pages.": originalPages,
                "Deleting an account deletes the originals of its user.": originalsOfAccount,
                "A preview is referenced and shown like its photo.": previews,
                "A blob that a visible user shows is accessible, with its type and size.": accesses,
            ]
        )
    }

    private static func blob(_ number: Int) -> BlobID { BlobID(of: Data("blob \(number)".utf8)) }

    private static func originals(_ newRepository: Maker) throws {
        try newRepository()
            .writeAccounts { accounts in
                try accounts.setOriginal(blob(1), of: blob(10), by: .leia)
                try accounts.setOriginal(blob(2), of: blob(10), by: .han)
                try accounts.setOriginal(blob(3), of: blob(11), by: .leia)
                try expect(accounts.original(of: blob(10), by: .leia), equals: blob(1))
                try expect(accounts.original(of: blob(10), by: .luke), equals: nil)
                try accounts.setOriginal(blob(3), of: blob(12), by: .leia)
                try expect(
                    Set(accounts.originals(.photo(blob(10))).map(\.user)),
                    equals: [.leia, .han]
                )
                try expect(
                    Set(accounts.originals(.file(blob(3)))),
                    equals: [
                        Original(user: .leia, photo: blob(11), file: blob(3)),
                        Original(user: .leia, photo: blob(12), file: blob(3)),
                    ]
                )
                try accounts.setOriginal(nil, of: blob(12), by: .leia)
                try expect(
                    Set(accounts.originals(.user(.leia)).map(\.file)),
                    equals: [blob(1), blob(3)]
                )
                try accounts.setOriginal(blob(4), of: blob(10), by: .leia)
                try expect(accounts.original(of: blob(10), by: .leia), equals: blob(4))
                try expect(accounts.isOriginal(blob(1)), equals: false)
                try expect(accounts.isOriginal(blob(10)), equals: false)
                try accounts.setOriginal(nil, of: blob(10), by: .leia)
                try accounts.setOriginal(nil, of: blob(10), by: .leia)
                try expect(accounts.original(of: blob(10), by: .leia), equals: nil)
                try expect(accounts.isOriginal(blob(2)))
            }
    }

    private static func originalPages(_ newRepository: Maker) throws {
        let blobs = (0..<5).map(blob).sorted()
        try newRepository()
            .writeAccounts { accounts in
                for (index, original) in blobs.enumerated() {
                    try accounts.setOriginal(original, of: blob(10 + index), by: .leia)
                    try accounts.setOriginal(original, of: blob(10 + index), by: .han)
                }
                try expect(
                    accounts.originals(after: nil, limit: 2).items,
                    equals: Array(blobs.prefix(2))
                )
                try expect(
                    accounts.originals(after: blobs[1], limit: 9).items,
                    equals: Array(blobs.suffix(3))
                )
                try expect(accounts.originals(after: nil, limit: 0).items.isEmpty)
            }
    }

    private static func originalsOfAccount(_ newRepository: Maker) throws {
        try newRepository()
            .writeAccounts { accounts in
                try accounts.insert(account(of: .leia, "leia@example.org"))
                for user in [User.ID.leia, .han] {
                    try accounts.setOriginal(blob(1), of: blob(10), by: user)
                }
                try accounts.deleteAccount(of: .leia)
                try expect(accounts.originals(.photo(blob(10))).map(\.user), equals: [.han])
                // Imported users can have originals without having an account.
                try accounts.deleteAccount(of: .han)
                try expect(accounts.isOriginal(blob(1)), equals: false)
            }
    }

    private static func previews(_ newRepository: Maker) throws {
        let photo = TestPhotos.photo(seed: 5)
        guard let preview = photo.preview?.blob else { return }
        let avatar = TestPhotos.photo(seed: 12)
        let repository = try newRepository()
        var make = RecordMaker()
        let post = try make.record(.leia, .postAdded(Post.Content(photos: [photo])))
        let update = ProfileUpdate(avatar: .set(avatar))
        try repository.apply([
            try make.user(.leia, "leia"), try make.user(.han, "han"), post,
            try make.record(.han, .profileUpdated(update)),
        ])
        try repository.read { reader in
            try expect(reader.post(post.post, for: nil)?.photos, equals: [photo])
            try expect(reader.user(.han)?.avatar, equals: avatar)
            try expect(
                reader.postIDs(.showing(preview), in: PostRange(limit: 9)),
                equals: [post.post]
            )
            for (user, photo) in [(User.ID.leia, photo), (.han, avatar)] {
                for blob in photo.blobs {
                    try expect(reader.isReferenced(blob))
                    try expect(reader.referencedBlobs().contains(blob))
                    try expect(reader.isShown(blob, by: nil) && reader.isShown(blob, by: user))
                    try expect(reader.isShown(blob, by: .luke), equals: false)
                }
            }
        }
        try repository.apply([
            try make.record(.leia, .postDeleted(post.post)),
            try make.record(.han, .profileUpdated(ProfileUpdate(avatar: .cleared))),
        ])
        try expect(repository.read { try $0.referencedBlobs() }.isEmpty)
    }

    private static func accesses(_ newRepository: Maker) throws {
        let (photo, avatar) = (TestPhotos.photo(seed: 5), TestPhotos.photo(seed: 12))
        let repository = try newRepository()
        var make = RecordMaker()
        let post = try make.record(.leia, .postAdded(Post.Content(photos: [photo])))
        let copy = try make.record(.han, .postAdded(Post.Content(photos: [photo])))
        let update = ProfileUpdate(avatar: .set(avatar))
        try repository.apply([
            try make.user(.leia, "leia"), try make.user(.han, "han"), post,
            try make.record(.han, .profileUpdated(update)),
            // Posts are not visible until the profile of their author arrives.
            try make.post(.luke, photo: 7),
        ])
        func access(
            to blob: BlobID?,
            for viewer: User.ID?,
            of users: [User.ID] = [.leia, .han, .luke]
        ) throws -> PhotoAccess? {
            let blob = try require(blob)
            return try repository.read {
                try $0.access(to: blob, for: viewer) { users.contains($0) }
            }
        }
        for (owner, photo) in [(User.ID.leia, photo), (.han, avatar)] {
            for viewer in [User.ID.leia, .han, .luke, nil] {
                let file = try access(to: photo.blob, for: viewer)
                let expected = PhotoAccess(
                    blob: photo.blob,
                    mediaType: photo.mediaType,
                    byteCount: photo.byteCount,
                    isPreview: false,
                    isOwn: viewer == owner
                )
                try expect(file, equals: expected)
                guard let preview = photo.preview else { continue }
                let smaller = PhotoAccess(
                    blob: preview.blob,
                    mediaType: .jpeg,
                    byteCount: preview.byteCount,
                    isPreview: true,
                    isOwn: viewer == owner
                )
                try expect(access(to: preview.blob, for: viewer), equals: smaller)
            }
        }
        try expect(access(to: TestPhotos.photo(seed: 7).blob, for: .leia), equals: nil)
        try expect(access(to: blob(1), for: .leia), equals: nil)
        // Viewers can access their own photos even if no user is included, but no photos by others.
        try expect(access(to: photo.blob, for: .leia, of: [])?.isOwn, equals: true)
        try expect(access(to: photo.blob, for: .han, of: [.han]), equals: nil)
        try expect(access(to: photo.blob, for: nil, of: [.han]), equals: nil)
        try repository.apply([copy])
        try expect(access(to: photo.blob, for: nil, of: [.han])?.isOwn, equals: false)
        try expect(access(to: photo.blob, for: .han, of: [])?.isOwn, equals: true)
        try repository.apply([
            try make.accountDeleted(.leia), try make.record(.han, .postDeleted(copy.post)),
        ])
        for viewer in [User.ID.leia, .han, nil] {
            try expect(access(to: photo.blob, for: viewer), equals: nil)
        }
    }
}
