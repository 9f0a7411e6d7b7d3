import ArgumentParser
import SystemSupport

/// `typesafe-server healthcheck`: asks a running server whether it is alive, for containers without curl.
struct HealthCheckCommand: ConfigurableCommand {
    static let settings: [any ParsableArguments.Type] = [ListeningSettings.self]

    static let configuration = CommandConfiguration(
        commandName: "healthcheck",
        abstract: "Exits with 0 if a server is alive at --address and --port, else with 1.")

    /// Seconds until an answer; Docker's health check gives up after 3 s.
    private static let timeLimit = 2

    @OptionGroup var listening: ListeningSettings

    func run() throws {
        let request = "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        guard let address = listening.localAddress,
            let answer = try? BlockingClient.exchange(
                Array(request.utf8), with: address, timeoutSeconds: Self.timeLimit),
            answer.starts(with: "HTTP/1.1 200 ".utf8)
        else { throw ExitCode.failure }
    }
}
