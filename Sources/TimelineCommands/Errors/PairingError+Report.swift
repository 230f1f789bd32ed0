import TimelineSync

extension PairingError: ReportableError {
    var code: String {
        switch self {
        case .codeLength, .codeCharacter, .codeCheck: "invalid-code"
        case .notSealedFile, .filePurpose, .fileTooLong, .truncatedFile, .malformedContents,
            .wrongRootKey, .invalidContents:
            "file-unreadable"
        case .fileVersion, .contentsVersion, .linkVersion: "made-by-newer-version"
        case .wrongSecret: "wrong-password"
        case .sealingFailed: "sealing-failed"
        case .invalidAddress, .addressCount, .addressScheme: "invalid-address"
        case .notInvitationLink, .linkTooLong, .malformedLink, .invalidUsername: "invalid-link"
        }
    }

    var description: String {
        switch self {
        case .codeLength(let count):
            DeviceText.codeLength(count, of: PairingCode.characterCount)
        case .codeCharacter(let character): DeviceText.codeCharacter(character)
        case .codeCheck: DeviceText.codeCheck
        case .notSealedFile, .filePurpose, .fileTooLong: DeviceText.notSealed
        case .truncatedFile, .malformedContents, .wrongRootKey, .invalidContents:
            DeviceText.damaged
        case .fileVersion, .contentsVersion: DeviceText.newer
        case .wrongSecret: DeviceText.wrongCode
        case .sealingFailed: DeviceText.sealingFailed
        case .invalidAddress, .addressScheme: InviteText.invalidAddress
        case .addressCount: InviteText.addressCount(PairingLimits.linkAddresses)
        case .notInvitationLink, .linkTooLong, .malformedLink, .invalidUsername:
            InviteText.damaged
        case .linkVersion: InviteText.newerVersion
        }
    }

    var hint: String? { nil }

    var exitCode: Int32 {
        switch self {
        case .wrongSecret: 77
        case .sealingFailed: 74
        default: 65
        }
    }
}
