import TimelineRecords

extension SocialState: EntryReader {
    func forEachEntry(
        in times: ClosedRange<UInt64>,
        _ body: (SharedEntry) throws -> Void
    ) throws {
        let entries = [
            records.values.map { SharedEntry(.record($0)) }, profileEntries, postEntries,
            replyEntries, followEntries, tombstones, pendingEntries,
        ]
        let selected = entries.joined().filter { times.contains($0.milliseconds) }
        for entry in selected.sorted(by: { $0.milliseconds < $1.milliseconds }) {
            try body(entry)
        }
    }

    /// Returns an entry for an unsigned change, unless a record sets the same register.
    private func entry(
        _ stamp: PushID?,
        _ author: User.ID,
        _ action: Intent,
        on postAuthor: User.ID? = nil
    ) -> [SharedEntry] {
        guard let stamp else { return [] }
        let change = Change(stamp: stamp, author: author, action: action)
        guard change.register.flatMap({ registers[$0] }) == nil else { return [] }
        return [SharedEntry(.change(change), postAuthor: postAuthor)]
    }

    private var profileEntries: [SharedEntry] {
        users.flatMap { id, user -> [SharedEntry] in
            guard !user.isRemoved else {
                return entry(newestStamp(of: id), id, .profileRemoved)
            }
            let updates: [(PushID, ProfileUpdate)?] = [
                user.username.map { ($0.stamp, ProfileUpdate(username: $0.value)) },
                user.displayName.map { ($0.stamp, ProfileUpdate(displayName: field($0.value))) },
                user.bio.map { ($0.stamp, ProfileUpdate(bio: field($0.value))) },
                user.url.map { ($0.stamp, ProfileUpdate(url: field($0.value))) },
                user.avatar.map { ($0.stamp, ProfileUpdate(avatar: field($0.value))) },
            ]
            return updates.compactMap(\.self)
                .flatMap { stamp, update in entry(stamp, id, .profileUpdated(update)) }
        }
    }

    private func field<Value>(_ value: Value?) -> ProfileUpdate.Field<Value> {
        value.map { .set($0) } ?? .cleared
    }

    private var postEntries: [SharedEntry] {
        posts.values.flatMap { record -> [SharedEntry] in
            let (id, author) = (record.post.id, record.post.author)
            var content = record.post.content
            content.caption = record.caption.value
            let isCaptionEdited = record.edits.caption
            let caption = isCaptionEdited ? record.caption.stamp : nil
            let photos = content.photos
            let alts = record.altStamps.flatMap { index, stamp in
                let alt = photos.indices.contains(index) ? photos[index].alt : nil
                return entry(stamp, author, .altEdited(id, photo: index, alt: alt))
            }
            let entries = [
                entry(id.pushID, author, .postAdded(content)),
                entry(caption, author, .captionEdited(id, caption: record.caption.value)),
                entry(record.placeStamp, author, .placeEdited(id, place: content.place)),
            ]
            return entries.joined() + alts
        }
    }

    private var replyEntries: [SharedEntry] {
        let comments = comments.values.flatMap { comment in
            entry(
                comment.id.pushID,
                comment.author,
                .commentAdded(comment.post, text: comment.text),
                on: posts[comment.post]?.post.author
            )
        }
        let likes = likes.flatMap { post, likers in
            likers.flatMap { user, like in
                let action: Intent = like.value ? .liked(post) : .unliked(post)
                return entry(like.stamp, user, action, on: posts[post]?.post.author)
            }
        }
        return comments + likes
    }

    private var followEntries: [SharedEntry] {
        following.flatMap { follower, follows in
            follows.flatMap { user, follow in
                let action: Intent = follow.value ? .followed(user) : .unfollowed(user)
                return entry(follow.stamp, follower, action)
            }
        }
    }

    private var tombstones: [SharedEntry] {
        let posts = deletedPosts.flatMap { entry($0.pushID, .unknown, .postDeleted($0)) }
        let comments = deletedComments.map { id in
            SharedEntry(
                .change(
                    Change(stamp: id.pushID, author: .unknown, action: .commentDeleted(id))
                )
            )
        }
        return posts + comments
    }

    /// The pending changes, except those that can no longer have an effect.
    private var pendingEntries: [SharedEntry] {
        pending.values.joined()
            .filter { change in
                users[change.author]?.isRemoved != true
                    && change.readiness(existence(of:)) != .obsolete
            }
            .map { SharedEntry(.change($0)) }
    }
}
