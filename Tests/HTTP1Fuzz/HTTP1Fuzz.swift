import Foundation
import HTTP1Properties
import LibFuzzer

/// Checks the files given, such as an input that a fuzzer has found. Built by `scripts/fuzz`, it is the fuzzer.
@main
enum HTTP1Fuzz {
    #if FUZZING
        static func main() {
            LibFuzzer.run { bytes, count in
                HTTP1Properties.check(UnsafeRawBufferPointer(start: bytes, count: count))
                return 0
            }
        }
    #else
        static func main() throws {
            for path in CommandLine.arguments.dropFirst() {
                let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
                bytes.withUnsafeBytes { HTTP1Properties.check($0) }
            }
        }
    #endif
}
