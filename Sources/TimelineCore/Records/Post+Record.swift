public import TimelineRecords

extension Post.Content {
    /// Creates the content of a post from a record.
    public init(_ content: PostContent) {
        self.init(
            caption: content.caption,
            photos: content.photos.map { Photo($0) },
            place: content.place.map { Place($0) }
        )
    }

    /// The content in the form used in records.
    public var recordContent: PostContent {
        PostContent(
            caption: caption,
            photos: photos.map(\.recordPhoto),
            place: place?.recordPlace
        )
    }
}

extension Place {
    fileprivate init(_ place: RecordPlace) {
        self.init(
            name: place.name,
            coordinate: place.position.map {
                Coordinate(latitudeE7: $0.latitude, longitudeE7: $0.longitude)
            }
        )
    }

    fileprivate var recordPlace: RecordPlace {
        RecordPlace(
            name: name,
            position: coordinate.map {
                RecordPlace.Position(latitude: $0.latitudeE7, longitude: $0.longitudeE7)
            }
        )
    }
}
