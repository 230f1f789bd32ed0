#if Cluster
import Foundation
import Testing
import TimelineCore
import TimelinePostgres
import TimelineTesting

/// Tests of the laws of a repository on a server that `Tests/Cluster/postgres.py` starts.
@Suite(
    "Laws in PostgreSQL",
    .serialized,
    .enabled(if: TestServer.address != nil, TestServer.advice)
)
struct PostgresLawTests {
    @Test(arguments: RepositoryLaws.all)
    func law(_ law: RepositoryLaw) throws {
        let server = try TestServer()
        defer { server.removeStores() }
        try law.check { try server.makeRepository() }
    }
}
#endif
