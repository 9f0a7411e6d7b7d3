import Foundation

/// Shows on a terminal that something is under way, once it takes longer than a moment.
enum Spinner {
    /// Time after which a person begins to wonder whether anything happens.
    private static let delay = Duration.milliseconds(300)
    private static let frame = Duration.milliseconds(100)

    /// Runs `body`, and meanwhile shows `title` with a turning mark on standard error, where that is a terminal.
    static func during<Value: Sendable>(
        _ title: String, _ body: () async -> Value
    ) async -> Value {
        let spinning = Task {
            try await Task.sleep(for: delay)
            for mark in 0... {
                StandardError.progress("\(Array("|/-\\")[mark % 4]) \(title)")
                try await Task.sleep(for: frame)
            }
        }
        let value = await body()
        spinning.cancel()
        _ = await spinning.result
        StandardError.progress("")
        return value
    }
}
