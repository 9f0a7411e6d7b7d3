import ArgumentParser
import Foundation
import Glibc
import OCR
import ScanService

/// `typesafe-server keys`: adds, lists and removes the keys of the key file. A running server takes changes up by itself.
struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Adds, lists and removes the API keys of the server.",
        discussion: """
            The file holds the keys' hashes, never the keys. A running server takes changes up within a second, or at \
            once on SIGHUP.

            The file is named by --keys or TYPESAFE_KEYS. Exit codes: 0 done, 64 wrong usage, 78 the key file can't be used.
            """,
        subcommands: [Add.self, List.self, Remove.self])

    struct Add: KeyFileCommand {
        static let configuration = CommandConfiguration(
            abstract: "Makes a key, stores its hash and prints the key: the only time it can be seen.")

        @Argument(help: "Stands for the key in logs: letters, digits, `.`, `_`, `-`.")
        var name: String

        @Option(
            help: ArgumentHelp(
                "What it may do: scan, read, feedback and admin, joined by commas.", valueName: "scopes")
        )
        var scope: Scopes

        @Option(help: ArgumentHelp("Days until it expires (default: never).", valueName: "days"))
        var expires: Int?

        @Option(help: ArgumentHelp("Units a minute, in place of the server's --rate.", valueName: "number"))
        var rate: Int?

        @Option(
            help: ArgumentHelp(
                "Prints the server's URL with the key in it, also as a QR code, for an app that can be given a URL only.",
                valueName: "url"))
        var asURL: ServerURL?

        @OptionGroup var file: KeyFileSettings

        private static let secondsPerDay: TimeInterval = 86_400
        /// Longest life of a key: a hundred years, so that dates have four digits.
        private static let maxDays = 36_500

        func validate() throws {
            guard KeyRecord.isName(name) else {
                throw ValidationError("a name has 1 to 64 letters, digits, `.`, `_` and `-`")
            }
            guard expires.map((1...Self.maxDays).contains) ?? true else {
                throw ValidationError("--expires takes 1 to \(Self.maxDays) days")
            }
            guard rate.map(KeyRecord.unitsPerMinuteRange.contains) ?? true else {
                throw ValidationError("--rate takes 1 to \(KeyRecord.unitsPerMinuteRange.upperBound)")
            }
        }

        func run() throws {
            let key = APIKey()
            let now = Date()
            try change { (file) throws(KeyFileError) in
                try file.add(
                    KeyRecord(
                        name: name, key: key, scopes: scope.values, created: now,
                        expires: expires.map { now + TimeInterval($0) * Self.secondsPerDay },
                        unitsPerMinute: rate))
            }
            guard let asURL else { return print(key.text) }
            let url = asURL.text(with: key)
            print(url)
            guard let code = QRCode(url) else { return }
            TerminalQRCode(code, isColored: isatty(STDOUT_FILENO) == 1).lines.forEach { print($0) }
        }
    }

    struct List: KeyFileCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prints headings, and a line a key: name, scopes, created, expires, rate.")

        @OptionGroup var file: KeyFileSettings

        func run() throws {
            let now = Date()
            let keys = try change { (file) throws(KeyFileError) in try file.read() }
            print("name", "scopes", "created", "expires", "rate", separator: "\t")
            for key in keys {
                let expires = key.expires.map { $0.formatted(.iso8601) } ?? "-"
                let rate = key.unitsPerMinute.map(String.init) ?? "-"
                print(
                    key.name, KeyRecord.text(of: key.scopes), key.created.formatted(.iso8601),
                    key.isExpired(at: now) ? "\(expires) (expired)" : expires, rate, separator: "\t")
            }
        }
    }

    struct Remove: KeyFileCommand {
        static let configuration = CommandConfiguration(abstract: "Removes a key: it opens nothing any more.")

        @Argument(help: "The key's name.")
        var name: String

        @OptionGroup var file: KeyFileSettings

        func run() throws {
            try change { (file) throws(KeyFileError) in try file.remove(name: name) }
        }
    }

    /// The URL by which clients reach the server. It has TLS, except on this machine: otherwise everybody on the way would read the key.
    struct ServerURL: ExpressibleByArgument {
        /// Largest length in bytes. The QR code of a longer URL is too large for a terminal.
        private static let maxLength = 200
        private static let local: Set<String> = ["localhost", "127.0.0.1", "[::1]"]

        private let text: String

        init?(argument: String) {
            guard argument.utf8.count <= Self.maxLength,
                argument.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
                let parts = URLComponents(string: argument), parts.string == argument,
                let host = parts.host, !host.isEmpty,
                parts.scheme == "https" || parts.scheme == "http" && Self.local.contains(host),
                parts.user == nil, parts.query == nil, parts.fragment == nil
            else { return nil }
            text = argument
        }

        /// The URL ends in a slash, without which a browser would look for the page's files beside the key. Apps may put another one after it.
        func text(with key: APIKey) -> String {
            text + (text.hasSuffix("/") ? "" : "/") + "k/" + key.text + "/"
        }
    }

    /// Scopes joined by commas, such as `scan,read`.
    struct Scopes: ExpressibleByArgument {
        let values: Set<AccessScope>

        init?(argument: String) {
            let scopes = argument.split(separator: ",", omittingEmptySubsequences: false)
                .map { AccessScope(rawValue: String($0)) }
            guard !scopes.contains(nil) else { return nil }
            values = Set(scopes.compactMap { $0 })
        }
    }
}

/// A command that works on the key file.
protocol KeyFileCommand: ConfigurableCommand {
    var file: KeyFileSettings { get }
}

extension KeyFileCommand {
    static var settings: [any ParsableArguments.Type] { [KeyFileSettings.self] }

    fileprivate func change<T>(_ body: (KeyFile) throws(KeyFileError) -> T) throws -> T {
        guard let path = file.path else {
            throw ValidationError("name the key file with --keys or TYPESAFE_KEYS")
        }
        do throws(KeyFileError) {
            return try body(KeyFile(path: path))
        } catch {
            throw CommandFailure.configuration("\(error)")
        }
    }
}

/// A QR code as lines of a terminal. A character shows two modules, one above the other: a half block paints a light one.
struct TerminalQRCode {
    /// Light modules around the code, which ISO/IEC 18004 asks for.
    private static let quietZone = 4
    // White on black, of the 256 fixed colours: a theme may change the first sixteen, and what it writes with and on.
    private static let colors = "\u{1B}[38;5;231;48;5;16m"
    private static let reset = "\u{1B}[0m"

    let lines: [String]

    /// - Parameter isColored: whether the lines set their colours. Without, the code has its right colours where the terminal writes
    ///   light on dark, and is inverted on others.
    init(_ code: QRCode, isColored: Bool) {
        let range = -Self.quietZone..<(code.side + Self.quietZone)
        lines = stride(from: range.lowerBound, to: range.upperBound, by: 2).map { y in
            let line = String(range.map { x in Self.character(code, x, y) })
            return isColored ? Self.colors + line + Self.reset : line
        }
    }

    private static func character(_ code: QRCode, _ x: Int, _ y: Int) -> Character {
        switch (code.isDark(x: x, y: y), code.isDark(x: x, y: y + 1)) {
        case (false, false): "█"
        case (false, true): "▀"
        case (true, false): "▄"
        case (true, true): " "
        }
    }
}
