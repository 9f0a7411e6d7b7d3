import Imaging
import OCR

// Each error is one letter and its values. The limits that an image exceeded are not sent: the server knows them.
extension WireWriter {
    mutating func imagingError(_ error: ImagingError) {
        switch error {
        case .empty: byte(UInt8(ascii: "e"))
        case .unsupportedFormat(let detected):
            byte(UInt8(ascii: "f"))
            string(detected ?? "")
        case .unsupportedFeature(let format, let feature):
            byte(UInt8(ascii: "u"))
            string(format.rawValue)
            string(feature)
        case .tooManyPixels(let width, let height, _):
            byte(UInt8(ascii: "p"))
            count(width)
            count(height)
        case .sideTooLong(let width, let height, _):
            byte(UInt8(ascii: "s"))
            count(width)
            count(height)
        case .corrupt(let format, let defect):
            byte(UInt8(ascii: "c"))
            string(format.rawValue)
            string(defect.rawValue)
        }
    }

    mutating func ocrError(_ error: OCRError) {
        switch error {
        case .noLanguages(let directory):
            byte(UInt8(ascii: "n"))
            string(directory)
        case .missingLanguage(let language):
            byte(UInt8(ascii: "m"))
            string(language)
        case .initialisationFailed(let languages):
            byte(UInt8(ascii: "i"))
            strings(languages)
        case .deadlineExceeded: byte(UInt8(ascii: "d"))
        case .recognitionFailed: byte(UInt8(ascii: "r"))
        }
    }
}

extension WireReader {
    /// - Parameter limits: the limits to which the image was held.
    mutating func imagingError(limits: ImageLimits) throws(WireError) -> ImagingError {
        switch try byte() {
        case UInt8(ascii: "e"): return .empty
        case UInt8(ascii: "f"):
            let name = try name()
            return .unsupportedFormat(detected: name.isEmpty ? nil : name)
        case UInt8(ascii: "u"):
            return .unsupportedFeature(try format(), feature: try name())
        case UInt8(ascii: "p"):
            let (width, height) = (try integer32(), try integer32())
            return .tooManyPixels(width: Int(width), height: Int(height), limit: limits.maxPixels)
        case UInt8(ascii: "s"):
            let (width, height) = (try integer32(), try integer32())
            return .sideTooLong(width: Int(width), height: Int(height), limit: limits.maxSide)
        case UInt8(ascii: "c"):
            let format = try format()
            guard let defect = ImagingError.Defect(rawValue: try name()) else { throw WireError() }
            return .corrupt(format, defect)
        default: throw WireError()
        }
    }

    mutating func ocrError() throws(WireError) -> OCRError {
        switch try byte() {
        case UInt8(ascii: "n"): .noLanguages(directory: try string(upTo: MessageLimit.path))
        case UInt8(ascii: "m"): .missingLanguage(try string(upTo: MessageLimit.failedLanguageName))
        case UInt8(ascii: "i"):
            .initialisationFailed(
                languages: try strings(
                    upTo: MessageLimit.failedLanguages, each: MessageLimit.failedLanguageName))
        case UInt8(ascii: "d"): .deadlineExceeded
        case UInt8(ascii: "r"): .recognitionFailed
        default: throw WireError()
        }
    }

    private mutating func format() throws(WireError) -> ImageFormat {
        guard let format = ImageFormat(rawValue: try name()) else { throw WireError() }
        return format
    }

    /// A short name such as `heic`. Answers to clients show it, so it may hold printable ASCII only.
    private mutating func name() throws(WireError) -> String {
        let name = try string(upTo: MessageLimit.name)
        guard name.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { throw WireError() }
        return name
    }
}
