package import Foundation
package import ScamDetection
import TextAnalysis

/// Writes a fit into rule files. Comments, order and blank lines stay as they are.
package enum RuleFileEditor {
    package enum EditError: Error, Equatable {
        case unreadable(file: String)
        case unwritable(file: String)
        /// The rule's keys don't each stand on a line of their own, so that no line can be added.
        case notBlockStyle(file: String, line: Int?)
        /// No line of `groups.yaml` begins with the key and holds its value.
        case noLine(file: String, key: String)
    }

    private static let fittedKey = "fitted:"
    private static let weightKey = "weight:"
    private static let settingsFile = "groups.yaml"
    /// The beginning of the comment lines that a fit writes and replaces.
    private static let note = "# fit: "

    /// Writes weights into the rule files, and intercept, calibration and bands into `groups.yaml`.
    /// - Parameter notes: comment lines on the data; they replace those of an earlier fit.
    package static func write(
        _ model: FittedModel, rules: [Rule], settings: ScoringSettings, notes: [String], in directory: URL
    ) throws(EditError) {
        var byFile: [String: [(line: Int?, fitted: Double?)]] = [:]
        for (number, rule) in rules.enumerated() {
            let fitted = model.weights.isFitted[number] ? model.weights.values[number] : nil
            byFile[rule.file, default: []].append((rule.line, fitted))
        }
        var texts: [(name: String, text: String)] = []
        for (name, rules) in byFile.sorted(by: { $0.key < $1.key }) {
            let text = try read(name, in: directory)
            texts.append((name, try edited(text, file: name, rules: rules)))
        }
        texts.append(
            (
                settingsFile,
                try edited(
                    try read(settingsFile, in: directory), model: model, ceiling: settings.ceiling,
                    notes: notes)
            ))
        for (name, text) in texts {
            do {
                try Data(text.utf8).write(to: directory.appendingPathComponent(name), options: .atomic)
            } catch {
                throw .unwritable(file: name)
            }
        }
    }

    /// The text of a rule file with new `fitted` lines.
    /// - Parameter rules: the line on which each rule begins and its fitted weight, in the file's order.
    package static func edited(
        _ text: String, file: String, rules: [(line: Int?, fitted: Double?)]
    ) throws(EditError) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        var result: [Substring] = []
        var number = 1
        for (index, rule) in rules.enumerated() {
            guard let start = rule.line, start >= number else {
                throw .notBlockStyle(file: file, line: rule.line)
            }
            result += lines.prefix(start - number)
            lines = lines.dropFirst(start - number)
            let next =
                index + 1 < rules.count ? rules[index + 1].line : number + (start - number) + lines.count
            guard let next, next > start else { throw .notBlockStyle(file: file, line: start) }
            result += try edited(lines.prefix(next - start), fitted: rule.fitted, file: file, line: start)
            lines = lines.dropFirst(next - start)
            number = next
        }
        return (result + lines).joined(separator: "\n")
    }

    private static func edited(
        _ rule: ArraySlice<Substring>, fitted: Double?, file: String, line: Int
    ) throws(EditError) -> [Substring] {
        // All keys stand in the column of the first one, which follows `- `.
        guard let first = rule.first, let dash = first.firstIndex(of: "-"),
            let key = first[dash...].dropFirst().firstIndex(where: { $0 != " " }), first[key] != "{"
        else { throw .notBlockStyle(file: file, line: line) }
        let column = first.distance(from: first.startIndex, to: key)
        let indentation = String(repeating: " ", count: column)
        func isKey(_ line: Substring, _ key: String) -> Bool {
            let lead = line.prefix(column)
            return line.dropFirst(column).hasPrefix(key) && lead.allSatisfy { $0 == " " || $0 == "-" }
        }
        var result = rule.filter { !isKey($0, fittedKey) }
        guard let place = result.firstIndex(where: { isKey($0, weightKey) }) else {
            throw .notBlockStyle(file: file, line: line)
        }
        if let fitted {
            result.insert("\(indentation)\(fittedKey) \(decimal(fitted, places: 2))", at: place + 1)
        }
        return Array(result)
    }

    /// The text of `groups.yaml` with the numbers of the model.
    package static func edited(
        _ text: String, model: FittedModel, ceiling: Double, notes: [String]
    ) throws(EditError) -> String {
        let calibration = model.calibration
        let bands = model.bands.languages.sorted { $0.key < $1.key }
            .map { "\($0.key.code): \(decimal($0.value, places: 4))" }
        let languages = bands.isEmpty ? "" : ", languages: { \(bands.joined(separator: ", ")) }"
        let values = [
            ("intercept:", decimal(model.weights.intercept, places: 3)),
            (
                "calibration:",
                "{ slope: \(decimal(calibration.slope, places: 3)), offset: \(decimal(calibration.offset, places: 3)), "
                    + "ceiling: \(decimal(ceiling, places: 3)) }"
            ),
            (
                "bands:",
                "{ medium: \(decimal(model.bands.medium, places: 4)), high: \(decimal(model.bands.high, places: 4))\(languages) }"
            ),
        ]
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            .filter { !$0.hasPrefix(note) }
        for (key, value) in values {
            guard let place = lines.firstIndex(where: { $0.hasPrefix(key) }),
                lines[place].dropFirst(key.count).contains(where: { $0 != " " })
            else { throw .noLine(file: settingsFile, key: key) }
            lines[place] = "\(key) \(value)"
        }
        guard let place = lines.firstIndex(where: { $0.hasPrefix("intercept:") }) else {
            throw .noLine(file: settingsFile, key: "intercept:")
        }
        lines.insert(contentsOf: notes.map { note + $0 }, at: place)
        return lines.joined(separator: "\n")
    }

    /// Writes the offset of talks' words into `groups.yaml`, into the line of their group.
    package static func write(talkOffset: Double, in directory: URL) throws(EditError) {
        var lines = try read(settingsFile, in: directory)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let key = "\(RuleGroup.talkWords.rawValue):"
        guard let place = lines.firstIndex(where: { $0.drop { $0 == " " }.hasPrefix(key) }),
            let value = lines[place].firstRange(of: /offset: [-0-9.]+/)
        else { throw .noLine(file: settingsFile, key: key) }
        lines[place].replaceSubrange(value, with: "offset: \(decimal(talkOffset, places: 2))")
        do {
            try Data(lines.joined(separator: "\n").utf8)
                .write(to: directory.appendingPathComponent(settingsFile), options: .atomic)
        } catch {
            throw .unwritable(file: settingsFile)
        }
    }

    private static func read(_ name: String, in directory: URL) throws(EditError) -> String {
        guard let data = try? Data(contentsOf: directory.appendingPathComponent(name)),
            let text = String(validating: data, as: UTF8.self)
        else { throw .unreadable(file: name) }
        return text
    }

    /// The value as a decimal number. A zero has no minus sign.
    static func decimal(_ value: Double, places: Int) -> String {
        let text = String(format: "%.\(places)f", value)
        return text.contains(where: { $0 != "-" && $0 != "0" && $0 != "." })
            ? text : text.filter { $0 != "-" }
    }
}
