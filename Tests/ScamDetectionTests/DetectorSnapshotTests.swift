import BundledResources
import Foundation
import TestSupport
import Testing
@testable import TextAnalysis

@testable import ScamDetection

@Suite("Snapshot of the rules") struct DetectorSnapshotTests {
    /// Rules of all kinds.
    private static let ask = """
        concept: two things
        rules:
          - id: ask.code
            title: Asks for a code
            description: It asks.
            category: otp_request
            weight: 2.5
            patterns:
              en: [ "send ... {code|<code>}", "[please] tell me the {code|pass word}" ]
              de: [ "sende ... {code|<code>}" ]
            unless: { en: [ "never ... code" ] }
            examples: { en: [ "send the code", "tell me the code" ], de: [ "sende den code", "sende 481920" ] }
            no_match: { en: [ "the code", "never send a code" ] }
          - id: ask.answered
            title: The owner agrees
            description: An answer.
            category: any
            weight: 0
            in: replies
            patterns: { en: [ "ok" ] }
            examples: { en: [ "[reply ok] x", "[reply ok then] x" ] }
          - id: ask.link
            title: A strange link
            description: A feature.
            category: delivery
            weight: 3
            feature: link.lookalike
            examples: { any: [ "x", "y" ] }
          - id: ask.both
            title: Both of them
            description: A composite.
            category: delivery
            weight: 1
            all: [ ask.code ]
            any: [ group ask, ask.answered ]
            none: [ ask.answered ]
            later: [ ask.link ]
            within: 3
            opening: 9
            examples: { any: [ "x", "y" ] }

        """

    private static let messages = [
        "Send me the code 493021", "Please tell me the pass word", "We never ask you to send a code",
        "They say send the code. Now you send the code", "PayPal: log in at paypaI-secure-login.top/x now",
        "USPS parcel: https://usps-redelivery.top/track and send the code", "", "你的验证码 碼",
        "P a y P a l asks: tell me the c0de", "prize of Kleinbank at kleinanzeigenbank.de",
        "A site on shop.github.io, bit.ly/x, www.gov.uk and раypal.com", "Shall we meet for lunch?",
    ]

    /// A folder with rules and a lexicon, and a folder for a snapshot of them.
    private struct Workspace {
        let folder: RulesFolder
        private let settling: Int

        init(settling: Int = 0) throws {
            folder = try RulesFolder([
                "rules/ask.yaml": DetectorSnapshotTests.ask, "rules/notes.txt": "of an author",
            ])
            self.settling = settling
            try FileManager.default.copyItem(at: BundledResources.languages, to: languages)
        }

        private var languages: URL { folder.root.appendingPathComponent("languages") }

        func snapshot(program: String = "/proc/self/exe") -> DetectorSnapshot {
            DetectorSnapshot(
                cache: folder.root.appendingPathComponent("cache").path, rules: folder.rules,
                lexicon: folder.lexicon, languages: languages, program: URL(fileURLWithPath: program),
                settling: settling)
        }

        func loadFiles() throws -> ScamDetector {
            try ScamDetector(
                rules: folder.rules, lexicon: folder.lexicon, languages: Languages(directory: languages),
                checksExamples: false)
        }

        func load() throws -> ScamDetector { try snapshot().detector(orElse: loadFiles) }

        var file: URL { URL(fileURLWithPath: snapshot().path) }

