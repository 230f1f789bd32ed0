/// Messages about opening a store.
enum StoreText {
    /// The title of the progress display while photos from earlier versions are converted.
    static let convertingPhotos = "Removing metadata from shared photos"
}
