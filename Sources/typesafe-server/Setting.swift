import ArgumentParser
import Foundation

/// A flag that may also be given as an environment variable. Its declaration as an `@Option` gives the name, the default and
/// the meaning.
struct Setting {
    /// The flag's name without dashes, such as `retention-days`.
    let name: String
    /// The default as the help shows it; nil where the flag has none.
    let defaultValue: String?
    let meaning: String

    var flag: String { "--" + name }

    /// Whether the flag may be given without a value, which then is `true`.
    var isSwitch: Bool { defaultValue == "false" }

    var environmentVariable: String { Self.environmentVariable(of: name) }

    static func environmentVariable(of name: String) -> String {
        "TYPESAFE_" + name.uppercased().replacing("-", with: "_")
    }

    /// Lists the options of a group in the order of their declaration.
    static func all(of group: any ParsableArguments.Type) -> [Setting] {
        // The description that `--experimental-dump-help` prints: ArgumentParser's one public list of options.
        let json = Data(group._dumpHelp().utf8)
        let options = (try? JSONDecoder().decode(HelpDump.self, from: json))?.command.arguments ?? []
        return options.compactMap { option in
            guard option.kind == "option", let name = option.preferredName?.name else { return nil }
            return Setting(name: name, defaultValue: option.defaultValue, meaning: option.abstract ?? "")
        }
    }

    /// Part of ArgumentParser's `ToolInfoV0`.
    private struct HelpDump: Decodable {
        struct Command: Decodable {
            let arguments: [Argument]?
        }

        struct Argument: Decodable {
            struct Name: Decodable {
                let name: String
            }

            let kind: String
            let preferredName: Name?
            let defaultValue: String?
            let abstract: String?
        }

        let command: Command
    }
}

/// A command with options that may be given as environment variables.
protocol ConfigurableCommand: ParsableCommand {
    /// The groups that hold these options.
    static var settings: [any ParsableArguments.Type] { get }
}
