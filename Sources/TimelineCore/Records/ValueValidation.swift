package import Foundation

extension PushID {
    /// Checks that the time is not ahead of the clock by more than
    /// ``TimelineEnvironment/clockTolerance``.
    ///
    /// - Throws: ``TimelineError/identifierInFuture(_:)``.
    package func validate(now: Date) throws(TimelineError) {
        let latest = now.addingTimeInterval(TimelineEnvironment.clockTolerance)
        guard milliseconds <= latest.millisecondsSince1970 else {
            throw .identifierInFuture(description)
        }
    }
}

extension ProfileUpdate {
    /// Checks that every value is within its limits.
    ///
    /// - Throws: The ``TimelineError`` for the first invalid value.
    package func validate() throws(TimelineError) {
        if let name = displayName?.value { try TextField.displayName.checkFilled(name) }
        if let bio = bio?.value { try TextField.bio.checkFilled(bio) }
        if let avatar = avatar?.value { try avatar.validate() }
        guard let url = url?.value else { return }
        try TextField.url.checkFilled(url)
        guard let parts = URLComponents(string: url), parts.host?.isEmpty == false,
            ["http", "https"].contains(parts.scheme?.lowercased())
        else { throw .invalidURL(url) }
    }
}

extension PostEdit {
    /// Checks that every value is within its limits.
    func validate() throws(TimelineError) {
        if let caption { try TextField.caption.check(caption) }
        if let place = place?.value { try place.validate() }
        for alt in alts.values { try TextField.alt.check(alt) }
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
        if let name { try TextField.placeName.checkFilled(name) }
        guard let coordinate, !coordinate.isOnEarth else { return }
        throw .invalidPlace("\(coordinate.latitude),\(coordinate.longitude)")
    }
}
