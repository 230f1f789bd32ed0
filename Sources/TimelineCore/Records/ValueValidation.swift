package import Foundation

extension PushID {
    /// Checks that the ID is at most ``clockTolerance`` ahead of the clock.
    ///
    /// - Throws: ``TimelineError/identifierInFuture(_:)``.
    package func validate(now: Date) throws(TimelineError) {
        guard isAccepted(at: now.millisecondsSince1970) else {
            throw .identifierInFuture(description)
        }
    }
}

extension RecordContent {
    /// Checks that every value is within its limits.
    ///
    /// - Throws: The ``TimelineError`` for the first invalid value.
    func validate() throws(TimelineError) {
        switch self {
        case .postSet(_, let content): try content.validate()
        case .commentAdded(_, _, let text): try TextField.comment.check(text)
        case .profileSet(let setting): try setting.validate()
        case .keyAdded, .keyRevoked, .accountDeleted, .postDeleted, .commentDeleted, .commentHidden,
            .liked, .unliked, .followed, .unfollowed, .unknown:
            break
        }
    }
}

extension ProfileSetting {
    /// Checks that the value is within its limits.
    ///
    /// - Throws: The ``TimelineError`` for an invalid value.
    package func validate() throws(TimelineError) {
        switch self {
        case .username: break
        case .displayName(let name): try TextField.displayName.check(name)
        case .bio(let bio): try TextField.bio.check(bio)
        case .url(let url):
            try TextField.url.check(url)
            guard url.map(WebAddress.accepts) ?? true else { throw .invalidURL(url ?? "") }
        case .photo(let photo): try photo?.validate()
        }
    }
}

extension Post.Content {
    /// Checks that every value is within its limits.
    ///
    /// - Throws: The ``TimelineError`` for the first invalid value.
    package func validate() throws(TimelineError) {
        try TextField.caption.check(caption)
        guard Post.photoCount.contains(photos.count) else {
            throw .photoCountRefused(photos.count)
        }
        for photo in photos { try photo.validate() }
        try place?.validate()
    }
}

extension Photo {
    fileprivate func validate() throws(TimelineError) {
        try TextField.alt.check(alt)
        let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
        guard width > 0, height > 0, !overflow, pixels <= PictureLimits.pixels else {
            throw .photoRefused(.tooManyPixels(width: width, height: height), name: nil)
        }
        guard (1...PictureLimits.bytes).contains(byteCount),
            preview.map({ (1...PictureLimits.bytes).contains($0.byteCount) }) ?? true
        else { throw .photoRefused(.damaged(mediaType), name: nil) }
        guard thumbHash.map({ (1...Photo.thumbHashLimit).contains($0.count) }) ?? true else {
            throw .photoRefused(.damaged(mediaType), name: nil)
        }
    }
}

extension Place {
    fileprivate func validate() throws(TimelineError) {
        guard name != nil || coordinate != nil else { throw .invalidPlace("") }
        try TextField.placeName.check(name)
        guard let coordinate, !coordinate.isOnEarth else { return }
        throw .invalidPlace("\(coordinate.latitude),\(coordinate.longitude)")
    }
}
