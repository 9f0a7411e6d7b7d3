import ArgumentParser
import BundledResources
import Foundation

/// `typesafe manual`: prints the manual page of a program of the product, for `make install`.
struct ManualCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "manual", abstract: "Print a manual page.", shouldDisplay: false)

    @Argument(help: "The program; typesafe if none is named.") var program: String?

    func run() async throws {
        try await CommandRunner.run {
            print(try await ManualPage(of: program ?? Installation.program.path).text, terminator: "")
            return .clean
        }
    }
}
