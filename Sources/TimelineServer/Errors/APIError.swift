import HTTPTypes

/// The reason why a call of an API cannot be answered, because it asks for what does not exist here.
enum APIError: Error, Hashable {
    /// The app asks for something that posts or people do not have here, as the sentence says.
    case unsupported(String)
    /// What the app asks for does not exist, as the sentence says.
    case missing(String)

    /// The status of the response.
    var status: HTTPResponse.Status {
        switch self {
        case .unsupported: .unprocessableContent
        case .missing: .notFound
        }
    }

    /// A stable identifier for programs, in kebab case.
    var code: String {
        switch self {
        case .unsupported: "not-supported"
        case .missing: "not-found"
        }
    }
}

extension APIError: CustomStringConvertible {
    var description: String {
        switch self {
        case .unsupported(let sentence), .missing(let sentence): sentence
        }
    }
}
