import Dispatch
import Foundation
package import Logging
package import Outbound
import ScamDetection
import Storage

/// A list that is fetched where its maker offers it.
package struct MemoryFeed: Sendable {
    package let url: OutboundURL
    /// The name of the key that must have signed it.
    package let signer: String

    /// Reads a line for each feed: its URL, a space, and the name of the key. Lines that begin with # are comments.
    package static func read(
        _ text: String, policy: DestinationPolicy
    ) throws(MemoryFeedError) -> [MemoryFeed] {
        var feeds: [MemoryFeed] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let parts = line.split(whereSeparator: \.isWhitespace)
            if parts.isEmpty || line.hasPrefix("#") { continue }
            guard parts.count == 2, let url = try? OutboundURL(String(parts[0]), policy: policy) else {
                throw MemoryFeedError(line: index + 1)
            }
            feeds.append(MemoryFeed(url: url, signer: String(parts[1])))
        }
        return feeds
    }
}

/// A line of the file of feeds that can't be used.
package struct MemoryFeedError: Error, Sendable {
    /// From 1.
    package let line: Int
}

/// Fetches feeds now and then. A fetch takes a thread of its own, and no scan waits for it.
package actor MemoryFeeds {
    private static let pause = Duration.seconds(600)
    /// For the whole list.
    private static let timeLimit = Duration.seconds(120)

    private let feeds: [MemoryFeed]
    private let lists: ListKeeper
    private let settings: TransferSettings
    private let logger: Logger
    private let thread = DispatchQueue(label: "typesafe.feeds", qos: .utility)
    private var tags: [String: String] = [:]
    private var failing: [String: String] = [:]

    package init(_ feeds: [MemoryFeed], _ lists: ListKeeper, _ settings: TransferSettings, _ logger: Logger) {
        (self.feeds, self.lists, self.logger) = (feeds, lists, logger)
        self.settings = {
            var settings = settings
            settings.timeLimit = Self.timeLimit
            return settings
        }()
    }

    /// Fetches all feeds, again and again, until the task is cancelled.
    package func run() async {
        while !Task.isCancelled {
            for feed in feeds { await fetch(feed) }
            try? await Task.sleep(for: Self.pause)
        }
    }

    package func fetch(_ feed: MemoryFeed) async {
        let isUsed = lists.memory.lists.contains { $0.signer == feed.signer }
        let tag = isUsed ? tags[feed.signer] : nil
        var request = OutboundRequest(
            to: feed.url, fields: tag.map { [("If-None-Match", $0)] } ?? [], body: nil)
        // One byte more tells that it is too large.
        request.mostContent = MemoryList.mostBytes + 1
        switch await send(request) {
        case .answered(let answer) where answer.status == 304: tell(nil, of: feed)
        case .answered(let answer) where answer.status == 200:
            do throws(ListRefusal) {
                try await lists.take(Data(answer.content), signer: feed.signer)
                tags[feed.signer] = answer.tag
                tell(nil, of: feed)
            } catch {
                tell("\(error)", of: feed)
            }
        case .answered(let answer): tell("status \(answer.status)", of: feed)
        case .failed(let failure): tell(failure.summary, of: feed)
        }
    }

    private func send(_ request: OutboundRequest) async -> TransferOutcome {
        await withCheckedContinuation { continuation in
            thread.async { [settings] in
                continuation.resume(
                    returning: OutboundTransfer(request, settings: settings)?.perform()
                        ?? .failed(.unreachable))
            }
        }
    }

    /// Logs when a feed begins to fail, fails for another reason, or works again.
    private func tell(_ fault: String?, of feed: MemoryFeed) {
        guard failing[feed.signer] != fault else { return }
        failing[feed.signer] = fault
        let metadata: Logger.Metadata = ["host": "\(feed.url.host)", "list": "\(feed.signer)"]
        if let fault {
            logger.warning(
                "a feed of known scams can't be used", metadata: metadata.merging(["why": "\(fault)"]) { $1 })
        } else {
            logger.notice("a feed of known scams is used again", metadata: metadata)
        }
    }

    /// Why feeds can't be used now, by the names of their keys.
    package var faults: [String: String] { failing }
}
