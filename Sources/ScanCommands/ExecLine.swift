/// A program's path as the files that start it want it written.
enum ExecLine {
    /// For `ExecStart=` (systemd.service(5)): the colon keeps `$` from being a variable, `%` is doubled. nil for a path that
    /// systemd starts nothing from: one with quotes, backslashes or control characters.
    static func systemd(_ path: String) -> String? {
        let isRefused = path.unicodeScalars.contains {
            $0 == "\"" || $0 == "'" || $0 == "\\" || $0.value < 0x20 || $0.value == 0x7F
        }
        return isRefused ? nil : ":\"\(path.replacing("%", with: "%%"))\""
    }

    /// For `Exec=` (Desktop Entry Specification 1.5, "The Exec key"): in quotes a backslash before `"`, a backtick, `$` and `\`;
    /// then, as in any string of such a file, each backslash twice; `%` is doubled.
    static func desktopEntry(_ path: String) -> String? {
        guard path.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else { return nil }
        let special: Set<Character> = ["\"", "`", "$", "\\"]
        let quoted = path.map { special.contains($0) ? "\\\($0)" : String($0) }.joined()
        return "\"" + quoted.replacing("\\", with: "\\\\").replacing("%", with: "%%") + "\""
    }
}
