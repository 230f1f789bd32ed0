import Foundation

@testable import TimelineArchive

extension FirebaseArchive {
    init(_ json: JSON, images: URL? = nil) throws {
        try self.init(reading: json.data, images: images)
    }
}

/// Returns the smallest valid JPEG, with different bytes for each number.
func jpeg(_ number: UInt8 = 0) -> Data {
    Data(
        [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 4, 0, 3, 1, 1, 0x11, 0]
            + [0xFF, 0xDA, 0, 2, number, 0xFF, 0xD9]
    )
}

/// Returns the JPEG with the given number, encoded in Base64.
func picture(_ number: UInt8 = 0) -> JSON { .string(jpeg(number).base64EncodedString()) }

/// A valid archive with four users and two posts.
///
/// The comments on one post are in an array, and those on the other are in an object.
let galaxy: JSON = [
    "users": [
        "han": [
            "username": "hansolo", "bio": "I know.", "url": "https://falcon.example",
            "follows": ["leia": true, "ben": true, "c3po": false],
        ],
        "leia": ["user": "Leia", "follows": ["han": true]],
        "ben": ["username": "ob1kenob", "bio": ""],
        "c3po": ["username": "3po", "follows": nil],
    ],
    "posts": [
        "-K25Fj8p2ArUMz3awt3T": [
            "username": "hansolo", "imageEndpoint": "-K25Fj8p2ArUMz3awt3T", "caption": "Falcon",
            "comments": [
                nil, ["post": "x", "username": "leia", "text": "Scruffy"], nil,
                ["username": "hansolo", "text": "I know."],
            ],
            "likes": ["-K28OeV3MmD0l9DbNufW": ["post": "x", "username": "3PO"]],
        ],
        "-K25Fj8qrMAtxXG3QCSn": [
            "username": "LEIA", "image": "images/-K25Fj8qrMAtxXG3QCSn.jpg",
            "comments": [
                "-K28OeV3MmD0l9DbNufX": ["username": "greedo", "text": "Going somewhere?"]
            ],
            "likes": [["username": "ob1kenob"]],
        ],
    ],
    "images": ["-K25Fj8p2ArUMz3awt3T": picture(1), "-K25Fj8qrMAtxXG3QCSn": picture(2)],
]
