import PictureFiles
import Testing

@Suite("Photo faults and media types")
struct PictureFaultTests {
    @Test(
        "Each fault completes a sentence",
        arguments: [
            (PictureError.empty, "is empty"),
            (.unknownFormat, "is not a JPEG, PNG, WebP, GIF or HEIC picture"),
            (.truncated(.jpeg), "is cut short"),
            (.damaged(.webp), "has a damaged WebP header"),
            (.tooManyParts(.png), "has more parts than a PNG picture needs"),
            (.notStripped(.gif), "is a GIF picture whose metadata cannot be stripped here"),
            (.tooLarge(bytes: 80 << 20), "has 80 MiB; at most 64 MiB are accepted"),
            (.tooLarge(bytes: 64 << 20 | 1), "has 64.1 MiB; at most 64 MiB are accepted"),
            (.tooLarge(bytes: 65 << 20 - 1), "has 65 MiB; at most 64 MiB are accepted"),
            (
                .tooManyPixels(width: 26_000, height: 10_000),
                "has 260 million pixels; at most 250 million are accepted"
            ),
            (
                .tooManyPixels(width: 1, height: 250_000_001),
                "has 250.1 million pixels; at most 250 million are accepted"
            ),
            (
                .tooManyPixels(width: .max, height: .max),
                "has 9223372036854.8 million pixels; at most 250 million are accepted"
            ),
        ]
    )
    func description(_ fault: PictureError, _ text: String) {
        #expect(fault.description == text)
    }

    @Test func fileExtensions() {
        #expect(MediaType.allCases.map(\.fileExtension) == ["jpg", "png", "webp", "gif", "heic"])
        #expect(MediaType(rawValue: "image/webp") == .webp)
    }
}
