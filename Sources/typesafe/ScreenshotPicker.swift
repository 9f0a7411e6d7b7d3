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

extension ScreenshotFinder {
    /// Time after which reading the newest screenshot is given up. It normally takes 40 ms (Benchmarks/desktop, `fetch`), but
    /// a network mount without its server can block forever.
    private static let timeout = Duration.seconds(5)

    /// Does the same as `newest(around:)` within the time limit, and doesn't block the caller's thread.
    func newestWithinTimeout(around notified: Date?) async throws(CommandFailure) -> PictureFile {
        try await withinTimeout { () throws(ScreenshotFinderError) in try newest(around: notified) }
    }

    /// Reads the picture of a notification, within the time limit too.
    /// - Parameter path: where it was last; nil where that isn't known.
    func pictureWithinTimeout(
        _ reference: PictureReference, at path: String? = nil
    ) async throws(CommandFailure) -> PictureFile {
        try await withinTimeout { () throws(ScreenshotFinderError) in try picture(reference, at: path) }
    }

    private func withinTimeout(
        _ find: @escaping @Sendable () throws(ScreenshotFinderError) -> PictureFile
    ) async throws(CommandFailure) -> PictureFile {
        // Two results may come. The first one is buffered and the second one is dropped.
        let (results, continuation) = AsyncStream.makeStream(
            of: Result<PictureFile, CommandFailure>.self, bufferingPolicy: .bufferingOldest(1))
        // The reading has a thread of its own. A thread that the kernel blocks for ever can then be left behind.
        Thread.detachNewThread {
            do throws(ScreenshotFinderError) {
                continuation.yield(.success(try find()))
            } catch {
                continuation.yield(.failure(.screenshot(error)))
            }
        }
        let timer = Task {
            try await Task.sleep(for: Self.timeout)
            continuation.yield(.failure(.timedOut))
        }
        defer { timer.cancel() }
        for await result in results { return try result.get() }
        throw .timedOut
    }
}
