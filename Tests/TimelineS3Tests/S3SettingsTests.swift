import Foundation
import S3TestSupport
import Testing
import TimelineCore
import TimelineTestSupport

@testable import TimelineS3

@Suite("Where photos in S3 are")
struct S3SettingsTests {
    private static let keys = [
        "AWS_ACCESS_KEY_ID": "KEY", "AWS_SECRET_ACCESS_KEY": "the-secret-of-tests",
    ]

    @Test(arguments: [
        ("s3://bucket", "bucket", "", "s3://bucket"),
        ("s3://my.bucket-1/", "my.bucket-1", "", "s3://my.bucket-1"),
        ("s3://bucket/a/b_c.d~e//", "bucket", "a/b_c.d~e/", "s3://bucket/a/b_c.d~e"),
    ])
    func addresses(text: String, bucket: String, prefix: String, description: String) throws {
        let address = try S3Address(text)
        #expect(address.bucket == bucket)
        #expect(address.prefix == prefix)
        #expect("\(address)" == description)
        #expect(try S3Address(description) == address)
    }

    @Test(arguments: [
        "", "s3:/bucket", "s3://", "s3://ab", "s3://Bucket", "s3://-bucket", "s3://a..b",
        "s3://user:password@bucket", "s3://bucket/a b", "s3://bucket/ä", "s3://bucket/../x",
        "s3://bucket/a//b", "s3://bucket/a?b", "s3://bucket/%41", "http://bucket/a",
        "s3://bucket/a\r\nx-amz-acl: public-read",
        "s3://bucket/" + String(repeating: "a", count: 600),
    ])
    func noAddresses(text: String) {
        #expect(throws: TimelineError.self) { try S3Address(text) }
    }

    @Test func amazonIsTheUsualServer() throws {
        var variables = Self.keys
        #expect(throws: TimelineError.self) { try S3Settings(environment: variables) }
        variables["AWS_DEFAULT_REGION"] = "eu-central-1"
        let settings = try S3Settings(environment: variables)
        #expect(settings.endpoint == "https://s3.eu-central-1.amazonaws.com")
        #expect(settings.host == "s3.eu-central-1.amazonaws.com")
        variables["AWS_REGION"] = "us-west-2"
        #expect(try S3Settings(environment: variables).region == "us-west-2")
        variables["AWS_REGION"] = "us/west"
        #expect(throws: TimelineError.self) { try S3Settings(environment: variables) }
    }

    @Test func otherServers() throws {
        var variables = Self.keys
        variables["AWS_ENDPOINT_URL"] = "https://example.org"
        #expect(try S3Settings(environment: variables).endpoint == "https://example.org")
        variables["AWS_ENDPOINT_URL_S3"] = "HTTP://s3.example.org:9000/path/"
        let settings = try S3Settings(environment: variables)
        #expect(settings.endpoint == "http://s3.example.org:9000/path")
        #expect(settings.host == "s3.example.org:9000")
        #expect(settings.region == "us-east-1")
        for wrong in [
            "s3.example.org", "ftp://example.org", "https://user:password@example.org",
            "https://example.org?a", "https://", "https://exa mple.org",
        ] {
            variables["AWS_ENDPOINT_URL_S3"] = wrong
            let error = #expect(throws: TimelineError.self) {
                try S3Settings(environment: variables)
            }
            #expect(error.map { "\($0)".contains("password@") } == false)
        }
    }

    @Test func keysInTheSharedFile() throws {
        let folder = try TemporaryFolder.make()
        try DurableFile.makeFolder(folder.appending(path: ".aws"))
        let text = """
            # A comment
            [default]
            aws_access_key_id = FIRST
            aws_secret_access_key=secret=1
            [ other ]
            AWS_ACCESS_KEY_ID=SECOND
            aws_secret_access_key = secret2
            aws_session_token = token
            [empty]
            """
        try DurableFile.write(Data(text.utf8), to: folder.appending(path: ".aws/credentials"))
        var variables = ["HOME": folder.path, "AWS_REGION": "us-east-1"]
        let first = try S3Settings(environment: variables).credentials
        #expect((first.key, first.secret, first.token) == ("FIRST", "secret=1", nil))
        variables["AWS_PROFILE"] = "other"
        let second = try S3Settings(environment: variables).credentials
        #expect((second.key, second.secret, second.token) == ("SECOND", "secret2", "token"))
        variables["AWS_PROFILE"] = "empty"
        #expect(throws: TimelineError.self) { try S3Settings(environment: variables) }
        // As a container gets its secrets.
        let link = folder.appending(path: "link")
        try FileManager.default.createSymbolicLink(
            at: link,
            withDestinationURL: folder.appending(path: ".aws/credentials")
        )
        variables["AWS_PROFILE"] = ""
        variables["HOME"] = nil
        variables["AWS_SHARED_CREDENTIALS_FILE"] = link.path
        #expect(try S3Settings(environment: variables).credentials.key == "FIRST")
        // Keys in the environment come first.
        variables.merge(Self.keys) { $1 }
        #expect(try S3Settings(environment: variables).credentials.key == "KEY")
        variables["AWS_SHARED_CREDENTIALS_FILE"] = folder.appending(path: "none").path
        variables["AWS_ACCESS_KEY_ID"] = nil
        #expect(throws: TimelineError.self) { try S3Settings(environment: variables) }
    }

    @Test func keysAddNoFields() {
        #expect(S3Credentials(key: "KEY", secret: "a\nb", token: nil) == nil)
        #expect(S3Credentials(key: "KEY", secret: "a", token: "b\r\nx-amz-acl: public-read") == nil)
        #expect(S3Credentials(key: "", secret: "a", token: nil) == nil)
        #expect(S3Credentials(key: "KEY", secret: "a", token: "")?.token == nil)
    }

    @Test func noTextHasTheSecret() throws {
        let settings = try S3Settings(environment: S3TestPlace.variables(for: "http://127.0.0.1:1"))
        var texts = ["\(settings)", "\(settings.credentials)", String(reflecting: settings)]
        var dump = ""
        Swift.dump(settings, to: &dump)
        texts.append(dump)
        for text in texts { #expect(!text.contains(settings.credentials.secret)) }
    }
}
