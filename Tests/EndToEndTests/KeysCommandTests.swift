import Foundation
import Testing

@Suite("typesafe-server keys")
struct KeysCommandTests {
    private let folder: KeyFolder

    init() throws { folder = try KeyFolder() }

    @Test("Adds, lists and removes; a key is printed once and stored as a hash")
    func life() throws {
        let added = try folder.run(
            "add", "help-line", "--scope", "scan,read", "--expires", "30", "--rate", "60")
        #expect(added.status == 0 && added.error.isEmpty)
        #expect(added.output.wholeMatch(of: /tsk_[A-Za-z0-9_-]{43}\n/) != nil)
        #expect(try !folder.text.contains(added.output.dropLast()))
        #expect(try folder.run("add", "grafana", "--scope", "admin").status == 0)
        let lines = try folder.run("list").output.split(separator: "\n").map { $0.split(separator: "\t") }
        #expect(lines[0] == ["name", "scopes", "created", "expires", "rate"])
        let list = lines.dropFirst().map { $0 }
        #expect(list.map { $0[0] } == ["help-line", "grafana"])
        #expect(list.map { $0[1] } == ["scan,read", "admin"])
        #expect(list.map { $0[4] } == ["60", "-"] && list[1][3] == "-")
        #expect(try folder.run("remove", "help-line").status == 0)
        #expect(try folder.run("list").output.contains("\ngrafana\t"))
    }

    @Test("The file's name may come from the environment")
    func environment() throws {
        let variable = ["TYPESAFE_KEYS": folder.path]
        #expect(
            try ServerProcess.run(["keys", "add", "a", "--scope", "scan"], environment: variable).status == 0)
        #expect(try folder.run("list").output.contains("\na\tscan\t"))
    }

    @Test(
        "What can't be done is told, with its exit code",
        arguments: [
            (["add", "a b", "--scope", "scan"], 64), (["add", "a", "--scope", "write"], 64),
            (["add", "a", "--scope", ""], 64), (["add", "a"], 64),
            (["add", "a", "--scope", "scan", "--expires", "0"], 64),
            (["add", "a", "--scope", "scan", "--rate", "0"], 64),
            (["add", "there", "--scope", "scan"], 78), (["remove", "missing"], 78), (["what"], 64),
        ] as [([String], Int32)])
    func refusals(_ arguments: [String], _ status: Int32) throws {
        _ = try folder.add("there", scope: "scan")
        let before = try folder.text
        // The options of a subcommand stand after its name.
        let result = try ServerProcess.run(["keys"] + arguments, environment: ["TYPESAFE_KEYS": folder.path])
        #expect(result.status == status && !result.error.isEmpty && result.output.isEmpty)
        #expect(try folder.text == before)
    }

    @Test("Without a file's name there is nothing to change")
    func noFile() throws {
        let result = try ServerProcess.run(["keys", "list"], environment: ["TYPESAFE_KEYS": ""])
        #expect(result.status == 64 && result.error.contains("TYPESAFE_KEYS"))
        let missing = try folder.run("list")
        #expect(missing.status == 78 && missing.error.contains(folder.path))
    }
}
