import ScamDetection
import Foundation
import TypeSafeAPI
import TypeSafeClient

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
