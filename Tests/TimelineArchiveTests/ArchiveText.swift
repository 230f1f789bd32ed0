import Foundation

@testable import TimelineArchive

/// A JSON text that tests build and spoil.
indirect enum JSON: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral,
    ExpressibleByArrayLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
    ExpressibleByIntegerLiteral
{
    case object([(String, JSON)])
    case array([JSON])
    case string(String)
    case literal(String)

    init(stringLiteral value: String) { self = .string(value) }
    init(dictionaryLiteral elements: (String, JSON)...) { self = .object(elements) }
    init(arrayLiteral elements: JSON...) { self = .array(elements) }
    init(booleanLiteral value: Bool) { self = .literal("\(value)") }
    init(integerLiteral value: Int) { self = .literal("\(value)") }
    init(nilLiteral: ()) { self = .literal("null") }

    var text: String {
        switch self {
        case .object(let members):
            "{" + members.map { "\(Self.quoted($0)):\($1.text)" }.joined(separator: ",") + "}"
        case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
        case .string(let text): Self.quoted(text)
        case .literal(let text): text
        }
    }

    var data: Data { Data(text.utf8) }

    private static func quoted(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            .replacing("\n", with: "\\n").replacing("\t", with: "\\t")
            .replacing("\u{0}", with: "\\u0000")
        return "\"\(escaped)\""
    }

    /// How many values there are, this one included.
    var count: Int {
        switch self {
        case .object(let members): members.reduce(1) { $0 + $1.1.count }
        case .array(let elements): elements.reduce(1) { $0 + $1.count }
        case .string, .literal: 1
        }
    }

    /// The same with another value at a place, counted from this one's 0 downwards.
    func replacing(at place: Int, with node: JSON) -> JSON {
        var next = 0
        return replacing(place, &next, node)
    }

    private func replacing(_ place: Int, _ next: inout Int, _ node: JSON) -> JSON {
        if next == place {
            next += count
            return node
        }
        next += 1
        switch self {
        case .object(let members):
            return .object(members.map { ($0, $1.replacing(place, &next, node)) })
        case .array(let elements):
            return .array(elements.map { $0.replacing(place, &next, node) })
        case .string, .literal: return self
        }
    }
}

extension FirebaseArchive {
    init(_ json: JSON, images: URL? = nil) throws {
        try self.init(reading: json.data, images: images)
    }
}

/// The smallest JPEG that is taken, another for each number.
func jpeg(_ number: UInt8 = 0) -> Data {
    Data(
        [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 4, 0, 3, 1, 1, 0x11, 0]
            + [0xFF, 0xDA, 0, 2, number, 0xFF, 0xD9]
    )
}

func picture(_ number: UInt8 = 0) -> JSON { .string(jpeg(number).base64EncodedString()) }

/// Four users, two posts, an array and a dictionary of comments: nothing in it is refused.
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
