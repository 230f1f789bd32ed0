// Prints your home timeline, as any program on the same machine can read it from `timeline serve`:
// swiftc MastodonFeed.swift && ./MastodonFeed http://127.0.0.1:8080 EMAIL <FILE-WITH-THE-PASSWORD
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct App: Decodable { let clientId, clientSecret: String }
struct Login: Decodable { let accessToken: String }
struct Account: Decodable { let acct: String }
struct Status: Decodable {
    let id, createdAt, content: String
    let account: Account
}

var fields = ["Content-Type": "application/json"]

@MainActor
func ask<T: Decodable>(_ path: String, _ form: [String: String]? = nil) async throws -> T {
    guard let url = URL(string: CommandLine.arguments[1] + path) else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.allHTTPHeaderFields = fields
    request.httpMethod = form == nil ? "GET" : "POST"
    request.httpBody = try form.map { try JSONEncoder().encode($0) }
    let (data, response) = try await URLSession.shared.data(for: request)
    let status = (response as? HTTPURLResponse)?.statusCode
    guard status == 200 else { throw URLError(.badServerResponse) }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(T.self, from: data)
}

guard CommandLine.arguments.count == 3, let password = readLine() else { exit(64) }
var form = ["client_name": "Feed", "redirect_uris": "urn:ietf:wg:oauth:2.0:oob", "scopes": "read"]
let app: App = try await ask("/api/v1/apps", form)
form = ["client_id": app.clientId, "client_secret": app.clientSecret, "grant_type": "password"]
form.merge(["username": CommandLine.arguments[2], "password": password, "scope": "read"]) { $1 }
let login: Login = try await ask("/oauth/token", form)
fields["Authorization"] = "Bearer \(login.accessToken)"

let home = "/api/v1/timelines/home?limit=20"
var page: [Status] = try await ask(home)
while let last = page.last {
    for status in page {
        // Without tags, and without control characters, which would reach the terminal.
        let text = status.content.replacing(/<[^>]*>|\p{C}/, with: "")
        print(status.createdAt, "@\(status.account.acct)", text)
    }
    page = try await ask("\(home)&max_id=\(last.id)")
}
