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
