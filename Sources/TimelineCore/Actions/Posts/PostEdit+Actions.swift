extension PostEdit {
    /// Returns the actions that apply this edit to a post, omitting any that would change nothing.
    ///
    /// - Throws: ``TimelineError/photoCountRefused(_:)`` if the edit describes a photo that the
    ///   post does not have.
    func actions(on post: PostView) throws(TimelineError) -> [Intent] {
        var actions: [Intent] = []
        if let caption, caption != post.caption {
            actions.append(.captionEdited(post.id, caption: caption))
        }
        if let place, place.value != post.place {
            actions.append(.placeEdited(post.id, place: place.value))
        }
        for (index, text) in alts.sorted(by: { $0.key < $1.key }) {
            guard post.photos.indices.contains(index) else {
                throw TimelineError.photoCountRefused(index + 1)
            }
            let alt = text.flatMap { $0.contains { !$0.isWhitespace } ? $0 : nil }
            guard alt != post.photos[index].alt else { continue }
            actions.append(.altEdited(post.id, photo: index, alt: alt))
        }
        return actions
    }
}
