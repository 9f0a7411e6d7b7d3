import Foundation
import ScamDetection
import ScamTaxonomy
import TypeSafeAPI
import TypeSafeClient

struct JudgedMessage: Sendable {
    var message: LabelledMessage
    var judgement: Judgement
    /// Ids of the rules that matched, the strongest first.
    var rules: [String]

    init(message: LabelledMessage, judgement: Judgement, rules: [String]) {
        self.message = message
        self.judgement = judgement
        self.rules = rules
    }

    /// Judges all messages, on all cores at once.
    /// - Parameter progress: called with the number of messages that are done.
    @concurrent static func all(
        _ messages: [LabelledMessage], by detector: ScamDetector, progress: @escaping @Sendable (Int) -> Void
    ) async -> [JudgedMessage] {
        messages.concurrentMap(progress: progress) { JudgedMessage($0, by: detector) }
    }

    /// Judges a message. Where there is nothing to judge, the message counts as not flagged.
    private init(_ message: LabelledMessage, by detector: ScamDetector) {
        let verdict = detector.verdict(on: detector.analyze(message.text))
        self.message = message
        judgement = Judgement(
            isScam: message.label == .scam, probability: verdict.scamProbability, level: verdict.riskLevel)
        rules = verdict.findings.map(\.rule)
    }
}

/// Reads the data sets whose paths stand on the command line.
enum MessageFile {
    static func messages(in paths: [String]) throws(Failure) -> [LabelledMessage] {
        var messages: [LabelledMessage] = []
        for path in paths {
            do throws(LabelledMessage.ReadError) {
                messages += try LabelledMessage.all(in: URL(fileURLWithPath: path))
            } catch {
                throw failure(error, path, expected: "text and label (scam, spam or legit)")
            }
        }
        return messages
    }

    static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    /// Reads the pictures of a folder. Pictures whose label no message can have are left out.
    static func pictures(in path: String) throws(Failure) -> [LabelledPicture] {
        do throws(LabelledMessage.ReadError) {
            let set = try LabelledPicture.all(in: URL(fileURLWithPath: path, isDirectory: true))
            if set.leftOut > 0 {
                StandardError.line("typesafe: \(path): left out, as their labels are others: \(set.leftOut)")
            }
            return set.pictures
        } catch {
            throw failure(error, path, expected: "file and label")
        }
    }

    private static func failure(
        _ error: LabelledMessage.ReadError, _ path: String, expected: String
    ) -> Failure {
        switch error {
        case .unreadable: .noInput(path)
        case .malformed(let line): .badInput("\(path):\(line): not a JSON object with \(expected)")
        case .duplicateID(let line): .badInput("\(path):\(line): this id came before")
        case .empty: .badInput("\(path): holds no messages")
        }
    }
}

/// Sends labelled pictures to a scan server and collects its verdicts.
struct PictureScan {
    private let client: ScanClient

    /// Number of pictures that are sent at once. A server reads one picture on each core, and most servers have two
    /// cores or more.
    private static let width = 2

    init(server: String) throws(Failure) {
        guard let url = URL(string: server) else { throw .badInput("\(server): no URL") }
        do throws(ClientError) {
            client = try ScanClient(server: url)
        } catch {
            throw .badInput("\(server): \(error)")
        }
    }

    /// Judges the pictures, in their order. A picture that the server refuses counts as not flagged, and its name is
    /// printed on standard error.
    func judged(
        _ pictures: [LabelledPicture], progress: (Int) -> Void
    ) async throws(Failure) -> [JudgedMessage] {
        var judged: [JudgedMessage] = []
        for start in stride(from: 0, to: pictures.count, by: Self.width) {
            let part = pictures[start..<min(start + Self.width, pictures.count)]
            let answers = await withTaskGroup(of: (Int, Result<JudgedMessage, Failure>).self) { group in
                for (index, picture) in part.enumerated() {
                    group.addTask { (index, await self.judged(picture)) }
                }
                var answers: [(Int, Result<JudgedMessage, Failure>)] = []
                for await answer in group { answers.append(answer) }
                return answers.sorted { $0.0 < $1.0 }.map(\.1)
            }
            for answer in answers { judged.append(try answer.get()) }
            progress(judged.count)
        }
        return judged
    }

    private func judged(_ picture: LabelledPicture) async -> Result<JudgedMessage, Failure> {
        guard let image = try? Data(contentsOf: picture.file) else {
            return .failure(.noInput(picture.file.lastPathComponent))
        }
        do throws(ClientError) {
            let answer = try await client.scan(image: image)
            return .success(
                JudgedMessage(
                    message: picture.message,
                    judgement: Judgement(
                        isScam: picture.message.label == .scam, probability: answer.scamProbability ?? 0,
                        level: answer.riskLevel),
                    rules: answer.findings.map(\.rule)))
        } catch {
            guard error.code == .rejected else {
                return .failure(.noServer("the server didn't answer: \(error.code.rawValue)"))
            }
            StandardError.line(
                "typesafe: \(TerminalText.visible(picture.file.lastPathComponent)): refused, counted as not warned of"
            )
            return .success(
                JudgedMessage(
                    message: picture.message,
                    judgement: Judgement(
                        isScam: picture.message.label == .scam, probability: 0, level: .low), rules: []))
        }
    }
}

/// Writes the file of `--predictions`: one JSON object for each judgement.
enum PredictionFile {
    private struct Line: Encodable {
        var id: String
        var scamProbability: Double
        var riskLevel: RiskLevel
    }

    static func write(_ judgements: [(id: String, judgement: Judgement)], to path: String) throws(Failure) {
        let lines = judgements.map {
            JSONOutput.text(
                Line(id: $0.id, scamProbability: $0.judgement.probability, riskLevel: $0.judgement.level))
                + "\n"
        }
        do {
            try Data(lines.joined().utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw .cannotWrite(path)
        }
    }
}
