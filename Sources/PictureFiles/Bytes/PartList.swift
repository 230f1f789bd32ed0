/// The parts of a file, up to a limit that protects memory.
struct PartList<Part> {
    private let limit: Int
    private(set) var parts: [Part] = []
    /// Whether a part above the limit has been dropped.
    private(set) var isOverLimit = false

    /// Creates an empty list.
    init(limit: Int) { self.limit = limit }

    /// Appends a part, or drops it above the limit.
    mutating func append(_ part: Part) {
        if parts.count < limit { parts.append(part) } else { isOverLimit = true }
    }
}
