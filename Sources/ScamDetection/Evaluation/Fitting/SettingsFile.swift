package import Foundation

/// Writes a fit into a folder of rules: `text.model`, and its numbers into `groups.yaml`, whose comments and order stay as they are.
package enum SettingsFile {
    package enum EditError: Error, Equatable {
        case unreadable(file: String)
        case unwritable(file: String)
        /// No line of the file begins with the key.
        case noLine(file: String, key: String)
    }

    private static let name = "groups.yaml"
    /// The beginning of the comment lines that a fit writes and replaces.
    private static let note = "# fit: "

    /// - Parameter notes: comment lines on the data; they replace those of an earlier fit.
    package static func write(_ fit: ModelFit, notes: [String], in directory: URL) throws(EditError) {
        let file = directory.appendingPathComponent(name)
        guard let data = try? Data(contentsOf: file), let text = String(validating: data, as: UTF8.self)
        else {
            throw .unreadable(file: name)
        }
        let edited = try edited(text, fit.settings, notes: notes)
        do { try Data(edited.utf8).write(to: file, options: .atomic) } catch { throw .unwritable(file: name) }
        let model = directory.appendingPathComponent(TextModel.fileName)
        do { try Data(fit.model.bytes).write(to: model, options: .atomic) } catch {
            throw .unwritable(file: TextModel.fileName)
        }
    }

    /// The text of `groups.yaml` with the numbers of the settings.
    static func edited(
        _ text: String, _ settings: ScoringSettings, notes: [String]
    ) throws(EditError) -> String {
        let values = [
            (
                "calibration:",
                "{ slope: \(decimal(settings.slope, 3)), offset: \(decimal(settings.offset, 3)), "
                    + "ceiling: \(decimal(settings.ceiling, 3)) }"
            ),
            (
                "bands:",
                "{ medium: \(decimal(settings.mediumBand, 4)), high: \(decimal(settings.highBand, 4)) }"
            ),
        ]
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            .filter { !$0.hasPrefix(note) }
        for (key, value) in values {
            guard let place = lines.firstIndex(where: { $0.hasPrefix(key) }) else {
                throw .noLine(file: name, key: key)
            }
            lines[place] = "\(key) \(value)"
        }
        let place = lines.firstIndex { $0.hasPrefix("decisive_weight:") } ?? 0
        lines.insert(contentsOf: notes.map { note + $0 }, at: place)
        return lines.joined(separator: "\n")
    }

    private static func decimal(_ value: Double, _ places: Int) -> String {
        String(format: "%.\(places)f", value)
    }
}
