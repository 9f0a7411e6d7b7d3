import Foundation
import ScamDetection
import ScanDocuments
import Texts
import TypeSafeAPI

/// The dialog of `rules review` at a terminal: one feedback after the other, and a letter for what to do with it.
struct ReviewSession {
    let folder: FeedbackFolder
    /// The file to which `f` adds; nil where none was named.
    let proposal: FitProposal?
    let detector: ScamDetector

    private enum Step { case next, again, quit }

    func walk(_ names: [FeedbackName]) throws(Failure) {
        if names.isEmpty { return print("No feedback.") }
        for (index, name) in names.enumerated() {
            guard let entry = RulesReviewCommand.entry(name, in: folder, by: detector) else { continue }
            print("\n\(index + 1) of \(names.count)  " + entry.lines.joined(separator: "\n"))
            var step = Step.again
            while step == .again {
                step = try act(on: entry, name, as: ask("[e]xample, [f]it again, [s]kip, [d]elete, [q]uit: "))
            }
            if step == .quit { return }
        }
    }

    /// - Parameter answer: nil at the end of the input.
    private func act(
        on entry: ReviewEntry, _ name: FeedbackName, as answer: String?
    ) throws(Failure) -> Step {
        switch answer {
        case nil, "q": return .quit
        case "s", "": return .next
        case "d":
            guard (try? folder.delete(name.id)) != nil else {
                print("It can't be deleted.")
                return .again
            }
            return .next
        case "e":
            writeExample(entry)
            return .again
        case "f":
            try propose(entry)
            return .again
        default: return .again
        }
    }

    /// Prints the message as an example: one that the strongest rule must not match, or that a rule the author names must.
    private func writeExample(_ entry: ReviewEntry) {
        guard let text = entry.text else { return print("No text was sent with it.") }
        let rules = Dictionary(detector.rules.map { ($0.id, $0) }) { first, _ in first }
        let rule: Rule?
        switch entry.shouldBe {
        case .legit:
            // The strongest finding may be that of the learned words, which belong to no rule.
            rule = entry.now?.findings.lazy.filter { $0.weight > 0 }.compactMap { rules[$0.rule] }.first
        case .scam: rule = ask("id of the rule that must match it: ").flatMap { rules[$0] }
        }
        guard let rule else {
            return print(entry.shouldBe == .legit ? "No rule speaks for a scam." : "There is no such rule.")
        }
        print(ExampleLine.text(text, for: rule, isMatch: entry.shouldBe == .scam))
    }

    private func propose(_ entry: ReviewEntry) throws(Failure) {
        guard let proposal else { return print("Name a file for it with --proposal.") }
        guard let text = entry.text else { return print("No text was sent with it.") }
        let isNew = try proposal.add(entry, text: text)
        print(isNew ? "Added to the proposal." : "The proposal holds it already.")
    }

    private func ask(_ question: String) -> String? {
        print(question, terminator: "")
        // A question without a line break would stay in the buffer.
        fflush(nil)
        return CommandRunner.reading { readLine() }?.trimmingCharacters(in: .whitespaces)
    }
}

/// One kept feedback, with what the current rules say of its text.
struct ReviewEntry: Encodable {
    /// What a server's verdict said.
    struct Said: Encodable {
        var riskLevel: String
        var scamProbability: Double?
        var rules: [String]
        var rulesVersion: String
    }

    struct Weighed: Encodable {
        var rule: String
        var title: String
        var weight: Double
        var quote: String
    }

    /// What the current rules say.
    struct Now: Encodable {
        var riskLevel: String
        var scamProbability: Double
        var rulesVersion: String
        /// The findings, the strongest first.
        var findings: [Weighed]
    }

    var id: UUID
    var day: String
    var shouldBe: ExpectedVerdict
    var said: Said
    /// Nil without a text.
    var now: Now?
    var text: String?

    init(_ name: FeedbackName, _ record: FeedbackRecord, by detector: ScamDetector) {
        id = name.id
        day = name.day
        shouldBe = record.shouldBe
        said = Said(
            riskLevel: record.riskLevel.rawValue, scamProbability: record.scamProbability,
            rules: record.rules, rulesVersion: record.rulesVersion)
        text = record.text
        now = record.text.map { text in
            let verdict = detector.verdict(on: detector.analyze(text))
            return Now(
                riskLevel: verdict.riskLevel.rawValue, scamProbability: verdict.scamProbability,
                rulesVersion: verdict.rulesVersion,
                findings: verdict.findings.map {
                    Weighed(
                        rule: $0.rule, title: UserTexts.current.say($0.reason), weight: $0.weight,
                        quote: $0.quote)
                })
        }
    }

    /// The entry for people, a line each. Everything in a file is text from outside.
    var lines: [String] {
        var lines = [
            "\(day)  \(id.uuidString.lowercased())  should be \(shouldBe.rawValue)",
            "  said  \(Self.level(said.riskLevel, said.scamProbability)), rules \(said.rulesVersion)",
        ]
        if let now {
            lines.append(
                "  now   \(Self.level(now.riskLevel, now.scamProbability)), rules \(now.rulesVersion)")
            lines += now.findings.map { finding in
                "    " + FiguresTable.right(String(format: "%+.2f", finding.weight), 5) + "  "
                    + FiguresTable.pad(finding.rule, 40) + finding.title
                    + (finding.quote.isEmpty ? "" : "  “\(finding.quote)”")
            }
        } else {
            lines += said.rules.map { "    \($0)" }
        }
        lines = lines.map(TerminalText.visible)
        guard let text else { return lines + ["  no text was sent with it"] }
        return lines
            + text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { "  | " + TerminalText.visible(String($0)) }
    }

    private static func level(_ level: String, _ probability: Double?) -> String {
        level + (probability.map { " (\(FiguresTable.share($0)))" } ?? "")
    }
}

/// A message as an example of a rule, in the form of a rule file.
enum ExampleLine {
    /// The lines to put into a rule's examples.
    /// - Parameter isMatch: whether the rule must match the message, or must not.
    static func text(_ message: String, for rule: Rule, isMatch: Bool) -> String {
        """
        # \(rule.file)\(rule.line.map { ":\($0)" } ?? ""), \(rule.id), under \(isMatch ? "match" : "no_match").
        # Examples are published with the rules, so put it into your own words.
                - \(quoted(message))
        """
    }

    /// The message as a YAML scalar in double quotes, on one line. What can't be seen is escaped, for YAML and for terminals.
    static func quoted(_ message: String) -> String {
        var text = "\""
        for scalar in message.unicodeScalars {
            switch scalar {
            case "\"", "\\": text += "\\" + String(scalar)
            case "\n": text += "\\n"
            default:
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned:
                    let digits = String(scalar.value, radix: 16, uppercase: true)
                    text += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
                default: text.unicodeScalars.append(scalar)
                }
            }
        }
        return text + "\""
    }
}
