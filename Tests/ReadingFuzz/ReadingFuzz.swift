import Foundation
import LibFuzzer
import OCR
import ReadingProperties

/// Checks the files given, such as an input that a fuzzer has found. Built by `scripts/fuzz`, it is the fuzzer. Runs where
/// the package lies.
@main
enum ReadingFuzz {
    /// A fuzzer's test is a C function and holds nothing. Only the main thread comes here.
    private nonisolated(unsafe) static let properties = try? PictureProperties(
        tessdata: Tessdata(directory: nil), samples: Sample.paths.map(contents))

    private static func contents(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    static func check(_ bytes: [UInt8]) {
        guard let properties else { fatalError("no language data, or not where the package lies") }
        properties.check(bytes)
    }

    #if FUZZING
        static func main() {
            LibFuzzer.run(test)
        }
    #else
        static func main() throws {
            for path in CommandLine.arguments.dropFirst() { check(try contents(path)) }
        }
    #endif
}

#if FUZZING
    private func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
        ReadingFuzz.check(Array(UnsafeBufferPointer(start: bytes, count: count)))
        return 0
    }
#endif
