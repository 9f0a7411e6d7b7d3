import Foundation
import ScanDocuments
import ScreenshotDetection
import Texts

/// A menu of recent screenshots: a numbered list, and a prompt line with the selected one. Numbers and arrow keys select.
struct ScreenshotPicker {
    enum Answer: Equatable {
        case picked(Candidate)
        case cancelled
    }

    /// Largest number of screenshots in the menu, so that one digit selects any of them.
    static let limit = 9

    /// Columns that a name has in the prompt, so that the keys after it fit into 80 columns.
    private static let promptedName = 20

    let candidates: [Candidate]
    private var selected = 0

    /// Creates a menu.
    /// - Returns: nil where there are no screenshots to choose from.
    init?(_ candidates: [Candidate]) {
        guard !candidates.isEmpty else { return nil }
        self.candidates = Array(candidates.prefix(Self.limit))
    }

    func list(now: Date) -> [String] {
        candidates.enumerated().map { "  \($0.offset + 1)  \(Self.line($0.element, now))" }
    }

    var prompt: String {
        UserTexts.say(
            .pickPrompt,
            [
                "number": .number(selected + 1), "count": .number(candidates.count),
                "screenshot": .text(
                    TerminalWidth.cut(Self.name(of: candidates[selected]), to: Self.promptedName)),
            ])
    }

    private static func name(of candidate: Candidate) -> String {
        VisibleText.of((candidate.path as NSString).lastPathComponent)
    }

    private static func line(_ candidate: Candidate, _ now: Date) -> String {
        let age = TextFormat.age(now.timeIntervalSince(candidate.identity.modified))
        return "\(name(of: candidate))  \(age)  \(TextFormat.size(candidate.identity.size))"
    }

    /// Handles a key.
    /// - Returns: the answer; nil while the user hasn't decided.
    mutating func press(_ key: Keyboard.Key) -> Answer? {
        switch key {
        case .up: selected = max(0, selected - 1)
        case .down: selected = min(candidates.count - 1, selected + 1)
        case .enter: return .picked(candidates[selected])
        case .escape, .character("q"): return .cancelled
        case .character(let character):
            guard let number = character.wholeNumberValue, (1...candidates.count).contains(number) else {
                return nil
            }
            return .picked(candidates[number - 1])
        }
        return nil
    }
}