        func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: file)) }

        /// Puts other bytes into the place of the snapshot.
        func write(_ bytes: [UInt8]) throws {
            try Data(bytes).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        }

        var hasSnapshot: Bool { FileManager.default.fileExists(atPath: file.path) }
    }

    /// Rules from their files have examples, which a snapshot doesn't hold.
    private static func isOfSnapshot(_ detector: ScamDetector) -> Bool {
        detector.rules.allSatisfy(\.examples.isEmpty)
    }

    private static func verdicts(_ detector: ScamDetector) -> [Verdict] {
        messages.map { detector.verdict(on: detector.analyze($0)) }
    }

    @Test("The first start makes the snapshot, the second one uses it and judges alike") func usesSnapshot()
        throws
    {
        let workspace = try Workspace()
        #expect(!workspace.hasSnapshot)
        let first = try workspace.load()
        #expect(workspace.hasSnapshot && !Self.isOfSnapshot(first))
        let second = try workspace.load()
        #expect(Self.isOfSnapshot(second))
        #expect(Self.verdicts(second) == Self.verdicts(first))
        let screen = "Hello [reply ok] Send the code [next] http://paypaI-secure-login.top/x"
        #expect(
            second.findings(in: second.analyze(example: screen))
                == first.findings(in: first.analyze(example: screen)))
        for (one, other) in zip(first.rules, second.rules) {
            #expect(one.id == other.id && one.weight == other.weight)
            #expect(one.file == other.file && one.line == other.line && one.reason == other.reason)
        }
        #expect(Self.verdicts(first).contains { !$0.findings.isEmpty })
        // A snapshot of a snapshot is the same snapshot.
        let stamp = try #require(workspace.snapshot().stamp)
        #expect(DetectorSnapshot.bytes(of: second, stamp) == DetectorSnapshot.bytes(of: first, stamp))
    }

    @Test(
        "A change of any file counts at the next start",
        arguments: [
            ("rules/ask.yaml", ask.replacing("\"send ... {code", with: "\"give ... {code")),
            ("rules/groups.yaml", RulesFolder.groups.replacing("1.2.3", with: "1.2.4")),
            ("rules/new.yaml", "concept: none\nrules: []\n"),
            ("lexicon/shorteners.txt", "bit.ly\nis.gd\n"), ("lexicon/organisations/2.tsv", ""),
            ("lexicon/numbers.tsv", "usps.com\t+1 8005550103\n"),
        ])
    func changes(_ file: String, _ text: String) throws {
        let workspace = try Workspace()
        _ = try workspace.load()
        #expect(try Self.isOfSnapshot(workspace.load()))
        try workspace.folder.write(file, text)
        let changed = try workspace.load()
        #expect(!Self.isOfSnapshot(changed))
        let again = try workspace.load()
        #expect(Self.isOfSnapshot(again) && Self.verdicts(again) == Self.verdicts(changed))
    }

    @Test("A file of the same length and time counts as well, and so does one that is gone") func sameLook()
        throws
    {
        let workspace = try Workspace()
        let file = workspace.folder.rules.appendingPathComponent("ask.yaml")
        let time = Date(timeIntervalSince1970: 1_700_000_000)
        try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: file.path)
        _ = try workspace.load()
        let message = "Give me the code"
        #expect(try workspace.load().analyzeAndFind(message).isEmpty)
        try workspace.folder.write(
            "rules/ask.yaml", Self.ask.replacing("\"send ... {", with: "\"give ... {"))
        try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: file.path)
        #expect(try workspace.load().analyzeAndFind(message) == ["ask.code"])
        try workspace.folder.remove("rules/notes.txt")
        #expect(try !Self.isOfSnapshot(workspace.load()))
    }

    @Test("Rules that are refused are refused beside a snapshot of the old ones") func refused() throws {
        let workspace = try Workspace()
        _ = try workspace.load()
        try workspace.folder.write("rules/ask.yaml", "concept: none\nrules:\n  - nonsense: 1\n")
        #expect(throws: RuleError.self) { try workspace.load() }
        try workspace.folder.write("rules/ask.yaml", Self.ask)
        _ = try workspace.load()
        try workspace.folder.write("rules/text.model", "no model")
        #expect(throws: RuleError.self) { try workspace.load() }
    }

    @Test("Another program's snapshot is another file") func programs() throws {
        let workspace = try Workspace()
        let (one, other) = (workspace.snapshot(), workspace.snapshot(program: "/bin/sh"))
        #expect(one.path != other.path && one.stamp != other.stamp)
        #expect(one.stamp != nil && one.stamp == workspace.snapshot().stamp)
    }

    @Test("Files that were changed just now leave no snapshot, as a second change may look like none")
    func settling() throws {
        let workspace = try Workspace(settling: 3_600)
        _ = try workspace.load()
        #expect(!workspace.hasSnapshot)
    }

    @Test("Where no snapshot can be written, the files are read") func unwritable() throws {
        let workspace = try Workspace()
        try workspace.folder.write("cache", "A file where the folder should be.")
        #expect(try !Self.isOfSnapshot(workspace.load()))
        #expect(try !Self.isOfSnapshot(workspace.load()))
    }

    @Test("A damaged snapshot is ignored and made anew") func damage() throws {
        let workspace = try Workspace()
        _ = try workspace.load()
        let good = try workspace.bytes()
        var damaged: [[UInt8]] = [[], [0], good + [0], good.reversed(), Array(good.dropFirst())]
        damaged += (1...40).map { Array(good.prefix(good.count * $0 / 41)) }
        var generator = SeededGenerator(state: 1)
        for _ in 0..<100 {
            var bytes = good
            bytes[Int.random(in: bytes.indices, using: &generator)] ^=
                1 << UInt8.random(in: 0..<8, using: &generator)
            damaged.append(bytes)
        }
        for bytes in damaged {
            try workspace.write(bytes)
            #expect(throws: (any Error).self) { try workspace.snapshot().saved() }
        }
        #expect(try !Self.isOfSnapshot(workspace.load()))
        #expect(try Self.isOfSnapshot(workspace.load()))
        #expect(try workspace.bytes() == good)
    }

    /// A list of numbers in a snapshot.
    private struct List {
        var bytes: [UInt8]
        /// The bytes of one number.
        var width: Int

        static func all(in snapshot: [UInt8]) throws -> [List] {
            var lists: [List] = []
            var rest = snapshot[...]
            while !rest.isEmpty {
                let header = Array(rest.prefix(16))
                func word(_ start: Int) -> UInt64 {
                    header.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: UInt64.self) }
                }
                rest = rest.dropFirst(16)
                let count = Int(word(0))
                // The checksum shows the width.
                let width = try #require(
                    [1, 2, 4, 8].first { width in
                        rest.prefix(count * width).withUnsafeBytes { Checksum.of($0) } == word(8)
                    })
                lists.append(List(bytes: Array(rest.prefix(count * width)), width: width))
                rest = rest.dropFirst(count * width)
            }
            return lists
        }

        /// Changes a byte, a number or the number of numbers.
        mutating func change(_ generator: inout SeededGenerator) {
            guard !bytes.isEmpty else { return }
            let place = Int.random(in: bytes.indices, using: &generator)
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: bytes[place] = .random(in: 0...255, using: &generator)
            case 1: bytes[place] &+= 1
            case 2: bytes[place / width * width] &-= 1
            case 3: bytes.removeLast(width)
            default: bytes += bytes.suffix(width)
            }
        }

        /// The list as a snapshot has it, with the checksum that it should have.
        var written: [UInt8] {
            let sum = bytes.withUnsafeBytes { Checksum.of($0) }
            return [UInt64(bytes.count / width), sum].flatMap { word in
                withUnsafeBytes(of: word) { Array($0) }
            }
                + bytes
        }
    }

    @Test("Whatever numbers a snapshot holds, reading and using it ends well", arguments: 0..<8)
    func anyNumbers(_ seed: UInt64) throws {
        let workspace = try Workspace()
        _ = try workspace.load()
        let lists = try List.all(in: try workspace.bytes())
        var generator = SeededGenerator(state: seed)
        var (usable, refused) = (0, 0)
        for _ in 0..<100 {
            var changed = lists
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                // The first list says what the snapshot is of.
                changed[Int.random(in: 1..<changed.count, using: &generator)].change(&generator)
            }
            try workspace.write(changed.flatMap(\.written))
            guard let detector = try? workspace.snapshot().saved() else {
                refused += 1
                continue
            }
            usable += 1
            _ = Self.verdicts(detector)
        }
        #expect(usable > 0 && refused > 0)
    }

    @Test("A snapshot that others may have written isn't read") func foreign() throws {
        let workspace = try Workspace()
        _ = try workspace.load()
        let path = workspace.file.path
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
        #expect(try !Self.isOfSnapshot(workspace.load()))
        // It was replaced by one that is the user's alone.
        #expect(try Self.isOfSnapshot(workspace.load()))
        try FileManager.default.moveItem(atPath: path, toPath: path + ".moved")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path + ".moved")
        #expect(try !Self.isOfSnapshot(workspace.load()))
    }

    @Test("Starts at the same time leave one good snapshot") func together() async throws {
        let workspace = try Workspace()
        let expected = Self.verdicts(try workspace.loadFiles())
        try await withThrowingTaskGroup(of: [Verdict].self) { group in
            for _ in 0..<8 { group.addTask { Self.verdicts(try workspace.load()) } }
            for try await verdicts in group { #expect(verdicts == expected) }
        }
        #expect(try Self.isOfSnapshot(workspace.load()))
        let folder = workspace.file.deletingLastPathComponent().path
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
    }
}

extension ScamDetector {
    /// The rules that a message matches.
    fileprivate func analyzeAndFind(_ message: String) -> [String] {
        findings(in: analyze(message)).map(\.rule)
    }
}
