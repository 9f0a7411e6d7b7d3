import ScanDocuments
import Foundation
import ScamDetection
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
        return readLine()?.trimmingCharacters(in: .whitespaces)
    }
}
