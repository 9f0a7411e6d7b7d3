import Foundation
import ImagingProperties
import LibFuzzer

/// Checks the files given, such as an input that a fuzzer has found. Built by `scripts/fuzz`, it is the fuzzer.
@main
enum ImagingFuzz {
    #if FUZZING
        static func main() {
            LibFuzzer.run { bytes, count in
                ImagingProperties.check(Array(UnsafeBufferPointer(start: bytes, count: count)))
                return 0
            }
        }
    #else
        static func main() throws {
            for path in CommandLine.arguments.dropFirst() {
                ImagingProperties.check([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
            }
        }
    #endif
}
