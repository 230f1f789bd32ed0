extension SocialState {
    mutating func editCaption(of post: Post.ID, to caption: String, from change: Change) {
        guard let author = posts[post]?.post.author, change.canEdit(post, writtenBy: author) else {
            return
        }
        posts[post]?.caption.merge(LWWRegister(caption, at: change.stamp))
    }

    mutating func editPlace(of id: Post.ID, to place: Place?, from change: Change) {
        guard var record = posts[id], change.canEdit(id, writtenBy: record.post.author) else {
            return
        }
        var content = record.post.content
        var register = LWWRegister(content.place, at: record.placeStamp ?? id.pushID)
        guard register.merge(LWWRegister(place, at: change.stamp)) else { return }
        content.place = register.value
        record.placeStamp = register.stamp
        record.post = Post(id: id, author: record.post.author, content: content)
        posts[id] = record
    }

    mutating func editAlt(
        ofPhoto index: Int,
        in id: Post.ID,
        to alt: String?,
        from change: Change
    ) {
        guard var record = posts[id], change.canEdit(id, writtenBy: record.post.author),
            record.post.content.photos.indices.contains(index)
        else { return }
        var content = record.post.content
        let stored = content.photos[index]
        var register = LWWRegister(stored.alt, at: record.altStamps[index] ?? id.pushID)
        guard register.merge(LWWRegister(alt, at: change.stamp)) else { return }
        content.photos[index] = stored.described(as: register.value)
        record.altStamps[index] = register.stamp
        record.post = Post(id: id, author: record.post.author, content: content)
        posts[id] = record
    }
}
