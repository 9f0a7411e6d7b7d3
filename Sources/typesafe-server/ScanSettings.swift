import Foundation
import ScanService

/// What may be sent to be scanned, what reads it, and by which rules it is judged.
struct ScanSettings {
    let uploads: ScanService.Limits
    let pixelLimit: Int
    let languages: [String]
    let tessdata: URL?
    let rules: URL?
    let lexicon: URL?
    let readers: Int
    /// Bytes for each.
    let readerMemory: Int
    let readerRecycle: Int
    let timeout: Duration
    let queueLimit: Int
    let queueAge: Duration

    init(_ values: SettingValues) throws(SettingsError) {
        uploads = ScanService.Limits(
            body: try values.number(.bodyLimit, 1_024...1 << 30),
            parts: try values.number(.partLimit, 1...1_000),
            bodies: try values.number(.uploadMemory, 1...1 << 20) << 20,
            texts: try values.number(.textLimit, 1...100_000))
        pixelLimit = try values.number(.pixelLimit, 1...1 << 30)
        languages = try values.choice(.languages, Self.languages, "a list like eng or eng+deu")
        tessdata = values.directory(.tessdata)
        rules = values.directory(.rules)
        lexicon = values.directory(.lexicon)
        readers = try values.number(
            .readers, 1...256, default: ProcessInfo.processInfo.activeProcessorCount)
        readerMemory = try values.number(.readerMemory, 256...65_536) << 20
        readerRecycle = try values.number(.readerRecycle, 1...1 << 30)
        timeout = try values.seconds(.scanTimeout, 1...600)
        queueLimit = try values.number(.queueLimit, 0...100_000)
        queueAge = try values.seconds(.queueAge, 1...600)
    }

    private static func languages(_ value: String) -> [String]? {
        let names = value.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
        return names.contains("") ? nil : names
    }

    static let all: [Setting] = [
        .bodyLimit, .uploadMemory, .partLimit, .textLimit, .pixelLimit, .languages, .tessdata, .rules,
        .lexicon, .readers, .readerMemory,
        .readerRecycle, .scanTimeout, .queueLimit, .queueAge,
    ]
}

extension Setting {
    static let bodyLimit = Setting("body-limit", default: "15728640", "largest request body, in bytes")
    fileprivate static let uploadMemory = Setting(
        "upload-memory", default: "256", "MiB of request bodies in memory; more are refused with 503")
    fileprivate static let textLimit = Setting(
        "text-limit", default: "256", "texts judged at once or waiting for it; more are refused with 503")
    fileprivate static let partLimit = Setting("part-limit", default: "32", "parts of a form")
    static let pixelLimit = Setting("pixel-limit", default: "40000000", "largest picture, in pixels")
    static let languages = Setting(
        "languages", default: "eng",
        "Tesseract languages read first when a scan names none, joined by +; other installed ones are tried where these don't fit"
    )
    static let tessdata = Setting(
        "tessdata", default: nil, "directory with *.traineddata [Tesseract's own]")
    fileprivate static let rules = Setting("rules", default: nil, "directory with the rules [shipped]")
    fileprivate static let lexicon = Setting("lexicon", default: nil, "directory with the lexicon [shipped]")
    fileprivate static let readers = Setting(
        "readers", default: nil, "reader processes: pictures read at once [processor cores]")
    fileprivate static let readerMemory = Setting(
        "reader-memory", default: "1024", "memory of each reader process, in MiB")
    fileprivate static let readerRecycle = Setting(
        "reader-recycle", default: "500", "pictures after which a reader process is replaced")
    static let scanTimeout = Setting(
        "scan-timeout", default: "10", "seconds until the reading of a picture is stopped")
    fileprivate static let queueLimit = Setting(
        "queue-limit", default: "32", "scans that may wait for a reader; more are refused with 503")
    fileprivate static let queueAge = Setting(
        "queue-age", default: "5",
        "seconds that a scan may wait for a reader before it is refused with 503")
}
