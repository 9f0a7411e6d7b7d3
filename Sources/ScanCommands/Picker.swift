import Foundation
import ScreenshotDetection

/// Choosing one of the recent screenshots: a numbered list above, the choice on the prompt line. Numbers or arrow keys.
struct Picker {
    enum Answer: Equatable {
        case picked(Candidate)
        case cancelled
    }

    /// One digit chooses one.
    static let limit = 9

    let candidates: [Candidate]
    private var selected = 0

    /// nil where there is nothing to choose from.
    init?(_ candidates: [Candidate]) {
        guard !candidates.isEmpty else { return nil }
        self.candidates = Array(candidates.prefix(Self.limit))
    }

    func list(now: Date) -> [String] {
        candidates.enumerated().map { "  \($0.offset + 1)  \(Self.line($0.element, now))" }
    }

    func prompt(now: Date) -> String {
        "Scan \(selected + 1) (\(Self.line(candidates[selected], now)))?  [↑↓ 1-\(candidates.count)] choose  [Enter] scan  [q] cancel"
    }

    private static func line(_ candidate: Candidate, _ now: Date) -> String {
        let name = Wording.plain((candidate.path as NSString).lastPathComponent)
        let age = Wording.age(now.timeIntervalSince(candidate.identity.modified))
        return "\(name)  \(age)  \(Wording.size(candidate.identity.size))"
    }

    /// nil: not decided yet.
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

/// What is said where something automatic didn't work and the picker comes instead.
enum FallbackWords {
    static func text(_ failure: CommandFailure) -> String {
        switch failure {
        case .fetch(.denied(let folders)):
            "Enable access to \(folders.joined(separator: ", ")) for automatic scanning: chmod u+rx FOLDER"
        case .fetch(.notFound): "Screenshot not found. Opening manual picker..."
        case .fetch(.file(_, .missing)): "The screenshot was deleted. Select manually."
        case .fetch(.file(_, .incomplete)): "The screenshot is cut off. Select manually."
        case .fetch(.file(_, .changing)): "The screenshot was replaced. Select manually."
        default: "Couldn't load screenshot automatically. Select manually."
        }
    }
}
