import TimelineCore

/// An import of a profile into the empty fields of the profile of the session's user.
struct ProfileImport {
    let session: UserSession
    let source: any PostSource
    let isDryRun: Bool

    /// Sets the fields that the importer's profile lacks, and reports them.
    ///
    /// - Throws: A `TimelineError` if the storage fails, or an error thrown by the closure that
    ///   receives findings.
    func run(reportingTo ledger: inout ImportLedger) async throws {
        let source = source
        let read = try await session.readingArchive {
            Result { () throws(EntryError) in try source.profile() }
        }
        switch read {
        case .success(nil): break
        case .success(let profile?): try await fill(with: profile, reportingTo: &ledger)
        case .failure(let fault):
            try ledger.rejectFile(SourceLocation(file: source.profilePath), fault: fault)
        }
    }

    private func fill(
        with profile: SourceProfile,
        reportingTo ledger: inout ImportLedger
    ) async throws {
        let user = try await session.profile().user
        if user.displayName == nil, let name = profile.displayName {
            let text = try fitted(name, .displayName, of: profile, reportingTo: &ledger)
            let update = ProfileUpdate(displayName: .set(text))
            try await set(.displayName, update, at: profile.file, reportingTo: &ledger)
        }
        if user.bio == nil, let bio = profile.bio {
            let update = try ProfileUpdate(
                bio: .set(fitted(bio, .bio, of: profile, reportingTo: &ledger))
            )
            try await set(.bio, update, at: profile.file, reportingTo: &ledger)
        }
        guard user.avatar == nil, let avatar = profile.avatar else { return }
        let archive = source.archive
        let read = try await session.readingArchive {
            Result { () throws(EntryError) in
                let entry = try avatar.file.get()
                let content = try archive.open(entry).readAll(limit: PictureLimits.bytes)
                return PhotoFile(content: content, alt: nil)
            }
        }
        switch read {
        case .success(let file):
            let update = ProfileUpdate()
            try await set(.photo, update, file, at: avatar.path, reportingTo: &ledger)
        case .failure(let fault):
            try ledger.rejectFile(SourceLocation(file: avatar.path), fault: fault)
        }
    }

    /// Returns a text that fits into a field of the profile, and reports whether it was changed.
    private func fitted(
        _ text: String,
        _ field: TextField,
        of profile: SourceProfile,
        reportingTo ledger: inout ImportLedger
    ) throws -> String {
        let text = text.withoutControls ?? text
        let (start, rest) = text[...]
            .split(fitting: field, reserving: 1) {
                field == .bio ? $0.naming(peopleOf: profile.host) : $0
            }
        guard !rest.isEmpty else { return start }
        let location = SourceLocation(file: profile.file)
        try ledger.add(.other, .changed, location, .shortened(field))
        return "\(start)…"
    }

    private func set(
        _ field: PostImportReport.ProfileField,
        _ update: ProfileUpdate,
        _ avatar: PhotoFile? = nil,
        at path: String,
        reportingTo ledger: inout ImportLedger
    ) async throws {
        do {
            if !isDryRun { try await session.updateProfile(update, avatar: avatar) }
            ledger.result.profileFields.append(field)
        } catch TimelineError.invalidText(let fault) {
            let location = SourceLocation(file: path, position: field.rawValue)
            try ledger.rejectFile(location, fault: EntryError(.invalidText(fault)))
        } catch TimelineError.photoRefused(let fault, let name) {
            let location = SourceLocation(file: path)
            try ledger.rejectFile(location, fault: EntryError(.photoRefused(fault, name: name)))
        }
    }
}

/// The profile of the user whose posts a source contains.
struct SourceProfile: Sendable {
    /// The path of the file with the profile.
    let file: String
    /// The host of the user.
    var host: String?
    /// The display name, or `nil` if the source contains none.
    var displayName: String?
    /// The bio as plain text, or `nil` if the source contains none.
    var bio: String?
    /// The picture of the user, or `nil` if the source has none.
    var avatar: SourceMedia?
}
