import Foundation
import Testing

@Suite("Installing")
struct InstallationTests {
    /// Installs beside a store in the default folder, as `make install PREFIX=$HOME/.local` does.
    private static let install = """
        set -e
        project='\(BuiltBinary.project.path)'
        "$project/Tests/install.sh" "$HOME/.local" "$(command -v timeline)" >installed
        """

    @Test("Installing and uninstalling leave the store as it was")
    func store() throws {
        let program = try BuiltBinary()
        try program.signUp()
        let result = try program.shell(
            Self.install + """

                timeline post --image sunset.jpg >posted
                timeline doctor
                "$project/Tests/uninstall.sh" "$HOME/.local"
                timeline doctor
                timeline feed --format json | grep -c '"caption"'
                find .local -type f | grep -v -e '^.local/share/timeline/' -e '^.local/state/' || true
                """
        )
        #expect(result.status == 0, "\(result.text)")
        #expect(
            result.text.hasPrefix("All is well.\nRemoved Timeline from")
                && result.text.hasSuffix("\nAll is well.\n1\n"),
            "\(result.text)"
        )
    }

    @Test("The installed program finds its demo data, completions, manual and service")
    func files() throws {
        let program = try BuiltBinary()
        let result = try program.shell(
            Self.install + """

                TIMELINE_HOME=demo .local/bin/timeline seed load .local/share/timeline-demo/world.json >loaded 2>&1
                TIMELINE_HOME=other .local/bin/timeline demo --format json 2>/dev/null | grep -c '"store"'
                sed -n '/^  /s/^  [a-z ]*//p' installed | while read -r file rest; do
                    case $file in /*) test -s "$file" || echo "missing: $file" ;; esac
                done
                grep -c "$HOME/.local/bin/timeline serve" .local/share/systemd/user/timeline.service
                grep -c 'fpath=' installed
                """
        )
        #expect(result.status == 0, "\(result.text)")
        #expect(result.text == "1\n1\n1\n", "\(result.text)")
    }
}
