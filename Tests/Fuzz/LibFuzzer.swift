#if FUZZING
    import Glibc

    /// The fuzzer that `scripts/fuzz` links, once for all programs that it drives.
    package enum LibFuzzer {
        /// What it calls with an input; a C function, which holds nothing.
        package typealias Test = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt

        /// Drives a test as the program's arguments say.
        package static func run(_ test: Test) -> Never {
            var count = CommandLine.argc
            var arguments: Arguments = CommandLine.unsafeArgv
            exit(runDriver(&count, &arguments, test))
        }
    }

    private typealias Arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

    @_silgen_name("LLVMFuzzerRunDriver")
    private func runDriver(
        _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<Arguments>,
        _ test: LibFuzzer.Test
    ) -> CInt
#endif
