import Foundation
import TestSupport

/// Where `scripts/push-peers` puts a Python with the code of others that pushes are checked against.
enum PushPeers {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Peers")
    static let root = folder.deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    static let python = root.appendingPathComponent(".build/push-peers/bin/python").path
    static let arePossible =
        FileManager.default.isExecutableFile(atPath: python) && TestAuthority.isPossible
    static let skipped = "HTTP/2 and Web Push for Python aren't here: make push-peers"

    struct Failed: Error {
        let output: String
    }

    static func process(_ program: String, _ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: python)
        process.arguments = [folder.appendingPathComponent(program).path] + arguments
        return process
    }

    /// What a browser and its push service found out about a push.
    struct Opened: Decodable {
        struct Claims: Decodable {
            let aud: String
            let exp: Int
            let sub: String
        }

        let text: String
        let signed: Bool
        let claims: Claims
        let k: String
    }

    /// Lets a push be read by others' code.
    static func open(body: Data, authorization: String, privateKey: Data, secret: [UInt8]) throws -> Opened {
        let process = process("webpush.py", [])
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let push = [
            "body": body.base64EncodedString(), "private": privateKey.base64EncodedString(),
            "auth": Data(secret).base64EncodedString(), "authorization": authorization,
        ].mapValues { $0.replacing("+", with: "-").replacing("/", with: "_") }
        let line = try JSONSerialization.data(
            withJSONObject: push.merging(["authorization": authorization]) { $1 })
        try input.fileHandleForWriting.write(contentsOf: line + Data("\n".utf8))
        try input.fileHandleForWriting.close()
        let answer = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failed(output: String(decoding: answer, as: UTF8.self))
        }
        return try JSONDecoder().decode(Opened.self, from: answer)
    }
}
