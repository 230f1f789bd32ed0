extension Post {
    /// The edited parts of a stored post.
    ///
    /// The original values of these parts are unknown.
    public struct Edits: Hashable, Sendable {
        /// Whether the caption was edited.
        public var caption: Bool
        /// Whether the place was edited.
        public var place: Bool
        /// The indexes of the photos with an edited description.
        public var alts: Set<Int>

        /// Creates a set of edits, which is empty by default.
        public init(caption: Bool = false, place: Bool = false, alts: Set<Int> = []) {
            self.caption = caption
            self.place = place
            self.alts = alts
        }
    }
}
