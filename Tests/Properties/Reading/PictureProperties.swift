import Imaging
package import OCR
import TestSupport
package import TextAnalysis

#if DEBUG || FUZZING
    @testable import Scanning
#else
#endif

/// Checks decoding, codes, recognition and layout with any bytes. A property that doesn't hold ends the process.
package struct PictureProperties {
    /// Limits on the size of images. They are small, so that a damaged header with a large size doesn't make a check
    /// slow.
    private static let limits = ImageLimits(maxPixels: 90_000, maxSide: 400)
    /// A picture takes less than a second, but far longer beside others on a busy machine. The fuzzer has a limit of its own.
    private static let timeLimit = Duration.seconds(60)
    private static let languages = ["eng"]

    private let reader: ImageReader
    private let samples: [Sample]

    /// - Parameter samples: bytes of the images from which collages are made.
    package init(tessdata: Tessdata, samples: [[UInt8]]) throws {
        reader = ImageReader(
            decoder: ImageDecoder(limits: Self.limits), tessdata: tessdata,
            lineModel: try Tessdata(directory: ShippedLanguages.lineModel),
            knownLanguages: ShippedLanguages.all)
        self.samples = try samples.map { try Sample($0) }
    }

    /// Reads the bytes if they are an image, and otherwise a collage that is made from them. It returns the text that
    /// was read; nil where there is none.
    @discardableResult
    package func check(_ bytes: [UInt8]) -> Transcript? {
        let isPicture = (try? ImageHeader(reading: bytes)) != nil
        let picture = isPicture ? bytes : collage(by: bytes)
        let transcript = read(picture)
        // Only some images are read a second time, with work sharing, because that doubles the work.
        if bytes.reduce(0, &+) % 4 == 0, let transcript, let shared = read(picture, sharing: sharing) {
            precondition(transcript == shared, "work sharing changes what is read")
        }
        return transcript
    }

    private func collage(by bytes: [UInt8]) -> [UInt8] {
        var choices = Choices(bytes[...])
        return Collage(by: &choices, of: samples).file
    }

    private func read(_ picture: [UInt8], sharing: WorkSharing? = nil) -> Transcript? {
        do throws(ScanError) {
            let reading = try reader.read(
                picture, languages: Self.languages, timeLimit: Self.timeLimit, sharing: sharing)
            let transcript = reading.transcript
            precondition(reading.decoding >= .zero && reading.recognition >= .zero)
            precondition(transcript.languages == Self.languages)
            precondition(transcript.width * transcript.height <= Self.limits.maxPixels)
            transcript.checkSoundness()
            #if DEBUG || FUZZING
                WireProperties.checkIsTaken(reading, limits: Self.limits)
            #endif
            return transcript
        } catch {
            switch error {
            case .image, .deadlineExceeded: return nil
            default: preconditionFailure("no image can cause \(error)")
            }
        }
    }

    /// Work sharing in which the same engine reads the shared strips, once it has read its own. Strips and words are
    /// encoded and decoded on their way, as between two workers.
    private var sharing: WorkSharing? {
        #if DEBUG || FUZZING
            WorkSharing { strips in
                {
                    let readings = try? reader.read(
                        WireProperties.sent(strips), languages: Self.languages, timeLimit: Self.timeLimit)
                    return readings.map { WireProperties.sent($0, of: strips) }
                }
            }
        #else
            nil
        #endif
    }
}

extension Transcript {
    /// Checks properties that the rest of the program relies on.
    func checkSoundness() {
        precondition((1...65_535).contains(width) && (1...65_535).contains(height))
        for line in [senderLine, addressLine] { precondition(line.map(lines.indices.contains) ?? true) }
        for line in lines {
            precondition(!line.words.isEmpty)
            for word in line.words {
                precondition(!word.text.isEmpty && (0...1).contains(word.confidence))
                precondition(word.seen != word.text && word.seen != "")
                checkInside(word.box)
            }
        }
        precondition(codes.count <= Code.maxCount)
        for code in codes {
            precondition((1...Code.maxPayload).contains(code.payload.utf8.count))
            checkInside(code.box)
        }
    }

    private func checkInside(_ box: Box) {
        precondition(box.x >= 0 && box.y >= 0 && box.width > 0 && box.height > 0)
        precondition(box.x + box.width <= width && box.y + box.height <= height)
    }
}
