package import Texts
package import TypeSafeAPI

/// A verdict in a few plain lines, for programs that show text and nothing else, such as a phone's shortcuts.
package enum PlainAnswer {
    /// Steps and places shown. Those that matter most stand first.
    private static let most = 3

    package static func text(_ response: ScanResponse, in texts: Texts) -> String {
        let words = VerdictWords(texts)
        let head = [words.headline(response), words.certainty(response)].compactMap(\.self)
        var lines = [head.joined(separator: ", "), response.explanation]
        if response.riskLevel == .low { lines.append(texts.say(VerdictText.lowIsNoPromise)) }
        lines += list(.whatToDoNow, response.advice.now, texts)
        lines += list(.whereToReport, response.advice.report.map(VerdictWords.place), texts)
        return lines.map { VisibleText.of($0) + "\n" }.joined()
    }

    package static func text(_ problem: Problem) -> String {
        VisibleText.of("\(problem.title). \(problem.detail)") + "\n"
    }

    private static func list(_ title: DocumentText, _ items: [String], _ texts: Texts) -> [String] {
        guard !items.isEmpty else { return [] }
        let heading = texts.say(DocumentText.heading, ["title": .text(texts.say(title))])
        return [heading] + items.prefix(most).map { "- " + $0 }
    }
}
