package import Foundation
package import TimelineCore

extension StoreOwner {
    /// Returns everyone's posts in the Firebase layout, which
    /// ``load(_:isDryRun:report:progress:)`` reads.
    ///
    /// The layout has one photo per post, so only the first photo of each post is included, and a
    /// post whose first photo cannot be read is left out. Descriptions, display names and avatars
    /// are left out as well. The report counts everything that is left out. The whole file is built
    /// in memory.
    @concurrent
    package func exportFirebase() async throws -> (json: Data, report: PostExportReport) {
        let (repository, blobs) = (engine.syncedRepository, engine.syncedBlobs)
        return try await BlockingExecutor(width: 1)
            .run {
                try repository.readAtLength { reader, accounts in
                    var export = FirebaseExport(reader: reader, accounts: accounts, blobs: blobs)
                    return (Data(try export.json().utf8), export.report)
                }
            }
    }
}

/// An export of one snapshot in the Firebase layout.
private struct FirebaseExport {
    let reader: any SocialReader
    let accounts: any AccountReader
    let blobs: any BlobStore
    var report = PostExportReport()

    mutating func json() throws -> String {
        var posts: [String: JSONValue] = [:]
        var images: [String: JSONValue] = [:]
        var cursor = Post.ID(.max)
        while true {
            let ids = try reader.postIDs(.all, in: PostRange(before: cursor, limit: 500))
            guard let last = ids.last else { break }
            for id in ids {
                guard let page = try reader.postPage(id, newestComments: nil, for: nil),
                    let photo = page.post.photos.first
                else { continue }
                report.omittedPhotos += page.post.photos.count - 1
                guard let content = try report.read(photo, from: blobs, accounts) else {
                    report.omittedPosts += 1
                    continue
                }
                if photo.alt != nil { report.omittedDescriptions += 1 }
                images[id.description] = .string(content.base64EncodedString())
                posts[id.description] = try value(of: page)
                report.posts += 1
            }
            cursor = last
        }
        let users = try users()
        let value = JSONValue.object([
            "images": .object(images), "posts": .object(posts), "users": .object(users),
        ])
        return value.json + "\n"
    }

    private func value(of page: PostPage) throws -> JSONValue {
        let id = JSONValue.string(page.post.id.description)
        let comments = page.comments.map { comment in
            (
                comment.id.description,
                JSONValue.object([
                    "post": id, "text": .string(comment.text),
                    "username": .string(comment.author.username),
                ])
            )
        }
        let likers = try reader.likers(of: page.post.id, limit: .max)
        let likes = likers.enumerated()
            .map { index, user in
                // Likes have no IDs, so any distinct keys are valid.
                let key = PushID(
                    milliseconds: page.post.id.milliseconds,
                    bits: (0, UInt64(index))
                )
                return (
                    key.description,
                    JSONValue.object(["post": id, "username": .string(user.username)])
                )
            }
        return .object(compacting: [
            "username": .string(page.post.author.username), "imageEndpoint": id,
            "caption": .string(page.post.caption),
            "location": page.post.place.map { value(of: $0) },
            "comments": .object(Dictionary(comments) { $1 }),
            "likes": .object(Dictionary(likes) { $1 }),
        ])
    }

    private func value(of place: Place) -> JSONValue {
        .object(compacting: [
            "name": place.name.map { .string($0) },
            "latitude": place.coordinate.map { .number($0.latitude) },
            "longitude": place.coordinate.map { .number($0.longitude) },
        ])
    }

    private mutating func users() throws -> [String: JSONValue] {
        var users: [String: JSONValue] = [:]
        var after: String?
        while true {
            let page = try reader.users(UserQuery(after: after, limit: 500))
            for user in page {
                users[user.id.description] = try value(of: user)
                if user.displayName != nil { report.omittedProfileFields += 1 }
                if user.avatar != nil { report.omittedProfileFields += 1 }
            }
            guard page.count == 500 else { return users }
            after = page.last?.username
        }
    }

    private func value(of user: User) throws -> JSONValue {
        let followed = try reader.users(UserQuery(.followed(by: user.id), limit: .max))
        let follows = followed.map { ($0.id.description, JSONValue.bool(true)) }
        return .object(compacting: [
            "username": .string(user.username), "bio": user.bio.map { .string($0) },
            "url": user.url.map { .string($0) },
            "follows": follows.isEmpty ? nil : .object(Dictionary(follows) { $1 }),
        ])
    }
}
