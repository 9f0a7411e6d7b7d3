/// `typesafe://scan?auto=true`, as anybody on the machine or any web page can open it. Nothing of it is used but whether it
/// is this link, and whether `auto` is `true`.
struct DeepLink: Equatable {
    private static let lengthLimit = 2_048

    /// Whether the newest screenshot is to be taken without choosing.
    let isAutomatic: Bool

    /// nil for any other link.
    init?(_ text: String) {
        let prefix = "typesafe://scan"
        guard text.utf8.count <= Self.lengthLimit, text.lowercased().hasPrefix(prefix) else { return nil }
        var rest = text.dropFirst(prefix.count)
        if rest.first == "/" { rest.removeFirst() }
        guard rest.isEmpty || rest.first == "?" || rest.first == "#" else { return nil }
        let query = rest.dropFirst().prefix { $0 != "#" }
        let automatic = rest.first == "?" ? query.split(separator: "&").first { $0.hasPrefix("auto=") } : nil
        isAutomatic = automatic == "auto=true"
    }
}
