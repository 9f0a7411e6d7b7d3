#if DEBUG || FUZZING
    import Imaging
    import OCR
    @testable import Scanning
    import Redaction
    import TextAnalysis

    /// Checks the messages between the server and its workers. A property that doesn't hold ends the process.
    enum WireProperties {
        private static let number: UInt64 = 7
        private static let limits = ImageLimits()

        private static func request(
            _ subject: WorkerRequest.Subject, languages: [String] = []
        ) -> WorkerRequest {
            WorkerRequest(number: number, subject: subject, languages: languages, timeLimit: .seconds(1))
        }

        /// Checks that a reading is the same after it was encoded by a worker and decoded by the server.
        static func checkIsTaken(_ reading: Reading, limits: ImageLimits) {
            let request = request(.image, languages: reading.transcript.languages)
            let answer = WorkerAnswer.reading(reading)
            let taken = try? WorkerAnswer(
                decoding: answer.encoded(number: number), to: request, limits: limits)
            precondition(taken == answer)
        }

        static func sent(_ strips: [LineStrip]) -> [LineStrip] {
            let answer = WorkerAnswer.offer(strips)
            let taken = try? WorkerAnswer(
                decoding: answer.encoded(number: number), to: request(.shareableImage), limits: limits)
            precondition(taken == answer)
            return strips
        }

        /// Returns the readings as the worker that offered the strips receives them.
        static func sent(_ readings: [[Transcript.Word]], of strips: [LineStrip]) -> [[Transcript.Word]] {
            let answer = WorkerAnswer.words(readings)
            let taken = try? WorkerAnswer(
                decoding: answer.encoded(number: number), to: request(.strips), strips: strips, limits: limits
            )
            precondition(taken == answer)
            let reply = SharingReply(number: number, readings: readings)
            precondition((try? SharingReply(decoding: reply.encoded, strips: strips)) == reply)
            return readings
        }

        /// Checks that a message has only one encoding: bytes that can be decoded are encoded to the same bytes again.
        static func checkMessage(_ choices: inout Choices) {
            let kind = choices.byte()
            let strips = [40, 7].compactMap {
                LineStrip(width: $0, pixels: [UInt8](repeating: 255, count: $0 * LineStrip.height))
            }
            let (bytes, numbered) = (Array(choices.rest), [7, 0, 0, 0, 0, 0, 0, 0] + choices.rest)
            var again: [UInt8]?
            var sent = numbered
            switch kind % 8 {
            case 0:
                again = (try? WorkerSetup(decoding: bytes))?.encoded
                sent = bytes
            case 1:
                again = (try? WorkerRequest(decoding: bytes))?.encoded
                sent = bytes
            case 2:
                again = (try? WorkerGreeting(decoding: bytes))?.encoded
                sent = bytes
            case 3:
                again = (try? SharingReply(decoding: bytes, strips: strips))?.encoded
                sent = bytes
            case 4:
                let answer = try? WorkerAnswer(
                    decoding: numbered, to: request(.strips), strips: strips, limits: limits)
                again = answer?.encoded(number: number)
                if case .words(let words)? = answer { precondition(words.count == strips.count) }
            case 6:
                again = (try? RedactionOrder(decoding: bytes))?.encoded
                sent = bytes
            case 7:
                let plan = RedactionPlan(width: 40, height: 36)
                let answer = try? WorkerAnswer(
                    decoding: numbered, to: request(.redaction), plan: plan, limits: limits)
                again = answer?.encoded(number: number)
                if case .redacted(let picture)? = answer {
                    precondition(picture.width <= plan.width && picture.height <= plan.height)
                }
            default:
                let answer = try? WorkerAnswer(
                    decoding: numbered, to: request(.shareableImage), limits: limits)
                again = answer?.encoded(number: number)
                if case .reading(let reading)? = answer { reading.transcript.checkSoundness() }
            }
            precondition(again == nil || again == sent)
        }
    }
#endif
