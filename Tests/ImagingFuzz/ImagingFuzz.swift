import Foundation
import ImagingProperties

/// Checks the files given, such as an input that a fuzzer has found. Built by `scripts/fuzz`, it is the fuzzer.
@main
enum ImagingFuzz {
    #if FUZZING
        static func main() {
            var count = CommandLine.argc
            var arguments: Arguments = CommandLine.unsafeArgv
            exit(
                runFuzzer(&count, &arguments) { bytes, count in
                    ImagingProperties.check(Array(UnsafeBufferPointer(start: bytes, count: count)))
                    return 0
                })
        }
    #else
        static func main() throws {
            for path in CommandLine.arguments.dropFirst() {
                ImagingProperties.check([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
            }
        }
    #endif
}

#if FUZZING
    private typealias Arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

    /// libFuzzer's `LLVMFuzzerRunDriver`.
    @_silgen_name("LLVMFuzzerRunDriver")
    private func runFuzzer(
        _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<Arguments>,
        _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
    ) -> CInt
#endif
