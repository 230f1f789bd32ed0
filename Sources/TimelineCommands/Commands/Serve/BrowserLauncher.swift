#if Server
import Foundation

/// Functions that open pages in the user's browser.
enum BrowserLauncher {
    /// Opens a page, if the system has a program for it.
    ///
    /// Failures are ignored, because the user can open the page by hand.
    static func open(_ url: URL) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        #if canImport(Darwin)
        process.arguments = ["open", url.absoluteString]
        #else
        process.arguments = ["xdg-open", url.absoluteString]
        #endif
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        // The address has been printed, so the user can open it by hand if this fails.
        try? process.run()
    }
}
#endif
