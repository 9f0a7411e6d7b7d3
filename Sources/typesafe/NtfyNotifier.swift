import Foundation
import ScreenshotDetection
import Texts
import TypeSafeAPI

#if os(Linux)
    import Outbound
    import ScanDocuments

    /// Passes verdicts on to a person's ntfy topic, in their order and one at a time, so that nobody waits for it. What it sends never has
    /// a word of the message.
    final class NtfyNotifier: Sendable {
        /// Largest number of verdicts that wait. Nobody reads more of them on a phone.
        private static let waitingLimit = 32
        /// Number of attempts for each verdict, with waits between them that double up to the longest: four minutes in all. After
        /// that, the person is at the computer or the phone has no network.
        private static let attempts = 8
        private static let firstWait = Duration.seconds(2)
        private static let longestWait = Duration.seconds(120)
        /// Time that what waits gets when `watch` ends.
        private static let endTime = Duration.seconds(2)

        private let waiting: AsyncStream<ScanResponse>.Continuation
        private let sender: PushSender
        private let sending: Task<Void, Never>

        init(_ target: NtfyTarget) {
            let (verdicts, waiting) = AsyncStream.makeStream(
                of: ScanResponse.self, bufferingPolicy: .bufferingNewest(Self.waitingLimit))
            self.waiting = waiting
            var settings = PushSettings()
            // It is the person's own server, wherever that is.
            settings.transfer.policy = DestinationPolicy(allowsLocal: true, allowsHTTP: target.topic.isPlain)
            let sender = PushSender(settings)
            self.sender = sender
            sending = Task {
                let address = PushAddress.ntfy(url: target.topic.url, token: target.token)
                for await verdict in verdicts {
                    await Self.send(Self.content(of: verdict), to: address, sender)
                }
            }
        }

        /// Takes a verdict over. It returns at once.
        func pass(_ verdict: ScanResponse) {
            if case .dropped = waiting.yield(verdict) { Self.tell(.notifyTooMany) }
        }

        /// Sends what waits, as far as there is time.
        func finish() async {
            waiting.finish()
            let limit = Task { [sending, sender] in
                guard (try? await Task.sleep(for: Self.endTime)) != nil else { return }
                sending.cancel()
                // What is being sent ends with the connections.
                sender.stop()
            }
            await sending.value
            limit.cancel()
            sender.stop()
        }

        private static func content(of verdict: ScanResponse) -> PushContent {
            let notice = ScanNotice(verdict.riskLevel, verdict.scamType, in: UserTexts.current)
            return PushContent(
                phase: .alert, scanID: verdict.scanID, state: .done, percent: 100,
                level: verdict.riskLevel.rawValue, scamType: verdict.scamType.rawValue, title: notice.title,
                body: notice.body, at: verdict.timestamp, sequence: 0)
        }

        /// Sends until it is delivered or given up, which the person is told. A reason holds neither address nor token.
        private static func send(_ content: PushContent, to address: PushAddress, _ sender: PushSender) async
        {
            let id = UUID()
            var wait = firstWait
            for attempt in 1...attempts {
                switch await sender.send(content, to: address, id: id) {
                case .delivered: return
                case .gone(let reason), .refused(let reason): return tell(.notifyFailed, reason)
                case .retry(let asked, let reason):
                    guard attempt < attempts else { return tell(.notifyFailed, reason) }
                    let pause = min(max(asked ?? .zero, wait), longestWait)
                    guard (try? await Task.sleep(for: pause)) != nil else {
                        return tell(.notifyFailed, reason)
                    }
                    wait = min(wait * 2, longestWait)
                }
            }
        }

        private static func tell(_ key: CommandText, _ reason: String = "") {
            StandardError.line("typesafe: " + UserTexts.say(key, ["reason": .text(reason)]))
        }
    }
#else
    /// Passing verdicts on needs what is written for Linux alone.
    final class NtfyNotifier: Sendable {
        init(_ target: NtfyTarget) {}

        func pass(_ verdict: ScanResponse) {
            StandardError.line(
                "typesafe: " + UserTexts.say(.notifyFailed, ["reason": .text("Linux only")]))
        }

        func finish() async {}
    }
#endif
