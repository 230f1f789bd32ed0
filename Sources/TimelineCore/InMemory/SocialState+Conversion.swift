extension SocialState {
    /// Replaces photos from earlier versions with converted photos.
    ///
    /// - Parameters:
    ///   - conversions: The conversions to apply.
    ///   - setOriginal: Called for each photo whose blob changes, with the original, the public
    ///     copy and the owner.
    mutating func convert(
        _ conversions: [PhotoConversion],
        setOriginal: (_ original: BlobID, _ photo: BlobID, _ user: User.ID) -> Void
    ) {
        for conversion in conversions {
            if conversion.photo == nil { unconvertible.insert(conversion.original) }
            func convert(_ photo: Photo, of user: User.ID) -> Photo {
                guard let converted = conversion.replacement(of: photo) else { return photo }
                if converted.blob != photo.blob { setOriginal(photo.blob, converted.blob, user) }
                return converted
            }
            for (id, record) in posts {
                let author = record.post.author
                var content = record.post.content
                content.photos = content.photos.map { convert($0, of: author) }
                posts[id]?.post = Post(id: id, author: author, content: content)
            }
            for (id, record) in users {
                guard let avatar = record.avatar, let photo = avatar.value else { continue }
                users[id]?.avatar = LWWRegister(convert(photo, of: id), at: avatar.stamp)
            }
        }
        commitCount += 1
    }
}
