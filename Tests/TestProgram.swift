import Testing

/// Runs the tests of this program as the package manager runs those of a package.
@main
struct TestProgram {
    static func main() async {
        await Testing.__swiftPMEntryPoint() as Never
    }
}
