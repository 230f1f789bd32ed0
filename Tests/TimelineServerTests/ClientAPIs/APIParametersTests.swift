import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import TimelineServer

@Suite("The parameters of calls")
struct APIParametersTests {
    private func parameters(_ query: String) throws -> APIParameters {
        let head = HTTPRequest(
            method: .get,
            scheme: "http",
            authority: "localhost",
            path: "/?\(query)"
        )
        return try APIParameters(
            query: Request(head: head, body: RequestBody(buffer: ByteBuffer()))
        )
    }

    @Test(
        "The values of an array are in the order of their numbers or, without any, of the request",
        arguments: [
            ("a[3]=d&a[0]=a&a[10]=e&b=x&a[1]=b&a[2]=c", "abcde"), ("a[]=b&b[]=x&a[]=a", "ba"),
            ("a=b&a=a", "ba"), ("a%5B1%5D=b&a%5B0%5D=a", "ab"), ("a[]=&a[]=a", "a"), ("a[x]=b", ""),
            ("a[1]=b&a=a", "ab"), ("a]=b&a[=c&]=d&[]=e&=f", ""),
            ("a[99999999999999999999]=b&a[1]=c", "bc"),
        ]
    )
    func arrays(_ query: String, _ expected: String) throws {
        #expect(try parameters(query).all("a").joined() == expected)
    }

    @Test func texts() throws {
        let parameters = try parameters("a=&a=b&c=1+%2B&s[p]=q&n%5B%5D=%0D%0A")
        #expect(
            parameters["a"] == nil && parameters.text("a") == "" && parameters.all("a") == ["b"]
        )
        #expect(parameters["c"] == "1 +" && parameters["s[p]"] == "q" && parameters["n"] == "\n")
        #expect(parameters.text("d") == nil && parameters.all("d").isEmpty)
        #expect(throws: RequestError.malformed) { try self.parameters("a=%FF") }
    }

    @Test(
        "The members of an array of objects stay together",
        arguments: [
            ("m[][id]=1&m[][id]=2&m[][text]=b&m[][text]=c", ["1", "2b", "c"]),
            ("m[][id]=1&m[][text]=a&m[][id]=2&m[][text]=b", ["1a", "2b"]),
            ("m[][text]=a&m[][id]=1&m[][text]=b&m[][id]=2", ["1a", "2b"]),
            ("m[1][text]=b&m[0][id]=1&m[1][id]=2&m[0][text]=a", ["1a", "2b"]),
            ("m%5B0%5D%5Bid%5D=1&m%5B1%5D%5Bid%5D=2&m%5B1%5D%5Btext%5D=b", ["1", "2b"]),
            ("m[x][id]=1&m[0]=2&m[id]=3&m[0][id=5&mm[0][id]=6", []),
        ]
    )
    func objects(_ query: String, _ expected: [String]) throws {
        let objects = try parameters(query).objects("m")
        #expect(objects.map { ($0["id"] ?? "") + ($0["text"] ?? "") } == expected)
    }
}
