import AtomicFile
import Foundation

package enum ScreenshotFolders {
    /// Localised names of the folder that GNOME, KDE and Cinnamon create inside the pictures folder.
    private static let names: Set<String> = [
        "Screenshots", "Bildschirmfotos", "Capturas de pantalla", "Captures d’écran", "Captures d'écran",
        "Capturas de tela", "Capturas de ecrã", "Schermate", "Schermafdrukken", "Zrzuty ekranu",
        "Снимки экрана",
        "Знімки екрана", "Skärmbilder", "Skjermbilder", "Skærmbilleder", "Kuvakaappaukset",
        "Snímky obrazovky",
        "Képernyőképek", "Ekran Görüntüleri", "スクリーンショット", "截图", "屏幕截图", "螢幕截圖", "스크린샷", "لقطات الشاشة",
    ]

    /// Returns the folders to watch, the most likely first; some may not exist yet.
    /// - Parameters:
    ///   - chosen: folders that the user named. If there are any, no others are returned.
    ///   - environment: `SCREENSHOT_DIR` and `XDG_SCREENSHOTS_DIR`, which Wayland tools use, come before the pictures folder.
    package static func all(
        chosen: [String] = [], environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> [String] {
        if !chosen.isEmpty { return unique(chosen.map { absolute($0) }) }
        #if canImport(Darwin)
            let location = UserDefaults(suiteName: "com.apple.screencapture")?.string(forKey: "location")
            return [location.map { ($0 as NSString).expandingTildeInPath } ?? NSHomeDirectory() + "/Desktop"]
        #else
            let pictures = picturesFolder(environment)
            let named = ["SCREENSHOT_DIR", "XDG_SCREENSHOTS_DIR"].compactMap { environment[$0] }
            let inside = (try? FileManager.default.contentsOfDirectory(atPath: pictures)) ?? []
            let localised = inside.filter { names.contains($0) }.sorted()
            return unique(
                named.filter { $0.hasPrefix("/") }
                    + (localised.isEmpty ? ["Screenshots"] : localised).map { pictures + "/" + $0 } + [
                        pictures
                    ])
        #endif
    }

    /// The folder in `XDG_PICTURES_DIR`, from the environment or from the file that `xdg-user-dirs` writes; else `~/Pictures`.
    static func picturesFolder(_ environment: [String: String]) -> String {
        let home = home(environment)
        if let folder = environment["XDG_PICTURES_DIR"], folder.hasPrefix("/") { return trimmed(folder) }
        let configuration =
            environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.config"
        // The size limit is 64 KiB. The real file has eight short lines.
        let file = LockedFile(path: configuration + "/user-dirs.dirs", sizeLimit: 65_536)
        let text = file.read().map { String(decoding: $0, as: UTF8.self) } ?? ""
        return picturesFolder(userDirectories: text, home: home) ?? home + "/Pictures"
    }

    /// Parses `user-dirs.dirs`, whose lines are shell assignments such as `XDG_PICTURES_DIR="$HOME/Bilder"`. The last one
    /// counts. Only `$HOME` and absolute paths are allowed; other values are ignored.
    static func picturesFolder(userDirectories text: String, home: String) -> String? {
        var folder: String?
        for line in text.split(separator: "\n") {
            let line = line.drop { $0 == " " || $0 == "\t" }
            let prefix = "XDG_PICTURES_DIR=\""
            guard line.hasPrefix(prefix) else { continue }
            var value = ""
            var isEscaped = false
            for character in line.dropFirst(prefix.count) {
                if !isEscaped, character == "\"" { break }
                if !isEscaped, character == "\\" {
                    isEscaped = true
                    continue
                }
                isEscaped = false
                value.append(character)
            }
            if value == "$HOME" || value.hasPrefix("$HOME/") {
                folder = trimmed(home + value.dropFirst(5))
            } else if value.hasPrefix("/") {
                folder = trimmed(value)
            }
        }
        return folder
    }

    private static func home(_ environment: [String: String]) -> String {
        environment["HOME"].flatMap { $0.hasPrefix("/") ? trimmed($0) : nil } ?? NSHomeDirectory()
    }

    private static func absolute(_ path: String) -> String {
        URL(fileURLWithPath: path).standardizedFileURL.path
    }

    private static func trimmed(_ path: String) -> String {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }

    private static func unique(_ paths: [String]) -> [String] {
        var seen: Set<String> = []
        return paths.filter { seen.insert($0).inserted }
    }
}

/// Whether the screenshot folders can be read. The cases have the names that Apple's photo library uses.
package enum AuthorizationStatus: String, Sendable, CaseIterable {
    /// The user configured nothing, and none of the default folders exists.
    case notDetermined = "not_determined"
    /// All folders that exist can be read.
    case authorized
    /// Some of the existing folders can be read and some can't.
    case limited
    case denied

    /// - Parameter isConfigured: whether the user named folders or changed a setting.
    package init(_ folders: [FolderAccess], isConfigured: Bool) {
        let readable = folders.filter { $0.state == .readable }.count
        let refused = folders.filter { $0.state == .unreadable }.count
        switch (readable, refused) {
        case (1..., 0): self = .authorized
        case (1..., _): self = .limited
        case (_, 1...): self = .denied
        default: self = isConfigured ? .denied : .notDetermined
        }
    }
}

/// A folder for screenshots, and whether its files can be listed.
package struct FolderAccess: Encodable, Equatable, Sendable {
    package enum State: String, Encodable, Sendable, CaseIterable {
        case readable, unreadable, missing
    }

    package let path: String
    package let state: State

    package init(path: String, state: State) {
        self.path = path
        self.state = state
    }

    package init(path: String) {
        self.path = path
        var status = stat()
        if stat(path.filePath, &status) != 0 {
            state = errno == ENOENT || errno == ENOTDIR ? .missing : .unreadable
        } else if status.st_mode & S_IFMT != S_IFDIR {
            state = .missing
        } else {
            state = access(path.filePath, R_OK | X_OK) == 0 ? .readable : .unreadable
        }
    }

    package static func of(_ paths: [String]) -> [FolderAccess] { paths.map { FolderAccess(path: $0) } }

    /// The command that makes folders readable, for the user to copy.
    package static func permission(_ folders: [String]) -> String {
        "chmod u+rx " + folders.map { "'\($0.replacing("'", with: #"'\''"#))'" }.joined(separator: " ")
    }
}
