import Foundation

/// What a decoder gives: pixels as they are stored, and the profile in whatever colour model it is.
struct StoredPicture {
    let raster: Raster
    let colourProfile: Data?
}
