import Crypto
import Foundation
import HTTPServer
import HTTPTypes
import Logging
import Outbound
import ScamDetection
import Storage
import Synchronization
import SystemSupport
import TestSupport
import Testing
import WebhookReceiver

@testable import ScanService

/// Lists that are fetched from a real server.
@Suite("Feeds of known scams")
struct MemoryFeedTests {
    private let key: MemoryKey
    private let signer = Curve25519.Signing.PrivateKey()
    private let lists: ListKeeper
    private let path = FileManager.default.temporaryDirectory.appendingPathComponent("feeds-\(UUID())").path
    private let policy = DestinationPolicy(allowsLocal: true)

    private final class Answers: Sendable {
        let next = Mutex<ServerResponse>(ServerResponse(status: .noContent))
    }

    init() throws {
        key = try #require(MemoryKey(0..<16))
        lists = ListKeeper(
            MessageMemory(key: key), MemoryListFolder(path: path), signer: signer,
            Logger(label: "memory") { _ in SwiftLogNoOpLogHandler() })
    }

    private func list(made: Int) throws -> [UInt8] {
        Array(
            try MemoryList.signed(
                [], name: "hotline \(made)", made: made, expires: .max, key: key, by: signer))
    }

    @Test(
        "A later list replaces one, an unchanged one isn't sent again, and nothing else changes what is used")
    func fetched() async throws {
        let answers = Answers()
        let receiver = try WebhookReceiver { _, _ in answers.next.withLock { $0 } }
        let text = "# the city's\n\n\(receiver.url()) \(MemoryList.name(of: signer.publicKey))\n"
        let feed = try #require(try MemoryFeed.read(text, policy: policy).first)
        var settings = TransferSettings()
        settings.policy = policy
        let feeds = MemoryFeeds(
            [feed], lists, settings, Logger(label: "feeds") { _ in SwiftLogNoOpLogHandler() })
        func fetch(_ response: ServerResponse) async -> String? {
            answers.next.withLock { $0 = response }
            await feeds.fetch(feed)
            return await feeds.faults[feed.signer]
        }
        func ok(_ content: [UInt8], tag: String? = nil) -> ServerResponse {
            var response = ServerResponse(status: .ok, contentType: "application/x-ndjson", body: content)
            if let tag { response.head.headerFields[.eTag] = tag }
            return response
        }
        func used() -> [String] { lists.memory.lists.map(\.name) }

        #expect(await fetch(ServerResponse(status: .notFound)) == "status 404")
        #expect(used().isEmpty)
        #expect(await fetch(ok(try list(made: 2), tag: #""two""#)) == nil && used() == ["hotline 2"])
        #expect(await fetch(ServerResponse(status: .notModified)) == nil)
        #expect(receiver.messages.last?.fields["if-none-match"] == #""two""#)
        var moved = ServerResponse(status: .found)
        moved.head.headerFields[.location] = receiver.url()
        for (response, fault) in [
            (moved, "status 302"), (ok(try list(made: 1)), "older"), (ok(Array("{}\n".utf8)), "signature"),
            (ok([UInt8](repeating: 0x20, count: MemoryList.mostBytes + 5)), "tooLarge"),
        ] {
            let count = receiver.messages.count
            #expect(await fetch(response)?.contains(fault) == true, "\(fault)")
            #expect(used() == ["hotline 2"] && receiver.messages.count == count + 1)
        }
        #expect(await fetch(ok(try list(made: 3))) == nil && used() == ["hotline 3"])
        // A forgotten list is asked for as if it had never been there.
        #expect(try await lists.forget(feed.signer))
        _ = await fetch(ok(try list(made: 3)))
        #expect(receiver.messages.last?.fields["if-none-match"] == nil && used() == ["hotline 3"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == [feed.signer])
    }

    @Test("A list that is past its time when it is read is deleted")
    func expired() async throws {
        let folder = MemoryListFolder(path: path)
        let name = MemoryList.name(of: signer.publicKey)
        let list = try MemoryList.signed([], name: "old", made: 1, expires: 2, key: key, by: signer)
        try folder.keep(list, of: name, version: "")
        #expect(try folder.versions() == [name: ""])
        try await lists.load()
        #expect(try folder.versions().isEmpty && lists.memory.lists.isEmpty)
    }
}
