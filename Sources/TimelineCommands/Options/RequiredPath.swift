import ArgumentParser

/// Checks that a path is not empty.
///
/// An empty path, such as that of an unset variable of the shell, would select the current folder.
///
/// - Throws: A `ValidationError` for an empty path.
func requirePath(_ path: String?) throws {
    guard path?.isEmpty != true else { throw ValidationError(ErrorText.emptyPath) }
}
