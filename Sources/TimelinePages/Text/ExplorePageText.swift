/// Texts on the explore and search pages.
enum ExplorePageText {
    static let popular = "Popular"
    static let everyone = "Everyone"
    static let near = "Near a place"
    static let tags = "Tags"
    static let kinds = "Kinds of photos"
    static let position = "Place"
    static let positionHint =
        "The name of a place of these photos, or its latitude and longitude, such as 69.65, 18.96."
    static let radius = "Within"
    static let show = "Show photos"
    static let locate = "Locate me"
    static func within(_ distance: String) -> String { "within \(distance)" }
    static let searchFor = "Search for people, tags, captions and places"
    static let clear = "Clear"
    static let people = "People"
    static let texts = "Captions and comments"
    static let more = "More results"
    static let findPeople = "Name or username"
    static let find = "Find"
    static let nobody = "Nobody is here yet."
    static func nobody(named text: String) -> String {
        "Nobody here is called “\(text)”. Try fewer letters."
    }
    static func noResults(_ text: String) -> String {
        "No results for “\(text)”. Try fewer letters."
    }
}
