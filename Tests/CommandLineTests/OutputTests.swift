import Foundation
import ScanDocuments
import ScreenshotDetection
import TestSupport
import Testing
import TypeSafeAPI

@testable import typesafe

@Suite("Output")
struct OutputTests {
    private static let plain = Terminal(descriptor: -1, environment: [:])

    @Test(
        "The exit code says the worst",
        arguments: [
            ([.low], .high, .clean), ([.medium], .high, .clean), ([.medium], .medium, .found),
            ([.low], .low, .found),
            ([.high, .unknown], .high, .found), ([.low, .unknown], .high, .noText),
            ([.unknown], .low, .noText),
            ([.high], .never, .clean), ([], .high, .clean),
        ] as [([RiskLevel], RiskThreshold, CommandExit)])
    func exitStatus(_ risks: [RiskLevel], _ threshold: RiskThreshold, _ expected: CommandExit) {
        let outcomes = risks.map { Sample.outcome($0) }
        #expect(CommandExit(OutcomeTally(outcomes), failOn: threshold, isExitZero: false) == expected)
        #expect(CommandExit(OutcomeTally(outcomes), failOn: threshold, isExitZero: true) == .clean)
    }

    @Test("Errors come after the alarm and before silence, and are never 0")
    func errors() {
        let error = Sample.failure(.timedOut)
        #expect(
            CommandExit(OutcomeTally([error, Sample.outcome(.high)]), failOn: .high, isExitZero: false)
                == .found)
        #expect(
            CommandExit(OutcomeTally([error, Sample.outcome(.unknown)]), failOn: .high, isExitZero: false)
                == .failed)
        #expect(CommandExit(OutcomeTally([error]), failOn: .high, isExitZero: true) == .failed)
    }

    @Test("A verdict says risk, reasons, what to do and where to report")
    func verdict() {
        let text = VerdictFormatter(terminal: Self.plain, showsQuotes: true).lines(Sample.outcome(.high))
            .joined(
                separator: "\n")
        for part in [
            "HIGH RISK", "OTP Request", "97 % sure", "shot.png", "Asks you to send back",
            "+ Asks for a one-time code",
            "“send us SECRET”", "− Names a known sender", "Do now", "Don't send the code",
            "shared a code: Call your bank",
            "Scamwatch, https://www.scamwatch.gov.au",
            "more than one way: https://SECRET.example/a (70 %)",
        ] {
            #expect(text.contains(part), "\(part)")
        }
        #expect(!text.contains("\u{1B}"))
    }

    @Test("Low risk says what low means, and no advice")
    func low() {
        let text = VerdictFormatter(terminal: Self.plain, showsQuotes: false).lines(Sample.outcome(.low))
            .joined(
                separator: " ")
        #expect(text.contains("LOW RISK") && text.contains("not that it is genuine"))
        #expect(!text.contains("Do now") && !text.contains("SECRET"))
    }

    @Test("Lines keep to the width", arguments: [40, 57, 80])
    func width(_ width: Int) {
        let terminal = Terminal(descriptor: -1, environment: ["COLUMNS": "\(width)"])
        #expect(terminal.width == width)
        let lines = VerdictFormatter(terminal: terminal, showsQuotes: true).lines(Sample.outcome(.high))
        #expect(lines.allSatisfy { TerminalWidth.of($0) <= width })
    }

    @Test("Chinese lines break between characters, and not before a mark", arguments: [20, 31])
    func chineseLines(_ width: Int) {
        let text = "请不要点击链接，也不要回复。ING 银行（Bank）不会这样问您。"
        let lines = TextFormat.wrapped(text, width: width, indent: 4, first: "  • ")
        #expect(lines.allSatisfy { TerminalWidth.of($0) <= width } && lines.count > 1)
        #expect(!lines.contains { $0.drop { $0 == " " }.first.map { "，。）".contains($0) } ?? true })
        let words = lines.joined().replacing("•", with: "").filter { $0 != " " }
        #expect(words == text.filter { $0 != " " })
    }

    @Test("What comes from outside can't steer a terminal")
    func hostileWords() {
        let name = "\u{1B}]0;owned\u{07}a\u{202E}gnp.b\r\n"
        let lines = VerdictFormatter(terminal: Self.plain, showsQuotes: true).lines(
            Sample.outcome(.high, name: name))
        #expect(
            lines.allSatisfy {
                $0.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E && $0.value != 0x7F }
            })
        #expect(lines.contains("]0;owneda gnp.b") || lines.contains { $0.contains("]0;owneda") })
    }

    @Test(
        "Colors follow the flag, then NO_COLOR, then the rest",
        arguments: [
            (.always, ["NO_COLOR": "1"], true), (.never, ["CLICOLOR_FORCE": "1"], false),
            (.auto, ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], false), (.auto, ["CLICOLOR_FORCE": "1"], true),
            (.auto, ["NO_COLOR": "", "CLICOLOR_FORCE": "1"], true), (.auto, ["CLICOLOR_FORCE": "0"], false),
            (.auto, [:], false),
        ] as [(Terminal.ColorChoice, [String: String], Bool)])
    func color(_ choice: Terminal.ColorChoice, _ environment: [String: String], _ expected: Bool) {
        #expect(Terminal(descriptor: -1, color: choice, environment: environment).hasColor == expected)
    }

    @Test("JSON for others holds no word of the message")
    func redaction() throws {
        var response = Sample.response(.high)
        var money = Entity(kind: .money, text: "SECRET", registrableDomain: nil)
        money.amount = 4321
        response.entities.append(money)
        let outcome = ScanOutcome(name: "shot.png", origin: .manual, result: .success(response))
        let redacted = JSONOutput.text(OutcomeJSON(outcome, isRedacted: true))
        #expect(!redacted.contains("4321"))
        #expect(!redacted.replacing(#""registrable_domain":"SECRET.example""#, with: "").contains("SECRET"))
        #expect(redacted.contains(#""risk_level":"high""#) && redacted.contains(#""file":"shot.png""#))
        let whole = JSONOutput.text(OutcomeJSON(outcome, isRedacted: false))
        #expect(whole.contains("SECRET text") && whole.contains("send us SECRET"))
    }

    @Test("An error is JSON with a stable code")
    func errorJSON() throws {
        let line = JSONOutput.text(OutcomeJSON(Sample.failure(.screenshot(.notFound)), isRedacted: true))
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        let error = try #require(object["error"] as? [String: Any])
        #expect(
            error["code"] as? String == "not_found" && error["message"] as? String == "Screenshot not found.")
        #expect(object["result"] == nil)
    }

    @Test("The riskiest come first")
    func order() {
        let outcomes = [
            Sample.failure(.timedOut, name: "e"), Sample.outcome(.low, name: "c"),
            Sample.outcome(.unknown, name: "d"),
            Sample.outcome(.high, name: "b"), Sample.outcome(.high, name: "a"),
        ]
        #expect(OutcomePrinter.riskiestFirst(outcomes).map { $0.name ?? "" } == ["a", "b", "c", "d", "e"])
    }

    @Test("Columns stand below one another")
    func columns() {
        #expect(
            TextFormat.columns([["a", "bb", "c"], ["aaa", "", "cc"]]) == ["a    bb  c", "aaa      cc"])
        #expect(TextFormat.columns([]) == [])
    }

    @Test("Headlines name the risk and the type of scam")
    func headline() {
        #expect(
            VerdictWords(ShippedTexts.english).headline(risk: "high", scamType: "otp_request")
                == "High Risk - OTP Request")
        #expect(VerdictWords(ShippedTexts.english).headline(risk: "low", scamType: "unknown") == "Low Risk")
        #expect(VerdictWords(ShippedTexts.english).title(scamType: "toll_or_fine") == "Toll or Fine")
    }
}
