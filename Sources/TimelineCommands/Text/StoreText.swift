/// Text about opening a store.
enum StoreText {
    /// The title of the progress while photos of earlier versions are converted.
    static let convertingPhotos = "Removing metadata from shared photos"
}
